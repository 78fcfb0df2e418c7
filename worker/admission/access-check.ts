import type { UserInfo } from '../api/user.ts'
import { accountUser } from '../authentication/service-account-name.ts'
import type { Authorizer, Decision } from '../authorization/authorizer.ts'
import type { AccessCheck } from '../cel/libraries/authorizer.ts'
import type { LoadedValues } from '../runtime/loaded-values.ts'

/** Decisions of the authorizer that the expressions of one request share. */
export type AccessDecisions = LoadedValues<Decision>

/**
 * The `authorizer` of expressions for one user. Expressions are evaluated synchronously. A decision that takes time (a webhook)
 * therefore counts as a denial until `decisions.compute` has loaded it; results computed before then are discarded.
 */
export function accessCheck(
  authorizer: Pick<Authorizer, 'authorize'>,
  user: UserInfo,
  decisions: AccessDecisions,
): AccessCheck {
  return ({ verb, path, resource, serviceAccount }) => {
    const attributes = {
      user: serviceAccount === undefined ? user : accountUser(serviceAccount),
      verb,
      resourceRequest: path === undefined,
      group: resource?.group ?? '',
      version: '*',
      resource: resource?.resource ?? '',
      subresource: resource?.subresource ?? '',
      namespace: resource?.namespace ?? '',
      name: resource?.name ?? '',
      path: path ?? '',
    }
    const decision = decisions.read(JSON.stringify(attributes), () => authorizer.authorize(attributes))
    return { allowed: decision?.effect === 'allow', reason: decision?.reason ?? '' }
  }
}
