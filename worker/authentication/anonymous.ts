import type { Authenticator } from './authenticator.ts'

const ANONYMOUS = 'system:anonymous'

/**
 * The last method of the chain: identifies requests without a credential. A host that trusts its callers, such as the page of
 * a browser, passes another `username`.
 */
export function anonymous(username = ANONYMOUS, groups: readonly string[] = ['system:unauthenticated']): Authenticator {
  const user = { username, uid: '', groups, extra: {} }
  const name = username === ANONYMOUS ? 'anonymous' : 'no credentials'
  return { name, fallback: true, authenticate: () => user }
}
