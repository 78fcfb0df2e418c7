import { describe, expect, it } from 'vitest'
import type { Bytes } from '../../certificates/der-writer.ts'
import { makeCertificate, makeRequest } from '../../certificates/der-fixture.ts'
import { certificateFaults, requestFaults, trustAnchorFaults } from './examination.ts'

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const pem = (type: string, bytes: Bytes, headers = ''): string =>
  `-----BEGIN ${type}-----\n${headers}${base64(bytes)}\n-----END ${type}-----\n`
const NOTHING = Uint8Array.of(0, 0, 0)
const authority = pem('CERTIFICATE', makeCertificate(true))

describe('certificate examination', () => {
  it('accepts a signed request, and refuses other PEM blocks, malformed requests and wrong signatures', async () => {
    const good = await makeRequest({ '2.5.4.3': 'a' })
    expect(await requestFaults(btoa(`text before\n${pem('CERTIFICATE REQUEST', good)}`))).toEqual([])
    const block = 'PEM block type must be CERTIFICATE REQUEST'
    expect(await requestFaults('')).toEqual([block])
    expect(await requestFaults(btoa(authority))).toEqual([block])
    const [malformed] = await requestFaults(btoa(pem('CERTIFICATE REQUEST', NOTHING)))
    expect(malformed).toMatch(/^asn1: structure error: tags don't match/)
    const forged = Uint8Array.from(good)
    forged[good.indexOf(97)] = 98
    expect(await requestFaults(btoa(pem('CERTIFICATE REQUEST', forged)))).toEqual(['x509: ECDSA verification failure'])
  })

  it('accepts only certificates in an issued certificate', () => {
    expect(certificateFaults(btoa(authority + authority))).toEqual([])
    expect(certificateFaults(btoa('hello'))).toEqual(['must contain at least one CERTIFICATE PEM block'])
    expect(certificateFaults(btoa(authority + pem('PRIVATE KEY', NOTHING)))).toEqual([
      'only CERTIFICATE PEM blocks are allowed, found "PRIVATE KEY"',
    ])
    expect(certificateFaults(btoa(pem('CERTIFICATE', NOTHING, 'A: b\n\n')))).toEqual([
      'no PEM block headers are permitted',
    ])
    expect(certificateFaults(btoa(pem('CERTIFICATE', NOTHING)))).toEqual(['x509: malformed certificate'])
  })

  it('accepts only unique authorities in a trust bundle, and reports every other entry', () => {
    expect(trustAnchorFaults(authority)).toEqual([])
    expect(trustAnchorFaults('')).toEqual(['at least one trust anchor must be provided'])
    expect(trustAnchorFaults(authority + authority)).toEqual(['duplicate trust anchor (indices [0 1])'])
    const others = [
      pem('PRIVATE KEY', NOTHING),
      pem('CERTIFICATE', NOTHING, 'A: b\n\n'),
      pem('CERTIFICATE', NOTHING),
      pem('CERTIFICATE', makeCertificate(false)),
    ]
    expect(trustAnchorFaults(others.join(''))).toEqual([
      'entry 0 has bad block type: PRIVATE KEY',
      'entry 1 has PEM block headers',
      'entry 2 does not parse as X.509',
      'entry 3 does not have the CA bit set',
    ])
  })
})
