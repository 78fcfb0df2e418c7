import type { WebKey } from '../api/web-key.ts'
import type { Bytes } from './der-writer.ts'
import { NULL, identifier, sequence, unsigned } from './der-writer.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

/** A private key that signs certificates. */
export interface SigningKey {
  /** The signature algorithm as certificates encode it. */
  readonly algorithm: Bytes
  sign(content: Bytes): Promise<Bytes>
}

/** The hash and the signature algorithm that Go's crypto/x509 chooses for each curve. */
const CURVES = lookupTable<{ readonly hash: string; readonly algorithm: string }>({
  'P-256': { hash: 'SHA-256', algorithm: '1.2.840.10045.4.3.2' },
  'P-384': { hash: 'SHA-384', algorithm: '1.2.840.10045.4.3.3' },
  'P-521': { hash: 'SHA-512', algorithm: '1.2.840.10045.4.3.4' },
})
const RSA_SHA256 = '1.2.840.113549.1.1.11'

/**
 * Opens a private key for signatures.
 * @throws Error for a kind of key that signs no certificates; DOMException for malformed keys
 */
export async function signingKey(key: WebKey): Promise<SigningKey> {
  const { subtle } = crypto
  if (key.kty === 'RSA') {
    const scheme = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const imported = await subtle.importKey('jwk', key, scheme, false, ['sign'])
    return {
      algorithm: sequence(identifier(RSA_SHA256), NULL),
      sign: async (content) => new Uint8Array(await subtle.sign(scheme, imported, content)),
    }
  }
  const curve = CURVES[key.crv ?? '']
  if (key.kty !== 'EC' || curve === undefined)
    throw new Error(`sign certificates with an RSA or elliptic curve key, not ${key.kty} ${key.crv ?? ''}`)
  const imported = await subtle.importKey('jwk', key, { name: 'ECDSA', namedCurve: key.crv ?? '' }, false, ['sign'])
  return {
    algorithm: sequence(identifier(curve.algorithm)),
    async sign(content) {
      const plain = new Uint8Array(await subtle.sign({ name: 'ECDSA', hash: curve.hash }, imported, content))
      const middle = plain.length / 2
      return sequence(unsigned(plain.slice(0, middle)), unsigned(plain.slice(middle)))
    },
  }
}
