import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { readContinue, writeContinue } from './continue-token.ts'
import { toBase64Url } from '../runtime/bytes.ts'

const token = (text: string): string => toBase64Url(new TextEncoder().encode(text))
const read = (text: string) => readContinue(dialects.k8s, token(text))

describe('readContinue', () => {
  it('reads a token that `writeContinue` wrote', () => {
    const position = { revision: 12, start: 'a\u0000' }
    expect(readContinue(dialects.k8s, writeContinue(dialects.k8s, position))).toEqual(position)
  })

  it('reads a revision of 64 bits', () => {
    const { revision } = read('{"v":"meta.k8s.io/v1","rv":9223372036854775807,"start":"b"}')
    expect(revision).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('reads members whose names have another case', () => {
    expect(read('{"V":"meta.k8s.io/v1","Rv":-1,"START":"b"}')).toEqual({ revision: -1, start: 'b' })
  })

  it.each([
    ['{} \f', String.raw`invalid character '\f' after top-level value`],
    ['{"v"', 'unexpected end of JSON input'],
    ['[]', 'json: cannot unmarshal array into Go value of type storage.continueToken'],
    ['true', 'json: cannot unmarshal bool into Go value of type storage.continueToken'],
    ['{"v":null}', 'server does not recognize this encoded version '],
    ['{"V":1}', 'json: cannot unmarshal number into Go struct field continueToken.v of type string'],
    [
      '{"v":"meta.k8s.io/v1","rv":1.5,"start":"a"}',
      'json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64',
    ],
    ['{"rv":1e3}', 'json: cannot unmarshal number 1e3 into Go struct field continueToken.rv of type int64'],
    [
      '{"rv":9223372036854775808}',
      'json: cannot unmarshal number 9223372036854775808 into Go struct field continueToken.rv of type int64',
    ],
    ['{"start":1.5,"v":2}', 'json: cannot unmarshal number into Go struct field continueToken.start of type string'],
    ['{"start":[]}', 'json: cannot unmarshal array into Go struct field continueToken.start of type string'],
    ['x', "invalid character 'x' looking for beginning of value"],
  ])('refuses %j', (text, why) => {
    expect(() => read(text)).toThrow(`invalid continue token: continue key is not valid: ${why}`)
  })

  it('names the first byte of a token that is not UTF-8', () => {
    expect(() => readContinue(dialects.k8s, 'zz')).toThrow("invalid character 'Ï' looking for beginning of value")
  })
})
