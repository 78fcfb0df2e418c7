import { expect, it } from 'vitest'
import { passages } from './prose.ts'

it('joins the lines of a comment and keeps their numbers', () => {
  const source =
    'const a = 1\n/**\n * One sentence over\n * two lines.\n * @throws Error when it fails\n */\nfoo()\n// next\n'
  expect(passages('a.ts', source)).toEqual([
    { kind: 'comment', text: 'One sentence over\ntwo lines.', lines: [3, 4] },
    { kind: 'comment', text: 'Error when it fails', lines: [5] },
    { kind: 'comment', text: 'next', lines: [8] },
  ])
})

it('reads a comment behind code, and no address inside a string', () => {
  const source = "const b = 2 // bytes\nconst url = 'http://example.com // not a comment'\n"
  expect(passages('a.ts', source)).toEqual([{ kind: 'comment', text: 'bytes', lines: [1] }])
})

it('reads titles of tests, also of tables', () => {
  const source =
    "it('returns 409', () => {})\nit.each(rows)('%s returns 410', () => {})\ndescribe(`a list`, () => {})\n"
  expect(passages('a.test.ts', source).map(({ kind, text }) => [kind, text])).toEqual([
    ['title', 'returns 409'],
    ['title', '%s returns 410'],
    ['title', 'a list'],
  ])
})

it('reads the messages of errors', () => {
  const source = "throw new UsageFault(`the option -${name} is missing`)\nconst kept = new Map('a')\n"
  expect(passages('a.ts', source)).toEqual([{ kind: 'message', text: 'the option -${name} is missing', lines: [1] }])
})

it('separates headings, paragraphs, list items and table cells, and leaves out code', () => {
  const source =
    '# Head\n\nOne\nparagraph.\n\n- first\n- second\n\n```sh\nWhat runs\n```\n\n    What runs\n\n| a | b |\n| - | - |\n'
  expect(passages('a.md', source).map(({ kind, text, lines }) => [kind, text, lines[0]])).toEqual([
    ['heading', 'Head', 1],
    ['paragraph', 'One\nparagraph.', 3],
    ['paragraph', 'first', 6],
    ['paragraph', 'second', 7],
    ['paragraph', 'a', 15],
    ['paragraph', 'b', 15],
  ])
})

it('leaves out directives of tools', () => {
  expect(passages('a.ts', '// oxlint-disable-next-line no-eval\nfoo()\n')).toEqual([])
  expect(passages('a.svelte', '<!-- svelte-ignore a11y_autofocus -->\n<input />\n')).toEqual([])
})
