import { createMarkdownProcessor } from '@astrojs/markdown-remark'
import { compile } from '@mdx-js/mdx'
import MarkdownIt from 'markdown-it'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { remarkTabplane } from '../../package/plugins/remark.ts'

/**
 * A page with a marked block and a block without a mark. The tests give it to the parts of Astro, Docusaurus and VitePress
 * that read Markdown, with the recipes of docs/docs-authors.md.
 */
const PAGE = '# A shop\n\n```yaml tabplane\nkind: ConfigMap\n```\n\n```yaml\nkind: Secret\n```\n'
const APP = 'https://tabplane.example/'
const RECIPES = readFileSync(path.join(import.meta.dirname, '../../docs/docs-authors.md'), 'utf8')

it('Astro keeps the mark around a block that it highlights, and the script', async () => {
  const { render } = await createMarkdownProcessor({ remarkPlugins: [[remarkTabplane, { app: APP }]] })
  const { code } = await render(PAGE)
  expect(code).toMatch(/<div class="tabplane"><pre class="astro-code[^>]*data-language="yaml"/)
  expect(code.match(/<div class="tabplane">/g)).toHaveLength(1)
  expect(code).toContain(`<script async src="${APP}embed.js" data-enhance=".tabplane pre code"></script>`)
})

it('MDX, which Docusaurus uses, compiles a marked block into an element of the class', async () => {
  const compiled = String(await compile(PAGE, { remarkPlugins: [remarkTabplane] }))
  expect(compiled.match(/className: "tabplane"|class: "tabplane"/g)).toHaveLength(1)
  expect(compiled).toMatch(/className: "language-yaml",\s*children: "kind: ConfigMap\\n"/)
})

it('VitePress puts marked blocks into an element of the class', async () => {
  const [, recipe] = /^### VitePress\n.*?^```js\n(.*?)^```$/ms.exec(RECIPES) ?? []
  if (recipe === undefined) throw new Error('docs/docs-authors.md has no recipe for VitePress')
  const address = `data:text/javascript,${encodeURIComponent(recipe)}`
  const { default: config } = (await import(/* @vite-ignore */ address)) as {
    default: { markdown: { config(markdown: MarkdownIt): void } }
  }
  const markdown = new MarkdownIt()
  config.markdown.config(markdown)
  const html = markdown.render(PAGE)
  expect(html).toContain('<div class="tabplane"><pre><code class="language-yaml">kind: ConfigMap')
  expect(html.match(/class="tabplane"/g)).toHaveLength(1)
})
