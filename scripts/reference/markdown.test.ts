import { expect, it } from 'vitest'
import { inlineHtml, referenceHtml } from './markdown.ts'

it('gives each rule an id and a link by its number', () => {
  expect(referenceHtml('watch', '# Watch\n\n3. One\n   rule.\n4. Another.')).toBe(
    [
      '<h2>Watch</h2>',
      '<ol role="list">',
      '<li id="watch-3"><a class="number" href="#watch-3" aria-label="Rule 3">3</a><p>One rule.</p></li>',
      '<li id="watch-4"><a class="number" href="#watch-4" aria-label="Rule 4">4</a><p>Another.</p></li>',
      '</ol>',
    ].join('\n'),
  )
})

it('gives a numbered section an id', () => {
  expect(referenceHtml('scenarios', '## 7. The proof')).toBe('<h3 id="scenarios-7">7. The proof</h3>')
})

it('links to pages and rules inside the site', () => {
  expect(inlineHtml('see [list](list.md) 7 and [watch](watch.md)')).toBe(
    'see <a href="#list-7">list 7</a> and <a href="#watch">watch</a>',
  )
})

it('escapes text and keeps code as it is written', () => {
  expect(inlineHtml('`<nil>: [a](b.md)` & <b>')).toBe('<code>&lt;nil&gt;: [a](b.md)</code> &amp; &lt;b&gt;')
})

it('writes tables with column headers', () => {
  expect(referenceHtml('limits', '| a | b |\n| - | - |\n| `1` | 2 |')).toContain(
    '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td><code>1</code></td><td>2</td></tr>',
  )
})

it('writes code as text', () => {
  expect(referenceHtml('scenarios', '```yaml\na: <b>\n```')).toContain('<code>a: &lt;b&gt;</code>')
})

it('refuses a block that it cannot show', () => {
  expect(() => referenceHtml('watch', '- a list')).toThrow('watch.md')
})
