import { MalformedDer, TAG, firstElements, isUniversal, objectIdentifier, readElement, sequenceOf } from './der.ts'
import { isKnownKey } from './public-key.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

/** Signed data with its public key. */
export interface Signed {
  /** The signed bytes. */
  readonly content: Uint8Array<ArrayBuffer>
  /** The encoded SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  /** The signature algorithm, as an object identifier. */
  readonly algorithm: string
  readonly signature: Uint8Array<ArrayBuffer>
}

interface Scheme {
  readonly family: 'RSA' | 'ECDSA' | 'Ed25519'
  readonly hash: string
}

const SCHEMES = lookupTable<Scheme>({
  '1.2.840.113549.1.1.11': { family: 'RSA', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { family: 'RSA', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { family: 'RSA', hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { family: 'ECDSA', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { family: 'ECDSA', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { family: 'ECDSA', hash: 'SHA-512' },
  '1.3.101.112': { family: 'Ed25519', hash: '' },
})

const CURVES = lookupTable<{ readonly name: string; readonly bytes: number }>({
  '1.2.840.10045.3.1.7': { name: 'P-256', bytes: 32 },
  '1.3.132.0.34': { name: 'P-384', bytes: 48 },
  '1.3.132.0.35': { name: 'P-521', bytes: 66 },
})

/** The messages of Go's crypto packages for an invalid signature. */
const FAILURES: Readonly<Record<Scheme['family'], string>> = {
  RSA: 'crypto/rsa: verification error',
  ECDSA: 'x509: ECDSA verification failure',
  Ed25519: 'x509: Ed25519 verification failure',
}

/** The fault of the signature; undefined for a valid one. @throws Error when the page has no WebCrypto */
export async function signatureFault(signed: Signed): Promise<string | undefined> {
  const scheme = SCHEMES[signed.algorithm]
  if (scheme === undefined || !isKnownKey(keyAlgorithmOf(signed.publicKey)))
    return 'x509: cannot verify signature: algorithm unimplemented'
  try {
    return (await verifies(signed, scheme)) ? undefined : FAILURES[scheme.family]
  } catch (error) {
    if (error instanceof MalformedDer || error instanceof DOMException) return FAILURES[scheme.family]
    throw error
  }
}

/** @param publicKey an encoded SubjectPublicKeyInfo */
const keyAlgorithmOf = (publicKey: Uint8Array<ArrayBuffer>): string => {
  const [algorithm] = firstElements(readElement(publicKey).element.content, 1)
  return objectIdentifier(algorithm && firstElements(algorithm.content, 1)[0])
}

async function verifies({ content, publicKey, signature }: Signed, { family, hash }: Scheme): Promise<boolean> {
  const { subtle }: Partial<Crypto> = crypto
  if (subtle === undefined) throw new Error('open the page over HTTPS: signatures cannot be checked otherwise')
  if (family === 'RSA') {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash }
    const key = await subtle.importKey('spki', publicKey, algorithm, false, ['verify'])
    return subtle.verify(algorithm, key, signature, content)
  }
  if (family === 'Ed25519') {
    const key = await subtle.importKey('spki', publicKey, family, false, ['verify'])
    return subtle.verify(family, key, signature, content)
  }
  const curve = curveOf(publicKey)
  if (curve === undefined) return false
  const key = await subtle.importKey('spki', publicKey, { name: 'ECDSA', namedCurve: curve.name }, false, ['verify'])
  return subtle.verify({ name: 'ECDSA', hash }, key, plainSignature(signature, curve.bytes), content)
}

function curveOf(publicKey: Uint8Array<ArrayBuffer>) {
  const [algorithm] = sequenceOf(readElement(publicKey).element)
  const [, parameters] = sequenceOf(algorithm)
  return CURVES[objectIdentifier(parameters)]
}

/** Converts an ECDSA signature from DER to the form of WebCrypto: its two numbers of `bytes` bytes, concatenated. */
function plainSignature(signature: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(2 * bytes)
  sequenceOf(readElement(signature).element).forEach((number, index) => {
    if (!isUniversal(number, TAG.integer)) throw new MalformedDer('a number is missing')
    const digits = number.content.subarray(number.content[0] === 0 ? 1 : 0)
    if (digits.length > bytes || index > 1) throw new MalformedDer('a number is too long')
    plain.set(digits, (index + 1) * bytes - digits.length)
  })
  return plain
}
