import { expect, it } from 'vitest'
import { formattedText } from './formatted-text.ts'

it('indents YAML evenly and keeps comments, order and documents', async () => {
  const text = `# a namespace
kind:   Namespace
metadata:
      name: shop # its name
---
kind: List
items:
-   a: { b: 1 }
-   "yes"
`
  expect(await formattedText(text, 'yaml')).toBe(`# a namespace
kind: Namespace
metadata:
  name: shop # its name
---
kind: List
items:
  - a: { b: 1 }
  - "yes"
`)
})

it('returns a formatted text unchanged', async () => {
  const once = await formattedText('a:\n    - 1\n---\n# end\nb: |\n    text\n', 'yaml')
  expect(await formattedText(once, 'yaml')).toBe(once)
})

it('formats JSON, and leaves code and empty texts', async () => {
  expect(await formattedText('{"a":[1]}', 'json')).toBe('{\n  "a": [\n    1\n  ]\n}\n')
  expect(await formattedText('const a=1', 'typescript')).toBe('const a=1')
  expect(await formattedText('', 'yaml')).toBe('')
})

it('keeps the numbers, the order and the texts of JSON', async () => {
  const text = '{ "b": 1.0,\n"1":12345678901234567890, "a": "x  \\" , {", "c": [ ], "d": { } }'
  expect(await formattedText(text, 'json')).toBe(
    '{\n  "b": 1.0,\n  "1": 12345678901234567890,\n  "a": "x  \\" , {",\n  "c": [],\n  "d": {}\n}\n',
  )
  await expect(formattedText('{"a":1', 'json')).rejects.toThrow(SyntaxError)
})

it('refuses a text with errors', async () => {
  await expect(formattedText('a: [', 'yaml')).rejects.toThrow('line 1')
})
