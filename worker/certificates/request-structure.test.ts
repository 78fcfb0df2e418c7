import { expect, it } from 'vitest'
import { fromForgivingBase64 } from '../runtime/bytes.ts'
import { readCertificateRequest } from './certificate-request.ts'
import { signatureFault } from './signature.ts'

/** A request of `O=a, CN=b` with the names x.y and 1.2.3.4, signed by a key of P-256. */
const REQUEST = fromForgivingBase64(
  'MIH6MIGhAgEAMBgxCjAIBgNVBAoMAWExCjAIBgNVBAMMAWIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR5K284fV7X+8fc+TkaDnPNZuXGGImy67lpx5muPUeo9nzT9qGO9Fe5EHxLDBgXMTZ5eohjHVd1nh5N+XuX+HmwoCcwJQYJKoZIhvcNAQkOMRgwFjAUBgNVHREEDTALggN4LnmHBAECAwQwCgYIKoZIzj0EAwIDSAAwRQIhAIXTVJJPBke3UwFaq3y+adfrnlc6Z958vNQ8EB3qrTNMAiBBYDcqBNE98qY2MQP0FupRa1GwMw15IWwb9e12AGaN+A==',
)

// Go's messages for one changed byte. They name these field parameters, written as … here.
const PARAMETERS =
  '{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}'

async function faultOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  try {
    return await signatureFault(readCertificateRequest(bytes))
  } catch (error) {
    return error instanceof Error ? error.message.replace(PARAMETERS, '…') : String(error)
  }
}

it('reads a whole request', async () => {
  expect(await faultOf(REQUEST)).toBeUndefined()
  expect(readCertificateRequest(REQUEST).alternativeNames).toMatchObject({
    dns: ['x.y'],
    ip: [Uint8Array.of(1, 2, 3, 4)],
  })
})

it.each([
  [
    0,
    128,
    "asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:250 isCompound:false}) … certificateRequest @3",
  ],
  [
    1,
    48,
    "asn1: structure error: tags don't match (16 vs {class:3 tag:26 length:48 isCompound:true}) … tbsCertificateRequest @2",
  ],
  [2, 0, 'asn1: structure error: superfluous leading zeros in length'],
  [2, 2, 'asn1: structure error: non-minimal length'],
  [
    3,
    19,
    "asn1: structure error: tags don't match (16 vs {class:0 tag:19 length:161 isCompound:false}) … tbsCertificateRequest @3",
  ],
  [4, 48, "asn1: structure error: tags don't match (2 vs {class:2 tag:1 length:2 isCompound:true}) … int @2"],
  [4, 161, 'asn1: structure error: length too large'],
  [5, 255, 'asn1: syntax error: data truncated'],
  [6, 3, "asn1: structure error: tags don't match (2 vs {class:0 tag:3 length:1 isCompound:false}) … int @2"],
  [6, 255, 'asn1: syntax error: non-minimal tag'],
  [7, 19, 'asn1: structure error: integer not minimally-encoded'],
  [
    9,
    128,
    "asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:24 isCompound:false}) … RDNSequence @2",
  ],
  [
    10,
    0,
    "asn1: structure error: tags don't match (16 vs {class:0 tag:17 length:10 isCompound:true}) … publicKeyInfo @7",
  ],
  [11, 17, 'asn1: structure error: sequence tag mismatch'],
  [12, 128, 'asn1: syntax error: indefinite length found (not DER)'],
  [14, 19, 'asn1: syntax error: truncated sequence'],
  [
    15,
    19,
    "asn1: structure error: tags don't match (6 vs {class:0 tag:19 length:3 isCompound:false}) … ObjectIdentifier @2",
  ],
  [16, 0, 'asn1: syntax error: zero length OBJECT IDENTIFIER'],
  [21, 255, 'asn1: syntax error: truncated tag or length'],
  [
    27,
    48,
    "asn1: structure error: tags don't match (6 vs {class:0 tag:16 length:3 isCompound:true}) … ObjectIdentifier @2",
  ],
  [30, 128, 'asn1: syntax error: integer is not minimally encoded'],
  [
    35,
    128,
    "asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:89 isCompound:false}) … publicKeyInfo @31",
  ],
  [
    37,
    2,
    "asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:19 isCompound:false}) … AlgorithmIdentifier @2",
  ],
  [41, 0, 'x509: cannot verify signature: algorithm unimplemented'],
  [48, 19, 'x509: invalid ECDSA parameters'],
  [50, 0, 'x509: unsupported elliptic curve'],
  [58, 255, "asn1: structure error: tags don't match (3 vs {class:3 tag:66 length:0 isCompound:true}) … BitString @24"],
  [59, 48, 'invalid P256 point encoding'],
  [60, 128, 'asn1: syntax error: invalid padding bits in BIT STRING'],
  [61, 5, 'ecdsa: invalid uncompressed public key'],
  [62, 0, 'P256 point not on curve'],
  [143, 49, "asn1: structure error: tags don't match (16 vs {class:0 tag:17 length:22 isCompound:true}) …  @2"],
  [143, 128, "asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:22 isCompound:false}) …  @2"],
  [151, 255, 'asn1: syntax error: truncated base 128 integer'],
  [153, 12, 'x509: invalid subject alternative names'],
  [155, 2, 'x509: invalid subject alternative name'],
  [160, 128, 'x509: SAN dNSName is malformed'],
  [
    179,
    128,
    "asn1: structure error: tags don't match (3 vs {class:2 tag:0 length:72 isCompound:false}) … BitString @178",
  ],
] as const)('reports byte %i as %i: %s', async (at, value, message) => {
  expect(await faultOf(REQUEST.with(at, value))).toBe(message)
})
