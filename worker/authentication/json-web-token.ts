import { boundedNumber } from '../api/numbers.ts'
import { CompactSign, compactVerify, errors, exportJWK, generateKeyPair, importJWK } from 'jose'
import { isObject, stringOrEmpty, type JsonObject } from '../api/json.ts'
import type { WebKey } from '../api/web-key.ts'
import { fromBase64Url, toBase64Url } from '../runtime/bytes.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

/** A key for one algorithm. Its id is the digest of the public key, as in the real server. */
export interface SignatureKey {
  readonly id: string
  /** The signature algorithm, such as `RS256`. */
  readonly algorithm: string
  readonly publicKey: WebKey
  readonly key: CryptoKey
}

/** Thrown for a key whose type, curve or length no algorithm of tokens accepts. */
export class UnusableKey extends Error {}

/** The algorithms of RFC 7518, 3.1 that have a public key. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']

const BY_CURVE = lookupTable<string>({ 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' })

/** The default algorithm of a key. */
function algorithmOf({ kty, crv = '' }: WebKey): string {
  const curveAlgorithm = kty === 'EC' ? BY_CURVE[crv] : undefined
  const name = kty === 'RSA' ? 'RS256' : curveAlgorithm
  if (name === undefined) throw new UnusableKey(`sign tokens with an RSA or elliptic curve key, not ${kty} ${crv}`)
  return name
}

/** The public members of a key. */
function publicPart({ kty, n, e, crv, x, y }: WebKey): WebKey {
  return kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }
}

/** The least length of an RSA key, in bits (RFC 7518, 3.3). */
const SHORTEST_MODULUS = 2048

/**
 * Imports a key that signs or verifies tokens.
 * @param algorithm the algorithm of the signatures; by default the one for the type of the key
 * @throws UnusableKey for a key type or length that signs no tokens; DOMException for an invalid key
 */
export async function importKey(
  key: WebKey,
  usage: 'sign' | 'verify',
  algorithm = algorithmOf(key),
): Promise<SignatureKey> {
  if (!ALGORITHMS.includes(algorithm)) throw new UnusableKey(`sign tokens with one of ${ALGORITHMS.join(', ')}`)
  const publicKey = publicPart(key)
  const verifyingKey = await imported(publicKey, algorithm, true)
  const modulusLength =
    'modulusLength' in verifyingKey.algorithm ? boundedNumber(verifyingKey.algorithm.modulusLength) : SHORTEST_MODULUS
  if (modulusLength < SHORTEST_MODULUS)
    throw new UnusableKey(`sign tokens with an RSA key of at least ${SHORTEST_MODULUS} bits, not ${modulusLength}`)
  const digest = await crypto.subtle.digest('SHA-256', await crypto.subtle.exportKey('spki', verifyingKey))
  const used = usage === 'sign' ? await imported(key, algorithm, false) : verifyingKey
  return { id: toBase64Url(new Uint8Array(digest)), algorithm, publicKey, key: used }
}

async function imported(key: WebKey, algorithm: string, extractable: boolean): Promise<CryptoKey> {
  try {
    const result = await importJWK(key, algorithm, { extractable })
    if (result instanceof CryptoKey) return result
  } catch (error) {
    if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error
  }
  throw new UnusableKey(`this ${key.kty} key signs no tokens by ${algorithm}`)
}

/** Generates a key pair for ES256, because its generation is fast and its signatures are short. */
export async function generateKey(): Promise<WebKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y, d } = await exportJWK(privateKey)
  return { kty, crv, x, y, d }
}

const encoder = new TextEncoder()

/** Signs a token. It has the compact form of RFC 7515, 7.1: header, claims and signature. */
export const signToken = (key: SignatureKey, claims: JsonObject): Promise<string> =>
  new CompactSign(encoder.encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: key.algorithm, kid: key.id })
    .sign(key.key)

export interface ReadToken {
  readonly text: string
  readonly algorithm: string
  /** The `kid` header; empty without one. */
  readonly keyId: string
  readonly claims: JsonObject
}

/** The parts of a token, before verification; undefined for a text that is not a token. */
export function readToken(token: string): ReadToken | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  const [head, claims] = [readPart(header), readPart(payload)]
  if (rest.length > 0 || head === undefined || claims === undefined || fromBase64Url(signature) === undefined)
    return undefined
  return { text: token, algorithm: stringOrEmpty(head['alg']), keyId: stringOrEmpty(head['kid']), claims }
}

/** Whether the key has signed the token with its algorithm. A token with critical extensions is refused. */
export async function isSignedBy({ algorithm, key }: SignatureKey, { text }: ReadToken): Promise<boolean> {
  try {
    await compactVerify(text, key, { algorithms: [algorithm] })
    return true
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}

function readPart(text: string): JsonObject | undefined {
  const bytes = fromBase64Url(text)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
