import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('escapes the characters that mean something in HTML, like Go', () => {
  expect(escapeHtml(`a<b>&"c"'d'\0`)).toBe('a&lt;b&gt;&amp;&#34;c&#34;&#39;d&#39;\uFFFD')
})
