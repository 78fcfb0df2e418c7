import { describe, expect, it } from 'vitest'
import { claimTypeFault, sourceTokenFault } from './claim-types.ts'

const cannot = 'json: cannot unmarshal'

describe('claimTypeFault', () => {
  it('accepts claims of the types of the specification, and other claims of any type', () => {
    expect(claimTypeFault({ iss: 'a', aud: ['b', null], exp: 1.5, iat: '12', nbf: null, other: [] })).toBeUndefined()
    expect(claimTypeFault({ aud: 'b', _claim_names: { a: 'b' }, _claim_sources: { b: { endpoint: 'c' } } })).toBe(
      undefined,
    )
  })

  it.each([
    [{ nonce: [], iss: 1 }, `${cannot} array into Go struct field idToken.nonce of type string`],
    [{ iss: 1, aud: 2 }, `${cannot} number into Go struct field idToken.aud of type []string`],
    [{ aud: [true] }, `${cannot} bool into Go struct field idToken.aud of type string`],
    [{ exp: {} }, `${cannot} object into Go struct field idToken.exp of type json.Number`],
    [{ exp: 'x' }, String.raw`json: invalid number literal, trying to unmarshal "\"x\"" into Number`],
    [{ exp: null }, 'strconv.ParseFloat: parsing "": invalid syntax'],
    [{ _claim_names: { a: 1 } }, `${cannot} number into Go struct field idToken._claim_names of type string`],
    [{ _claim_names: 1 }, `${cannot} number into Go struct field idToken._claim_names of type map[string]string`],
    [
      { _claim_sources: [] },
      `${cannot} array into Go struct field idToken._claim_sources of type map[string]oidc.claimSource`,
    ],
    [
      { _claim_sources: { a: 1 } },
      `${cannot} number into Go struct field idToken._claim_sources of type oidc.claimSource`,
    ],
    [
      { _claim_sources: { a: { endpoint: 1 } } },
      `${cannot} number into Go struct field claimSource._claim_sources.endpoint of type string`,
    ],
  ])('refuses %j as Go does', (claims, fault) => {
    expect(claimTypeFault(claims)).toBe(fault)
  })
})

it('refuses a token of a source that is not a string', () => {
  expect(sourceTokenFault({ a: { JWT: null }, b: {} })).toBeUndefined()
  expect(sourceTokenFault({ a: { JWT: 1 } })).toBe(`${cannot} number into Go struct field endpoint.JWT of type string`)
})
