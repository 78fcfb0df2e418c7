import type { JsonObject } from '../../api/json.ts'
import { userObject } from '../../api/user.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { ReviewedRequest } from './webhook.ts'

/** The body of a call: an AdmissionReview in the version of the hook. */
export const reviewOf = (reviewed: ReviewedRequest, uid: string, { spell }: Dialect): JsonObject => ({
  kind: 'AdmissionReview',
  apiVersion: spell(`admission.{domain}/${reviewed.invocation.hook.reviewVersion ?? 'v1'}`),
  request: requestOf(reviewed, uid),
})

/** The request as backends and expressions see it (reference/policies.md 6). */
export function requestOf({ request, invocation, object, oldObject }: ReviewedRequest, uid: string): JsonObject {
  const { operation, subresource, name, namespace, dryRun, options, user } = request
  const { kind, resource } = invocation
  return {
    uid,
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
    object: object ?? null,
    oldObject: oldObject ?? null,
    dryRun,
    options: operation === 'CONNECT' ? null : options,
  }
}
