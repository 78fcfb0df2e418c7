import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { UserInfo } from '../../api/user.ts'
import { userObject } from '../../api/user.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import type { Activation } from '../../cel/frame.ts'
import { jsonValue } from '../../cel/json-values.ts'
import type { AccessCheck } from '../../cel/libraries/authorizer.ts'
import { AuthorizerValue, resourceCheck } from '../../cel/libraries/authorizer.ts'
import type { AdmissionRequest } from '../admission.ts'
import type { ReviewedRequest } from '../webhook/webhook.ts'

/** What expressions read of a request: the variables that policies and match conditions share. */
export function activationOf(
  { request, invocation, object, oldObject }: ReviewedRequest,
  authorizer: Authorizer,
): Activation {
  const { resource, subresource, namespace, name, user } = request
  const asked = new AuthorizerValue(accessCheck(authorizer, user))
  const { group } = resource
  return {
    object: jsonValue(object),
    oldObject: jsonValue(oldObject),
    request: jsonValue(requestObject(request, invocation)),
    authorizer: asked,
    'authorizer.requestResource': resourceCheck(asked, {
      group,
      resource: resource.resource,
      subresource,
      namespace,
      name,
    }),
  }
}

/** FACTS: Custom resources, CEL, admission policies, 13: what is empty is absent. */
function requestObject(request: AdmissionRequest, { kind, resource }: ReviewedRequest['invocation']): JsonObject {
  const { operation, subresource, name, namespace, dryRun, options, user } = request
  return {
    uid: '',
    kind: { ...kind },
    resource: { ...resource },
    ...(subresource !== '' && { subResource: subresource }),
    requestKind: { ...request.kind },
    requestResource: { ...request.resource },
    ...(subresource !== '' && { requestSubResource: subresource }),
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    operation,
    userInfo: userObject(user),
    object: null,
    oldObject: null,
    dryRun,
    options: operation === 'CONNECT' ? null : options,
  }
}

/** A namespace as expressions see it. */
export function namespaceValue(namespace: ApiObject | undefined): Activation[string] {
  if (namespace === undefined) return null
  const { managedFields: _, ownerReferences: __, ...metadata } = namespace.metadata ?? {}
  return jsonValue({
    metadata: metadata as JsonObject,
    spec: namespace['spec'] ?? {},
    status: namespace['status'] ?? {},
  })
}

function accessCheck(authorizer: Authorizer, user: UserInfo): AccessCheck {
  return ({ verb, path, resource, serviceAccount }) => {
    const who = serviceAccount === undefined ? user : accountUser(serviceAccount.namespace, serviceAccount.name)
    const decision = authorizer.authorize({
      user: who,
      verb,
      resourceRequest: path === undefined,
      group: resource?.group ?? '',
      version: '*',
      resource: resource?.resource ?? '',
      subresource: resource?.subresource ?? '',
      namespace: resource?.namespace ?? '',
      name: resource?.name ?? '',
      path: path ?? '',
    })
    // An authorizer that has to wait cannot be asked in the middle of an expression: it has no opinion.
    if (decision instanceof Promise) return { allowed: false, reason: '' }
    return { allowed: decision.effect === 'allow', reason: decision.reason }
  }
}

const accountUser = (namespace: string, name: string): UserInfo => ({
  username: `system:serviceaccount:${namespace}:${name}`,
  uid: '',
  groups: [`system:serviceaccounts`, `system:serviceaccounts:${namespace}`, `system:authenticated`],
  extra: {},
})
