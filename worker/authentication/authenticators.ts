import type { ApiRequest } from '../api/exchange.ts'
import { unauthorized } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Trace } from '../observability/trace.ts'
import type { Authenticator } from './authenticator.ts'

/**
 * Asks the methods in order; the first that knows the user decides (SPEC: Authentication, 1). Everyone but an
 * unauthenticated caller is in group `system:authenticated` as well.
 * @throws unauthorized() where a method refuses its credential, or none knows the caller.
 */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: ApiRequest,
  trace: Trace,
): Promise<UserInfo> {
  for (const method of authenticators) {
    const answer = method.authenticate(request)
    // Most methods know at once, and an await costs more than they do.
    const user = answer instanceof Promise ? await answer : answer
    if (user === undefined) continue
    const groups = withAuthenticated(user.groups)
    trace.stage('authentication', `${method.name}: ${user.username}`, () => ({ user: user.username, groups }))
    return groups === user.groups ? user : { ...user, groups }
  }
  trace.stage('authentication', 'no method knows the caller')
  throw unauthorized()
}

function withAuthenticated(groups: readonly string[]): readonly string[] {
  const known = groups.includes('system:authenticated') || groups.includes('system:unauthenticated')
  return known ? groups : [...groups, 'system:authenticated']
}
