import { expect, test } from 'vitest'
import { parseDocuments } from './documents.ts'

const text = `kind: A
spec:
  list:
  - name: x
    port: 80
---
kind: B
`

test('ranges point at keys and values', () => {
  const [first] = parseDocuments(text)
  const cut = (path: (string | number)[], atKey: boolean) => {
    const { from, to } = first!.range(path, atKey)
    return text.slice(from, to)
  }
  expect(cut(['spec', 'list', 0, 'port'], false)).toBe('80')
  expect(cut(['spec', 'list', 0, 'port'], true)).toBe('port')
  // A missing field gets the range of its nearest existing parent.
  expect(cut(['spec', 'list', 0, 'image'], false)).toContain('name')
  expect(cut(['spec', 'missing'], false)).toBe('spec')
})

test('each document is parsed separately, with its own syntax errors', () => {
  expect(parseDocuments(text).map((d) => d.value)).toMatchObject([{ kind: 'A' }, { kind: 'B' }])
  const [broken] = parseDocuments('a: [1\nb: 2\n')
  expect(broken!.errors.length).toBeGreaterThan(0)
  // Plain words, then the text of the parser without its position.
  expect(broken!.errors[0]!.message).toMatch(/^A list in .*\nFlow sequence .* with a \]$/)
})

test('a timestamp is parsed as a string', () => {
  const [read] = parseDocuments('at: 2024-05-01T10:00:00Z\n')
  expect(read!.value).toEqual({ at: '2024-05-01T10:00:00Z' })
})
