import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordingPath } from '../recordings/archive.ts'
import { comparableCertificates } from './certificate.ts'
import { comparableToken } from './json-web-token.ts'
import { Normaliser } from './normaliser.ts'

const NOW = Date.parse('2024-05-01T10:00:00Z')

test('decodes the version, the subject and the extensions of a certificate', () => {
  const pem = readFileSync(recordingPath('pki/client-alice.crt'), 'utf8')
  const [certificate] = comparableCertificates(pem, NOW) as Record<string, unknown>[]
  expect(certificate).toMatchObject({
    version: 3,
    subject: expect.stringContaining('CN=alice') as unknown,
    extensions: expect.arrayContaining([
      { id: 'extKeyUsage', critical: false, value: ['1.3.6.1.5.5.7.3.2'] },
    ]) as unknown,
  })
})

test.each([0, 59_000])('counts the start of validity from the read, %d ms after the signing', (elapsed) => {
  const pem = readFileSync(recordingPath('pki/client-alice.crt'), 'utf8')
  const { validFrom } = new X509Certificate(pem)
  const readAt = Date.parse(validFrom) + 5 * 60_000 + elapsed
  expect(comparableCertificates(pem, readAt)).toMatchObject([{ notBefore: '-5 min' }])
})

test('counts the times of a token from its issue and hides its key', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const issued = NOW / 1000
  const token = `${part({ alg: 'RS256', kid: 'k' })}.${part({ iat: issued, exp: issued + 3600, sub: 'a' })}.c2ln`
  expect(comparableToken(token, new Normaliser({}, NOW))).toEqual({
    header: { alg: 'RS256', kid: '<kid>' },
    payload: { iat: '<now>', exp: 'iat+3600', sub: 'a' },
    signature: true,
  })
})
