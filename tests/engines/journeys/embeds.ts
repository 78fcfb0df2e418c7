import type { Journey } from './journey.ts'

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: from-the-page }\n'

/** Tries code of another origin, text as code, and a request to another origin. Returns the directives that forbade them. */
const ATTACK = `
  if (globalThis.refused === undefined) {
    globalThis.refused = new Set()
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      refused.add(effectiveDirective.slice(0, 10) + ' ' + blockedURI))
    const foreign = document.createElement('script')
    foreign.src = 'OTHER/embed-kit.js'
    const text = document.createElement('script')
    text.textContent = 'globalThis.attacked = true'
    document.head.append(foreign, text)
    fetch('OTHER/docs').catch(() => undefined)
  }
  return [...refused].sort().join()`
const ALL_REFUSED = /^connect-sr http:[^,]*,script-src http:[^,]*,script-src inline$/

/** A page with two embeds; the second has no storage, since its origin is opaque. */
const page = (origin: string): string => `<!doctype html><html lang="en"><title>Docs</title>
<script async src="${origin}/embed.js"></script>
<tabplane-cluster title="Plain" panes="terminal" height="300">
<script type="application/yaml">${MANIFEST}</script></tabplane-cluster>
<tabplane-cluster title="Sandbox" panes="terminal" sandbox height="300">
<script type="application/yaml">${MANIFEST}</script></tabplane-cluster></html>`

export default {
  title: 'embeds work in a page of another origin, also without an origin of their own, where no foreign code runs',
  async run({ visit, serve }) {
    const { origin } = await serve()
    const host = await serve({ pages: new Map([['/docs', page(origin)]]) })
    const visitor = await visit()
    await visitor.tab.open(`${host.origin}/docs`)
    for (const frame of [0, 1]) {
      await visitor.sees('.xterm-rows', /\$/, frame)
      const found = await visitor.until(
        `const { left, top } = document.querySelectorAll('tabplane-cluster')[${frame}].getBoundingClientRect()
         return JSON.stringify({ x: left + 100, y: top + 100 })`,
        { pattern: /^\{/ },
      )
      await visitor.tab.click(JSON.parse(found) as { x: number; y: number })
      // A frame of another process has the keyboard a moment after the click.
      await visitor.until(`return document.hasFocus() ? document.activeElement.className : ''`, {
        pattern: /xterm/,
        frame,
      })
      await visitor.tab.type('svcctl get configmaps\n', frame)
      await visitor.sees('.xterm-rows', /from-the-page\s+0/, frame)
    }
    // The page of the sandboxed embed has a separate policy (ADR 0151).
    await visitor.until(ATTACK.replaceAll('OTHER', host.origin), { pattern: ALL_REFUSED, frame: 1 })
  },
} satisfies Journey
