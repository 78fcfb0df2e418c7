import type { UserInfo } from '../api/user.ts'
import type { Authenticator, AuthenticationContext, TokenMethod } from './authenticator.ts'
import { BadCredential } from './authenticator.ts'
import { faultOf } from './authenticators.ts'

const INVALID = 'invalid bearer token'
const IGNORED = 'the provided Authorization header contains extra space before the bearer token, and is ignored'

/**
 * Calls the token methods in order.
 * @throws BadCredential with the faults of all methods, when no method accepts the token
 */
export function authenticateToken(
  methods: readonly TokenMethod[],
  token: string,
  context: AuthenticationContext,
): UserInfo | Promise<UserInfo> {
  const tryFrom = (from: number, faults: readonly string[]): UserInfo | Promise<UserInfo> => {
    for (let i = from; i < methods.length; i++) {
      try {
        const user = methods[i]?.authenticate(token, context.audiences, context)
        if (user instanceof Promise) {
          return user.then(
            (found) => found ?? tryFrom(i + 1, faults),
            (error: unknown) => tryFrom(i + 1, [...faults, faultOf(error)]),
          )
        }
        if (user !== undefined) return user
      } catch (error) {
        faults = [...faults, faultOf(error)]
      }
    }
    throw new BadCredential(faults.length === 0 ? INVALID : `[${[...new Set([INVALID, ...faults])].join(', ')}]`)
  }
  return tryFrom(0, [])
}

/**
 * `Authorization: Bearer TOKEN`. A request without such a header is left to the other methods; a token that no method
 * accepts is refused (reference/identity.md 5 and 6).
 */
export function bearerToken(methods: readonly TokenMethod[]): Authenticator {
  return {
    name: 'bearer-token',
    authenticate({ headers }, context) {
      const authorization = headers.get('authorization')
      if (authorization === undefined) return undefined
      const text = authorization.trim()
      const space = text.indexOf(' ')
      if (space < 0 || text.slice(0, space).toLowerCase() !== 'bearer') return undefined
      // The text after a second space is ignored.
      const end = text.indexOf(' ', space + 1)
      const token = end < 0 ? text.slice(space + 1) : text.slice(space + 1, end)
      if (token !== '') return authenticateToken(methods, token, context)
      context.warn(IGNORED)
      return undefined
    },
  }
}

/**
 * Restricts a token method whose tokens name no audience: a token is accepted only when the caller requests no audience or an
 * audience of this server.
 */
export function forAudiences(own: readonly string[], method: TokenMethod): TokenMethod {
  return {
    name: method.name,
    authenticate: (token, audiences) =>
      audiences.length === 0 || audiences.some((audience) => own.includes(audience))
        ? method.authenticate(token, audiences)
        : undefined,
  }
}
