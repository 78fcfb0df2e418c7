import { describe, expect, it } from 'vitest'
import { indentJson } from './json-indent.ts'

describe('indentJson', () => {
  it('equals the indented output of JSON.stringify', () => {
    const value = { a: [1, { b: 'x: {[,]} \\" "' }, [], {}], c: null, 'd"e': true, f: '' }
    expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2))
  })

  it('keeps the spelling of numbers', () => {
    expect(indentJson('{"a":9223372036854775807,"b":1.0}')).toBe('{\n  "a": 9223372036854775807,\n  "b": 1.0\n}')
  })
})
