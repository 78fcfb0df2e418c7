import { expect, it } from 'vitest'
import { indentedJson } from './indented-json.ts'

it('indents a value with a large integer as JSON.stringify indents a value without one', () => {
  const value = (integer: unknown): object => ({
    a: [],
    b: {},
    c: [1, { 'd":{[,': integer, e: null }],
    f: 'x: {}, []"',
  })
  const expected = JSON.stringify(value('integer'), undefined, 2)
  expect(indentedJson(value('integer'))).toBe(expected)
  expect(indentedJson(value(9007199254740993n))).toBe(expected.replace('"integer"', '9007199254740993'))
})
