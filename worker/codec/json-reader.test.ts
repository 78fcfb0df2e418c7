import { describe, expect, it } from 'vitest'
import { duplicateFaults } from '../schema/strictness.ts'
import { readJson } from './json-reader.ts'

describe('readJson, for a text that JSON.parse reads with a loss,', () => {
  it('reports repeated keys by path, in document order', () => {
    const { value, spelling } = readJson('{"b":{"x":1,"y":2,"x":3},"a":[{"k":1,"k":2}],"b":{}}')
    expect(duplicateFaults(value, spelling)).toEqual([
      'duplicate field "b.x"',
      'duplicate field "a[0].k"',
      'duplicate field "b"',
    ])
    expect(value).toEqual({ b: {}, a: [{ k: 2 }] })
    expect(duplicateFaults(...pair('{"a":1,"a":2,"a":3}'))).toEqual(['duplicate field "a"'])
  })

  it('keeps integers of 64 bits and the text of other numbers', () => {
    const { value, spelling } = readJson('{"a":9223372036854775807,"b":9007199254740993,"c":1.0,"d":[1e2,5]}')
    expect(value).toEqual({ a: 9223372036854775807n, b: 9007199254740993n, c: 1, d: [100, 5] })
    const numbers = [...(spelling?.numbers.values() ?? [])].map((each) => Object.fromEntries(each))
    expect(numbers).toEqual([{ c: '1.0' }, { 0: '1e2' }])
    expect(readJson('18446744073709551616').value).toBe(18446744073709552000)
  })

  it('reads the integer -0 as 0, and keeps the sign of -0.0', () => {
    expect(readJson('[-0,-0.0]').value).toEqual([0, -0])
    expect(readJson('{"a":[1,-0]}').value).toEqual({ a: [1, 0] })
  })

  it('replaces lone surrogates and malformed UTF-8, and keeps surrogate pairs', () => {
    expect(readJson(String.raw`{"a":"\ud800x","b":"\ud83d\ude00"}`).value).toEqual({ a: '\ufffdx', b: '😀' })
    expect(readJson(new Uint8Array([0x22, 0xff, 0x22])).value).toBe('\ufffd')
  })

  it('keeps a key named __proto__ as a key', () => {
    const { value } = readJson('{"__proto__":{"x":1},"a":1,"a":2}')
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1},"a":2}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })
})

const pair = (text: string) => {
  const { value, spelling } = readJson(text)
  return [value, spelling] as const
}

it('returns no spelling for an ordinary document', () => {
  const text = '{"kind":"Pod","n":{"a\\\\":"x\\"y:{","e":[true,false,null,-12]},"t":"1.5e3"}'
  expect(readJson(text)).toEqual({ value: JSON.parse(text) })
})

describe('errors equal the errors of the real server', () => {
  const faults: Record<string, string> = {
    '': 'unexpected end of JSON input',
    '{"a":': 'unexpected end of JSON input',
    '["a': 'unexpected end of JSON input',
    '[1': 'unexpected end of JSON input',
    nul: "invalid character ' ' in literal null (expecting 'l')",
    '{"a":f ': "invalid character ' ' in literal false (expecting 'a')",
    '[-': "invalid character ' ' in numeric literal",
    '1.': "invalid character ' ' after decimal point in numeric literal",
    '{"a":1e+': "invalid character ' ' in exponent of numeric literal",
    '"\\': "invalid character ' ' in string escape code",
    '"\\u12': "invalid character ' ' in \\u hexadecimal character escape",
    '\ufeff{}': "invalid character 'ï' looking for beginning of value",
    ']': "invalid character ']' looking for beginning of value",
    '{}x': "invalid character 'x' after top-level value",
    "{'a':1}": "invalid character '\\'' looking for beginning of object key string",
    '{"a" 1}': "invalid character '1' after object key",
    '{"a":1 "b"}': "invalid character '\"' after object key:value pair",
    '{"a":1,}': "invalid character '}' looking for beginning of object key string",
    '[1,]': "invalid character ']' looking for beginning of value",
    '[1 2]': "invalid character '2' after array element",
    '[01]': "invalid character '1' after array element",
    '[- 1]': "invalid character ' ' in numeric literal",
    '[1.x]': "invalid character 'x' after decimal point in numeric literal",
    '[1ex]': "invalid character 'x' in exponent of numeric literal",
    '[+1]': "invalid character '+' looking for beginning of value",
    trux: "invalid character 'x' in literal true (expecting 'e')",
    '"a\nb"': "invalid character '\\n' in string literal",
    '"\\x"': "invalid character 'x' in string escape code",
    '"\\u12g4"': "invalid character 'g' in \\u hexadecimal character escape",
  }
  for (const [text, message] of Object.entries(faults)) {
    it(JSON.stringify(text), () => expect(() => readJson(text)).toThrow(message))
  }

  it('for characters of several bytes, of which they name the first byte', () => {
    expect(() => readJson(new Uint8Array([0xff, 0xfe, 0x7b]))).toThrow("invalid character 'ÿ' looking for")
    expect(() => readJson('{"ü":1}é')).toThrow("invalid character 'Ã' after top-level value")
  })

  it('for a depth of 10,001', () => {
    expect(() => readJson('['.repeat(10_001) + ']'.repeat(10_001))).toThrow("invalid character '[' exceeded max depth")
    expect(readJson('['.repeat(1000) + ']'.repeat(1000)).spelling).toBeUndefined()
  })
})
