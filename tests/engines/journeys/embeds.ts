import type { Journey } from './journey.ts'

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: from-the-page }\n'

/** A page with two embeds; the second has no storage, since its origin is opaque. */
const page = (origin: string): string => `<!doctype html><html lang="en"><title>Docs</title>
<script async src="${origin}/embed.js"></script>
<tabplane-cluster title="Plain" panes="terminal" height="300">
<script type="application/yaml">${MANIFEST}</script></tabplane-cluster>
<tabplane-cluster title="Sandbox" panes="terminal" sandbox height="300">
<script type="application/yaml">${MANIFEST}</script></tabplane-cluster></html>`

export default {
  title: 'embeds work in a page of another origin, also without storage',
  async run({ visit, serve }) {
    const { origin } = await serve()
    const host = await serve(new Map([['/docs', page(origin)]]))
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
  },
} satisfies Journey
