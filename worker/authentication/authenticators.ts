import type { ApiRequest } from '../api/exchange.ts'
import { unauthorized } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Trace } from '../observability/trace.ts'
import type { Authenticator, Circumstances } from './authenticator.ts'
import { BadCredential } from './authenticator.ts'

/** Who a request is from, and which method said so; or why nobody would say. */
export type Identity =
  | { readonly user: UserInfo; readonly method: string }
  | { readonly user: undefined; readonly faults: readonly string[] }

export type Identify = (request: ApiRequest, circumstances: Circumstances) => Identity | Promise<Identity>

/**
 * Asks the methods in order; the first that knows the user decides, even where another refused its credential
 * (reference/identity.md 1). Everyone but an unauthenticated caller is in group `system:authenticated` as well.
 */
export function identifyBy(methods: readonly Authenticator[]): Identify {
  // Most methods know at once, and a promise costs more than they do.
  function ask(
    from: number,
    faults: readonly string[],
    request: ApiRequest,
    circumstances: Circumstances,
  ): Identity | Promise<Identity> {
    for (let i = from; i < methods.length; i++) {
      const method = methods[i]
      if (method === undefined || (method.fallback === true && faults.length > 0)) continue
      try {
        const answer = method.authenticate(request, circumstances)
        if (answer instanceof Promise) {
          return answer.then(
            (user) => (user === undefined ? ask(i + 1, faults, request, circumstances) : known(user, method)),
            (error: unknown) => ask(i + 1, [...faults, faultOf(error)], request, circumstances),
          )
        }
        if (answer !== undefined) return known(answer, method)
      } catch (error) {
        faults = [...faults, faultOf(error)]
      }
    }
    return { user: undefined, faults }
  }
  return (request, circumstances) => ask(0, [], request, circumstances)
}

/** The text of a credential that is wrong; any other error is a defect and goes on its way. */
export function faultOf(error: unknown): string {
  if (error instanceof BadCredential) return error.message
  throw error
}

const AUTHENTICATED = 'system:authenticated'
const ANONYMOUS = 'system:anonymous'

/** Methods that keep a user answer the same object again and again. */
const completed = new WeakMap<UserInfo, UserInfo>()

function known(user: UserInfo, { name }: Authenticator): Identity {
  const { username, groups } = user
  const isKept = username === ANONYMOUS || groups.includes(AUTHENTICATED) || groups.includes('system:unauthenticated')
  if (isKept) return { user, method: name }
  let complete = completed.get(user)
  if (complete === undefined) completed.set(user, (complete = { ...user, groups: [...groups, AUTHENTICATED] }))
  return { user: complete, method: name }
}

/**
 * The user of a request.
 * @throws unauthorized() where a method refuses its credential, or none knows the caller.
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
    trace.stage('authentication', identity.faults.join('; ') || 'no method knows the caller')
    throw unauthorized()
  }
  trace.stage('authentication', `${identity.method}: ${user.username}`, () => ({
    user: user.username,
    groups: user.groups,
  }))
  return user
}
