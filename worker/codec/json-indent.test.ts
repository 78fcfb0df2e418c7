import { describe, expect, it } from 'vitest'
import { indentJson } from './json-indent.ts'

describe('indentJson', () => {
  it('writes what JSON.stringify would', () => {
    const value = { a: [1, { b: 'x: {[,]} \\" "' }, [], {}], c: null, 'd"e': true, f: '' }
    expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2))
  })

  it('keeps numbers as they are written', () => {
    expect(indentJson('{"a":9223372036854775807,"b":1.0}')).toBe('{\n  "a": 9223372036854775807,\n  "b": 1.0\n}')
  })
})
