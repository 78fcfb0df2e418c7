import type { Authenticator } from './authenticator.ts'

/**
 * Last in the chain: who carries no credential is somebody nonetheless. `username` is another user where a host vouches
 * for its callers (a browser's own page).
 */
export function anonymous(
  username = 'system:anonymous',
  groups: readonly string[] = ['system:unauthenticated'],
): Authenticator {
  const user = { username, uid: '', groups, extra: {} }
  return { name: 'anonymous', fallback: true, authenticate: () => user }
}
