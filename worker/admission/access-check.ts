import type { UserInfo } from '../api/user.ts'
import { accountUser } from '../authentication/service-account-name.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import { EvaluationError } from '../cel/evaluation-error.ts'
import type { AccessCheck } from '../cel/libraries/authorizer.ts'

/**
 * What `authorizer` in an expression asks. An authorizer that has to wait cannot be asked in the middle of one, and the
 * expression fails.
 */
export function accessCheck(authorizer: Authorizer, user: UserInfo): AccessCheck {
  return ({ verb, path, resource, serviceAccount }) => {
    const decision = authorizer.authorize({
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
    })
    if (decision instanceof Promise) throw new EvaluationError('who may do what is asked of somebody else')
    return { allowed: decision.effect === 'allow', reason: decision.reason }
  }
}
