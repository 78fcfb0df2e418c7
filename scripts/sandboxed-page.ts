import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { SANDBOXED_PAGE } from '../src/address/sandboxed-page.ts'

/**
 * Writes the page for frames without an origin: index.html, with a policy that names the host instead of `'self'`. For an
 * opaque origin, `'self'` matches no address in WebKit (ADR 0151).
 */
export function sandboxedPage(): Plugin {
  return {
    name: 'sandboxed-page',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type === 'asset')
        this.emitFile({ type: 'asset', fileName: SANDBOXED_PAGE, source: sandboxedDocument(String(page.source)) })
    },
  }
}

/** Makes the text of the page from the text of index.html. @throws Error when index.html has no policy */
export function sandboxedDocument(html: string): string {
  const [element, policy] = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"\s*\/?>/.exec(html) ?? []
  if (element === undefined || policy === undefined) throw new Error('index.html has no Content-Security-Policy')
  const script = policyScript(policy)
  const hash = createHash('sha256').update(script).digest('base64')
  // The policy until the script adds the exact one. It allows the text of the script, and files of any host.
  const first = policy.replaceAll("'self'", 'https: http:').replace('script-src ', `script-src 'sha256-${hash}' `)
  return html.replace(
    element,
    `<meta http-equiv="Content-Security-Policy" content="${first}" /><script>${script}</script>`,
  )
}

/**
 * The script that adds the exact policy: the name of the host is known only in the page, when it loads. A document
 * obeys all its policies, so the second one forbids what the first one allows. A page with an origin could read the
 * reader's clusters, so it goes to index.html, whose headers say which sites may frame it.
 */
const policyScript = (policy: string): string => `
const isOpaque = origin === 'null'
const element = document.createElement('meta')
element.httpEquiv = 'Content-Security-Policy'
element.content = isOpaque ? ${JSON.stringify(policy)}.replaceAll("'self'", location.origin) : "default-src 'none'"
document.head.append(element)
if (!isOpaque) location.replace('./' + location.search + location.hash)
`
