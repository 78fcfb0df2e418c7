import { describe, expect, it } from 'vitest'
import { configKey } from './config-keys.ts'
import { jsonObjectFault } from './json-text.ts'

describe('keys of config maps and secrets', () => {
  it.each(['a', 'A.b-c_d', '.a', 'a..b'])('accept %s', (key) => expect(configKey(key)).toEqual([]))
  it.each([
    ['.', "must not be '.'"],
    ['..', "must not be '..'"],
    ['..a', "must not start with '..'"],
    ['k'.repeat(254), 'must be no more than 253 characters'],
  ])('refuse %s', (key, fault) => expect(configKey(key)).toEqual([fault]))
  it('limit their characters', () => expect(configKey('a b')[0]).toMatch(/^a valid config key must consist of/))
})

describe('values of config maps and secrets', () => {
  it.each([
    ['{"a": 1}', undefined],
    ['null', undefined],
    ['[]', 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
    ['nope', "invalid character 'o' in literal null (expecting 'u')"],
    ['', 'unexpected end of JSON input'],
  ])('the text %j as a JSON object has the fault %s', (text, fault) => expect(jsonObjectFault(text)).toBe(fault))

  it('have a fault that names the first byte after the JSON, even in a text that is not UTF-8', () => {
    expect(jsonObjectFault(Uint8Array.of(0x7b, 0x7d, 0x89))).toBe(`invalid character '\\u0089' after top-level value`)
  })
})
