import { userOf } from './identity-user.ts'
import type { Identity } from './scenario.ts'

/** The headers with which the administrator acts as an identity. */
export function identityHeaders(identity: Identity): readonly (readonly [string, string])[] {
  const groups = 'user' in identity ? (identity.groups ?? []) : []
  return [
    ['Impersonate-User', userOf(identity)],
    ...groups.map((group): [string, string] => ['Impersonate-Group', group]),
  ]
}

/** Adds the identity to a request, unless the request already impersonates a user. */
export function withIdentity(init: RequestInit | undefined, identity: Identity): RequestInit {
  const headers = new Headers(init?.headers)
  if (!headers.has('Impersonate-User'))
    for (const [name, value] of identityHeaders(identity)) headers.append(name, value)
  return { ...init, headers }
}
