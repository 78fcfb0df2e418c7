import { expect, it } from 'vitest'
import rehypeStringify from 'rehype-stringify'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { rehypeTabplane } from './rehype.ts'
import { remarkTabplane } from './remark.ts'

const APP = 'https://tabplane.example/play/'
const PAGE =
  '# A shop\n\n- item\n\n  ```yaml tabplane\n  kind: Namespace\n  ```\n\n```text tabplane-output\nNAME\n```\n'
const SCRIPT = `<script async src="${APP}embed.js" data-enhance=".tabplane pre code"></script>`

const byRemark = (page: string): Promise<string> =>
  unified()
    .use(remarkParse)
    .use(() => remarkTabplane({ app: APP }))
    .use(remarkRehype)
    .use(rehypeStringify)
    .process(page)
    .then(String)

const byRehype = (page: string): Promise<string> =>
  unified()
    .use(remarkParse)
    .use(remarkRehype)
    .use(() => rehypeTabplane({ app: APP, cluster: 'shop' }))
    .use(rehypeStringify)
    .process(page)
    .then(String)

it('marks runnable blocks and adds the script once, with remark', async () => {
  const html = await byRemark(PAGE + PAGE)
  expect(html).toContain('<div class="tabplane"><pre><code class="language-yaml">kind: Namespace')
  expect(html).toContain('<code class="language-text">NAME')
  expect(html.split(SCRIPT)).toHaveLength(2)
})

it('marks runnable blocks and names the cluster, with rehype', async () => {
  const html = await byRehype(PAGE)
  expect(html).toContain('<div class="tabplane"><pre><code class="language-yaml">kind: Namespace')
  expect(html).toContain('data-enhance=".tabplane pre code" data-cluster="shop"></script>')
})

it('adds no script when the site loads it', async () => {
  const html = await unified()
    .use(remarkParse)
    .use(() => remarkTabplane())
    .use(remarkRehype)
    .use(rehypeStringify)
    .process(PAGE)
    .then(String)
  expect(html).toContain('<div class="tabplane">')
  expect(html).not.toContain('script')
})

it('leaves a page without marks as it is', async () => {
  const plain = '```yaml\nkind: Namespace\n```\n'
  expect(await byRemark(plain)).not.toContain('script')
  expect(await byRehype(plain)).not.toContain('tabplane')
})

it('adds no children to a leaf', () => {
  const leaf = { type: 'text', value: 'a' }
  for (const plugin of [remarkTabplane(), rehypeTabplane()]) plugin({ type: 'root', children: [leaf] })
  expect(leaf).toEqual({ type: 'text', value: 'a' })
  expect('children' in leaf).toBe(false)
})

it('refuses an invalid address of the app', () => {
  expect(() => remarkTabplane({ app: 'play' })).toThrow(TypeError)
})
