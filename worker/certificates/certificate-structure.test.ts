import { expect, it } from 'vitest'
import { fromForgivingBase64 } from '../runtime/bytes.ts'
import { readCertificate } from './certificate.ts'

/** A certificate of the authority `CN=ca`, signed by its own key of P-256. */
const CERTIFICATE = fromForgivingBase64(
  'MIIBcjCCARegAwIBAgIUVTCcmyJn4ALPgT0fqdZpLHpMq4gwCgYIKoZIzj0EAwIwDTELMAkGA1UEAwwCY2EwIBcNMjYxMTI5MDcwMTA5WhgPMjA1MTA3MjEwNzAxMDlaMA0xCzAJBgNVBAMMAmNhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeStvOH1e1/vH3Pk5Gg5zzWblxhiJsuu5aceZrj1HqPZ80/ahjvRXuRB8SwwYFzE2eXqIYx1XdZ4eTfl7l/h5sKNTMFEwHQYDVR0OBBYEFGVVf5EVP+SLKNOzcOM5ae9azIfOMB8GA1UdIwQYMBaAFGVVf5EVP+SLKNOzcOM5ae9azIfOMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhANTR+wRMcvkj+dNuU2G1UJNL34RvoMLlZzYHm9bIKbaqAiEApETtkvgl4Z+9t7fJJ0MG71UeArckScNfvbyyLc/x8eU=',
)

it('accepts a whole certificate', () => {
  expect(readCertificate(CERTIFICATE)).toMatchObject({ subject: { commonName: 'ca' }, isAuthority: true, version: 3 })
})

// Go's messages for one changed byte.
it.each([
  [0, 128, 'x509: malformed certificate'],
  [1, 2, 'x509: malformed tbs certificate'],
  [5, 5, 'x509: malformed serial number'],
  [7, 5, 'x509: malformed algorithm identifier'],
  [8, 2, 'x509: malformed signature algorithm identifier'],
  [9, 19, 'x509: malformed version'],
  [12, 19, 'x509: invalid version'],
  [37, 2, "x509: inner and outer signature algorithm identifiers don't match"],
  [47, 255, 'x509: malformed issuer'],
  [48, 2, 'x509: invalid RDNSequence'],
  [50, 10, 'x509: invalid RDNSequence: invalid attribute'],
  [52, 8, 'x509: invalid RDNSequence: invalid attribute value'],
  [53, 48, 'x509: invalid RDNSequence: invalid attribute type'],
  [58, 2, 'x509: invalid RDNSequence: invalid attribute value: unsupported string type: 2'],
  [58, 13, 'x509: invalid RDNSequence: invalid attribute value: unsupported string type: 13'],
  [60, 128, 'x509: invalid RDNSequence: invalid attribute value: invalid UTF-8 string'],
  [62, 128, 'x509: malformed validity'],
  [64, 19, 'x509: unsupported time format'],
  [65, 255, 'x509: malformed UTCTime'],
  [80, 5, 'x509: malformed GeneralizedTime'],
  [111, 16, 'x509: malformed spki'],
  [112, 19, 'x509: malformed public key algorithm identifier'],
  [114, 18, 'x509: malformed parameters'],
  [115, 255, 'x509: malformed OID'],
  [124, 128, 'x509: invalid ECDSA parameters'],
  [126, 10, 'x509: unsupported elliptic curve'],
  [134, 19, 'x509: malformed subjectPublicKey'],
  [135, 5, 'invalid P256 point encoding'],
  [137, 0, 'ecdsa: invalid uncompressed public key'],
  [138, 5, 'P256 point not on curve'],
  [203, 0, 'x509: malformed extensions'],
  [205, 5, 'x509: malformed extension'],
  [208, 48, 'x509: malformed extension OID field'],
  [213, 255, 'x509: malformed extension value field'],
  [214, 0, 'x509: invalid subject key identifier'],
  [245, 0, 'x509: invalid authority key identifier'],
  [278, 19, 'x509: malformed extension critical field'],
  [282, 49, 'x509: invalid basic constraints'],
  [299, 255, 'x509: malformed signature'],
] as const)('reports byte %i as %i: %s', (at, value, message) => {
  expect(() => readCertificate(CERTIFICATE.with(at, value))).toThrow(message)
})
