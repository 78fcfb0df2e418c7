import type { Authenticator } from './authenticator.ts'

/**
 * The last method of the chain: identifies requests without a credential. A host that vouches for its callers, such as
 * the page of a browser, passes another `username`.
 */
export function anonymous(
  username = 'system:anonymous',
  groups: readonly string[] = ['system:unauthenticated'],
): Authenticator {
  const user = { username, uid: '', groups, extra: {} }
  return { name: 'anonymous', fallback: true, authenticate: () => user }
}
