import { expect, it } from 'vitest'
import { exactJson } from './exact-json.ts'

it('writes integers beyond doubles digit by digit, in any place', () => {
  const value = { b: [9007199254740993n, { a: -9223372036854775808n }], a: undefined, c: 'é', d: null, e: 1.5 }
  expect(exactJson(value)).toBe('{"b":[9007199254740993,{"a":-9223372036854775808}],"c":"é","d":null,"e":1.5}')
  expect(exactJson({ b: 1, a: [undefined] })).toBe(JSON.stringify({ b: 1, a: [undefined] }))
  expect(exactJson([undefined, 9007199254740993n])).toBe('[null,9007199254740993]')
})

it('indents as JSON.stringify does', () => {
  const value = (integer: unknown): object => ({ a: [], b: {}, c: [1, { d: integer, e: null }], f: 'x' })
  const expected = JSON.stringify(value('integer'), undefined, 2)
  expect(exactJson(value('integer'), 2)).toBe(expected)
  expect(exactJson(value(9007199254740993n), 2)).toBe(expected.replace('"integer"', '9007199254740993'))
})
