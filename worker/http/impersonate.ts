import type { Awaitable } from '../runtime/awaitable.ts'
import type { ApiRequest } from '../api/exchange.ts'
import type { UserInfo } from '../api/user.ts'
import type { Impersonation } from '../authentication/impersonation.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { AuditTrail } from '../observability/audit.ts'
import type { Trace } from '../observability/trace.ts'
import { refusal } from './authorize.ts'
import { serverFailure } from './request-info.ts'

interface Impersonating {
  readonly authorizer: Authorizer
  readonly dialect: Dialect
  readonly trace: Trace
  readonly trail: AuditTrail | undefined
}

/**
 * The user of the rest of the request: the caller, or the impersonated user when the caller has permission.
 * @throws forbidden() for the first impersonated attribute that the caller may not use; TextRefusal when the headers name no user
 */
export function impersonate(request: ApiRequest, caller: UserInfo, impersonating: Impersonating): Awaitable<UserInfo> {
  return impersonates(request) ? actAs(request, caller, impersonating) : caller
}

/**
 * Whether a request impersonates. Few requests do, so the check is simple, and the parser of the headers loads with the first
 * such request.
 */
function impersonates({ headers }: ApiRequest): boolean {
  for (const name of headers.keys()) if (name.startsWith('impersonate-')) return true
  return false
}

async function actAs(
  request: ApiRequest,
  caller: UserInfo,
  { authorizer, dialect, trace, trail }: Impersonating,
): Promise<UserInfo> {
  const asked = await read(request, dialect)
  if (asked === undefined) return caller
  const { user, requiredPermissions } = asked
  for (const demand of requiredPermissions) {
    const attributes = { user: caller, verb: 'impersonate', resourceRequest: true, path: '', ...demand }
    const { effect, reason } = await authorizer.authorize(attributes)
    if (effect !== 'allow') {
      trace.stage('impersonation', `${caller.username} may not impersonate ${demand.resource} ${demand.name}`)
      throw refusal(attributes, reason)
    }
  }
  trace.stage('impersonation', `${caller.username} acts as ${user.username}`, () => ({ user }))
  trail?.impersonated(user)
  return user
}

async function read(request: ApiRequest, dialect: Dialect): Promise<Impersonation | undefined> {
  const { MissingUserError, readImpersonation } = await import('../authentication/impersonation.ts')
  try {
    return readImpersonation(request, dialect.spell('authentication.{domain}'))
  } catch (error) {
    if (!(error instanceof MissingUserError)) throw error
    throw serverFailure(request.url, error.message)
  }
}
