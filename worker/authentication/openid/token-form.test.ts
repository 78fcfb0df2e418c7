import { describe, expect, it } from 'vitest'
import { formFault, withHead } from './token-form.ts'

const part = (text: string): string => btoa(text).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
const withHeader = (head: string): string => `${part(head)}.e30.c2ln`

describe('formFault', () => {
  it('accepts a token whose header is an object, null or missing, and `withHead` replaces each missing or null header', () => {
    expect(['{"alg":"RS256","kid":null}', 'null', ''].map((head) => formFault(withHeader(head)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([withHead('.a.b'), withHead('bnVsbA.a.b'), withHead('e30.a.b')]).toEqual(Array(3).fill('e30.a.b'))
  })

  it('gives the place of the first foreign character of a part, or of an incomplete end', () => {
    expect(formFault('e30=.e30.c2ln')).toBe('illegal base64 data at input byte 3')
    expect(formFault('e30.e30.c2ln=')).toBe('illegal base64 data at input byte 4')
    expect(formFault('e30.e30.c2lnx')).toBe('illegal base64 data at input byte 4')
  })

  it('names faults of the header', () => {
    expect(formFault(withHeader('{"alg":"RS256"'))).toBe('unexpected end of JSON input')
    expect(formFault(withHeader('[]'))).toBe('json: cannot unmarshal array into Go value of type jose.rawHeader')
    expect(formFault(withHeader('{"alg":1}'))).toBe(
      'failed to unmarshal algorithm: json: cannot unmarshal number into Go value of type string: "1"',
    )
    expect(formFault(withHeader('{"kid":1}'))).toBe(
      'failed to unmarshal key ID: json: cannot unmarshal number into Go value of type string: "1"',
    )
  })
})
