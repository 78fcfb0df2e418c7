import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Activation } from '../../cel/frame.ts'
import { jsonValue } from '../../cel/json-values.ts'
import { AuthorizerValue, resourceCheck, type AccessCheck } from '../../cel/libraries/authorizer.ts'
import { requestOf } from '../webhook/review.ts'
import type { ReviewedRequest } from '../webhook/webhook.ts'

/** The variables of a request that policies and match conditions share. */
export function activationOf(reviewed: ReviewedRequest, check: AccessCheck): Activation {
  const { request, object, oldObject } = reviewed
  const { resource, subresource, namespace, name } = request
  const authorizer = new AuthorizerValue(check)
  const { group } = resource
  return {
    object: jsonValue(object),
    oldObject: jsonValue(oldObject),
    // The real server leaves the uid of this variable empty and its objects null, because the objects are separate variables.
    request: jsonValue(requestOf({ ...reviewed, object: undefined, oldObject: undefined }, '')),
    authorizer,
    'authorizer.requestResource': resourceCheck(authorizer, {
      group,
      resource: resource.resource,
      subresource,
      namespace,
      name,
    }),
  }
}

/** The value of `namespaceObject`, which the real server builds without `managedFields` and `ownerReferences`. */
export function namespaceValue(namespace: ApiObject | undefined): Activation[string] {
  if (namespace === undefined) return null
  const { managedFields: _, ownerReferences: __, ...metadata } = namespace.metadata ?? {}
  return jsonValue({
    metadata: metadata as JsonObject,
    spec: namespace['spec'] ?? {},
    status: namespace['status'] ?? {},
  })
}
