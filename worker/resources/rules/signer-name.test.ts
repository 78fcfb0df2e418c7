import { describe, expect, it } from 'vitest'
import { errorsOf } from './rules-fixture.ts'
import { signerName } from './signer-name.ts'

describe('signerName', () => {
  it.each(['example.com/signer', 'a.b/c.d', 'svc.io/apiserver-client'])('accepts %s', (name) => {
    expect(errorsOf(signerName, name)).toEqual([])
  })

  it('requires a domain and one path', () => {
    const fault = "must be a fully qualified domain and path of the form 'example.com/signer-name'"
    expect(errorsOf(signerName, 'example.com')).toEqual([`x: Invalid value: "example.com": ${fault}`])
    expect(errorsOf(signerName, 'a.b/c/d')).toEqual([`x: Invalid value: "a.b/c/d": ${fault}`])
  })

  it('limits the bytes of the domain and of the name', () => {
    const long = Array(64).fill('abc').join('.')
    expect(errorsOf(signerName, `${long}/x`)).toEqual(['x: Too long: must have at most 253 bytes'])
    expect(errorsOf(signerName, `a.b/${long}.${long}.${long}`)).toEqual(['x: Too long: must have at most 571 bytes'])
  })

  it('requires a domain of several labels, and reports the first bad label', () => {
    expect(errorsOf(signerName, 'local/x')).toEqual([
      'x: Invalid value: "local": should be a domain with at least two segments separated by dots',
    ])
    const [fault = ''] = errorsOf(signerName, 'Bad.Domain/x')
    expect(fault).toMatch(/^x: Invalid value: "Bad\.Domain": validating label "Bad": a lowercase RFC 1123 label/)
  })
})
