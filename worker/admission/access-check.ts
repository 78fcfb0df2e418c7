import { awaited } from '../runtime/awaited-value.ts'
import type { UserInfo } from '../api/user.ts'
import { accountUser } from '../authentication/service-account-name.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { AccessCheck } from '../cel/libraries/authorizer.ts'

/** What `authorizer` in an expression asks; such expressions run within `retried`, because the answer may take time. */
export function accessCheck(authorizer: Authorizer, user: UserInfo): AccessCheck {
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
    const decision = authorizer.authorize(attributes)
    const { effect, reason } =
      decision instanceof Promise ? awaited(`access ${JSON.stringify(attributes)}`, () => decision) : decision
    return { allowed: effect === 'allow', reason }
  }
}
