import { describe, expect, it } from 'vitest'
import { readableCertificate, readCertificate, readCertificates } from './certificate.ts'
import { readCertificateRequest } from './certificate-request.ts'
import { readElement } from './der.ts'
import { issue, makeCertificate, makeRequest } from './der-fixture.ts'
import { sequence } from './der-writer.ts'
import { nameAttributes } from './distinguished-name.ts'
import { writeName } from './issue-certificate.ts'
import { signatureFault } from './signature.ts'

const bytes = (...list: readonly number[]) => Uint8Array.from(list)

describe('DER', () => {
  it('reads one element after the other', () => {
    const { element, rest } = readElement(bytes(0x30, 3, 2, 1, 5, 9))
    expect(element).toMatchObject({ class: 0, tag: 16, constructed: true, content: bytes(2, 1, 5) })
    expect(rest).toEqual(bytes(9))
  })

  it.each([
    ['too short', bytes(0x30), 'truncated tag or length'],
    ['cut off', bytes(0x30, 5, 1), 'data truncated'],
    ['of no known length', bytes(0x30, 0x80), 'indefinite length found'],
    ['longer than it must be', bytes(0x30, 0x81, 1, 0), 'non-minimal length'],
    ['of a length with zeros', bytes(0x30, 0x82, 0, 200), 'superfluous leading zeros in length'],
    ['too long', bytes(0x30, 0x84, 0x80, 0, 0, 0), 'length too large'],
    ['of a long tag that is cut off', bytes(0x3f, 0x81), 'truncated base 128 integer'],
    ['of a long tag that is small', bytes(0x3f, 0x1e, 0), 'non-minimal tag'],
    ['of a long tag that is large', bytes(0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0), 'base 128 integer too large'],
  ])('is refused when it is %s', (_why, given, message) => {
    expect(() => readElement(given)).toThrow(message)
  })
})

describe('a certificate request', () => {
  it('has the name of its subject', async () => {
    const request = readCertificateRequest(await makeRequest({ '2.5.4.10': 'dev', '2.5.4.3': 'alice' }))
    expect(request.subject).toEqual({ commonName: 'alice', organizations: ['dev'] })
  })

  it('is signed with its own key', async () => {
    const request = readCertificateRequest(await makeRequest({ '2.5.4.3': 'alice' }))
    expect(await signatureFault(request)).toBeUndefined()
    const other = readCertificateRequest(await makeRequest({ '2.5.4.3': 'alice' }))
    expect(await signatureFault({ ...request, content: other.content })).toBe('x509: ECDSA verification failure')
    expect(await signatureFault({ ...request, signature: bytes(1) })).toBe('x509: ECDSA verification failure')
    expect(await signatureFault({ ...request, algorithm: '1.2.3' })).toContain('algorithm unimplemented')
  })

  it('is refused with the message of Go', async () => {
    expect(() => readCertificateRequest(bytes())).toThrow('asn1: syntax error: sequence truncated')
    expect(() => readCertificateRequest(bytes(0, 0, 0))).toThrow(
      /^asn1: structure error: tags don't match \(16 vs \{class:0 tag:0 length:0 isCompound:false\}\) .* certificateRequest @2$/,
    )
    expect(() => readCertificateRequest(bytes(0x30, 3, 0x5f, 0x21, 9))).toThrow(
      /tags don't match \(16 vs \{class:1 tag:33 length:9 isCompound:false\}\) .* tbsCertificateRequest @3$/,
    )
    const request = await makeRequest({ '2.5.4.3': 'alice' })
    expect(() => readCertificateRequest(bytes(...request, 0, 0))).toThrow('asn1: syntax error: trailing data')
    expect(() => readCertificateRequest(sequence())).toThrow('asn1: syntax error: sequence truncated')
  })
})

describe('a certificate', () => {
  it('has a subject, and says whether it is an authority', () => {
    expect(readCertificate(makeCertificate(false))).toMatchObject({
      subject: { commonName: 'node', organizations: ['system:nodes'] },
      isAuthority: false,
    })
    expect(readCertificate(makeCertificate(true)).isAuthority).toBe(true)
  })

  it('has a validity period and usages', async () => {
    const purposes = ['1.3.6.1.5.5.7.3.2']
    const { bytes: written } = await issue({ subject: { '2.5.4.3': 'a' }, purposes, notBefore: '991231235959Z' })
    expect(readCertificate(written)).toMatchObject({
      notBefore: Date.UTC(1999, 11, 31, 23, 59, 59),
      notAfter: Date.UTC(2025, 11, 31, 23, 59, 59),
      purposes,
      hasUnknownCritical: false,
    })
    const { bytes: odd } = await issue({ subject: { '2.5.4.3': 'a' }, demands: true })
    expect(readCertificate(odd)).toMatchObject({ purposes: undefined, hasUnknownCritical: true })
  })

  it('may follow another in one text', () => {
    expect(readCertificates(bytes(...makeCertificate(true), ...makeCertificate(false)))).toHaveLength(2)
  })

  it('is undefined when it is unreadable and its reader tolerates that', () => {
    expect(readableCertificate(bytes(1, 2, 3))).toBeUndefined()
  })

  it('is refused with the message of Go', () => {
    expect(() => readCertificate(bytes(0, 0, 0))).toThrow('x509: malformed certificate')
    expect(() => readCertificate(bytes(...makeCertificate(true), 0, 0))).toThrow('x509: trailing data')
    expect(() => readCertificate(sequence(bytes(0, 0)))).toThrow('x509: malformed tbs certificate')
  })
})

it('names the tag of a request that does not begin with a version', () => {
  const context = Uint8Array.of(0x30, 0x07, 0x30, 0x05, 0xa0, 0x03, 0x02, 0x01, 0x02)
  expect(() => readCertificateRequest(context)).toThrow(
    "asn1: structure error: tags don't match (2 vs {class:2 tag:0 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2",
  )
})

it('writes the state of a subject before its organization, in any order of the request', () => {
  const attribute = (type: string, value: string) => ({ type, value })
  const written = writeName([attribute('2.5.4.3', 'n'), attribute('2.5.4.10', 'o'), attribute('2.5.4.8', 's')])
  expect(nameAttributes(readElement(written).element).map(({ type }) => type)).toEqual([
    '2.5.4.8',
    '2.5.4.10',
    '2.5.4.3',
  ])
})
