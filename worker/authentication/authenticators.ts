import type { ApiRequest } from '../api/exchange.ts'
import { unauthorized } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Trace } from '../observability/trace.ts'
import type { Authenticator, AuthenticationContext } from './authenticator.ts'
import { BadCredential } from './authenticator.ts'

/** The user of a request and the method that identified it; or the faults of the methods that refused. */
export type Identity =
  | { readonly user: UserInfo; readonly method: string }
  | { readonly user: undefined; readonly faults: readonly string[] }

export type Identify = (request: ApiRequest, context: AuthenticationContext) => Identity | Promise<Identity>

/**
 * Calls the methods in order; the first that returns a user decides, even when an earlier method refused its own
 * credential (reference/identity.md 1). After a refusal, methods with `fallback` are skipped. Every authenticated user is also
 * in the group `system:authenticated`.
 */
export function identifyBy(methods: readonly Authenticator[]): Identify {
  // Most methods answer synchronously, and a promise costs more than their work.
  function tryFrom(
    from: number,
    faults: readonly string[],
    request: ApiRequest,
    context: AuthenticationContext,
  ): Identity | Promise<Identity> {
    for (let i = from; i < methods.length; i++) {
      const method = methods[i]
      if (method === undefined || (method.fallback === true && faults.length > 0)) continue
      try {
        const answer = method.authenticate(request, context)
        if (answer instanceof Promise) {
          return answer.then(
            (user) => (user === undefined ? tryFrom(i + 1, faults, request, context) : identityOf(user, method)),
            (error: unknown) => tryFrom(i + 1, [...faults, faultOf(error)], request, context),
          )
        }
        if (answer !== undefined) return identityOf(answer, method)
      } catch (error) {
        faults = [...faults, faultOf(error)]
      }
    }
    return { user: undefined, faults }
  }
  return (request, context) => tryFrom(0, [], request, context)
}

/** The message of a BadCredential. @throws every other error, which is a defect */
export function faultOf(error: unknown): string {
  if (error instanceof BadCredential) return error.message
  throw error
}

const AUTHENTICATED = 'system:authenticated'
const ANONYMOUS = 'system:anonymous'

/** Methods that cache users return the same object for each request. */
const completed = new WeakMap<UserInfo, UserInfo>()

function identityOf(user: UserInfo, { name }: Authenticator): Identity {
  const { username, groups } = user
  const isKept = username === ANONYMOUS || groups.includes(AUTHENTICATED) || groups.includes('system:unauthenticated')
  if (isKept) return { user, method: name }
  let complete = completed.get(user)
  if (complete === undefined) completed.set(user, (complete = { ...user, groups: [...groups, AUTHENTICATED] }))
  return { user: complete, method: name }
}

/**
 * The user of a request.
 * @throws unauthorized() when no method identifies the caller
 */
export function authenticate(
  identify: Identify,
  request: ApiRequest,
  trace: Trace,
  warn: (text: string) => void,
): UserInfo | Promise<UserInfo> {
  const identity = identify(request, { audiences: [], warn })
  return identity instanceof Promise
    ? identity.then((answer) => requireUser(answer, trace))
    : requireUser(identity, trace)
}

function requireUser(identity: Identity, trace: Trace): UserInfo {
  const { user } = identity
  if (user === undefined) {
    trace.stage('authentication', identity.faults.join('; ') || 'no method identifies the caller')
    throw unauthorized()
  }
  trace.stage('authentication', `${identity.method}: ${user.username}`, () => ({
    user: user.username,
    groups: user.groups,
  }))
  return user
}
