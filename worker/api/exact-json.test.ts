import { expect, it } from 'vitest'
import { exactJson } from './exact-json.ts'

it('writes integers beyond doubles digit by digit, in any place', () => {
  const value = { b: [9007199254740993n, { a: -9223372036854775808n }], a: undefined, c: 'é', d: null, e: 1.5 }
  expect(exactJson(value)).toBe('{"b":[9007199254740993,{"a":-9223372036854775808}],"c":"é","d":null,"e":1.5}')
  expect(exactJson({ b: 1, a: [undefined] })).toBe(JSON.stringify({ b: 1, a: [undefined] }))
})
