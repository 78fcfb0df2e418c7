import { readFileSync } from 'node:fs'

/** The files that other origins load: parts of the app for sandboxed frames, whose origin is opaque, and the scripts for embedding pages. */
const SHARED = /^\/(?:assets\/.*|embed(?:-kit)?\.js)$/

/** These pages declare their own policies, and pages of other origins frame them. */
const OWN_POLICY = /^\/(?:handler-frame|sandboxed)\.html$/

/** Vite names these files after their content. */
const UNCHANGING = /^\/assets\//

/**
 * The headers of a file of the build, as every host should send them (docs/hosting.md).
 * @param path Below the base of the site: `/`, `/assets/a-1.js`.
 * @param policy The policy in the meta element of index.html.
 */
export function servedHeaders(path: string, query: URLSearchParams, policy: string): Record<string, string> {
  // Any page may frame an embed, which has its own cluster; only its own site may frame the app.
  const ancestors = query.has('panes') ? '*' : "'self'"
  return {
    ...(!OWN_POLICY.test(path) && { 'Content-Security-Policy': `${policy}; frame-ancestors ${ancestors}` }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': UNCHANGING.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(SHARED.test(path) && { 'Access-Control-Allow-Origin': '*' }),
  }
}

/** The policy of the built or the source page. @throws Error when the page has none */
export function policyOf(page: string): string {
  const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(readFileSync(page, 'utf8')) ?? []
  if (policy === undefined) throw new Error(`${page} has no Content-Security-Policy`)
  return policy
}
