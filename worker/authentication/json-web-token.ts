import { isObject, stringOrEmpty, type JsonObject } from '../api/json.ts'
import type { WebKey } from '../api/web-key.ts'
import { fromBase64Url, toBase64Url } from '../runtime/bytes.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

/** A key for one algorithm. Its id is the digest of the public key, as in the real server. */
export interface SignatureKey {
  readonly id: string
  /** `RS256` */
  readonly algorithm: string
  readonly publicKey: WebKey
  readonly key: CryptoKey
}

interface Scheme {
  readonly imported: RsaHashedImportParams | EcKeyImportParams
  readonly used: AlgorithmIdentifier | EcdsaParams | RsaPssParams
}

const ecdsa = (namedCurve: string, hash: string): Scheme => ({
  imported: { name: 'ECDSA', namedCurve },
  used: { name: 'ECDSA', hash },
})
const rsa = (hash: string): Scheme => ({
  imported: { name: 'RSASSA-PKCS1-v1_5', hash },
  used: { name: 'RSASSA-PKCS1-v1_5' },
})
const rsaPss = (hash: string, saltLength: number): Scheme => ({
  imported: { name: 'RSA-PSS', hash },
  used: { name: 'RSA-PSS', saltLength },
})

/** The algorithms of RFC 7518, 3.1 that have a public key. */
const SCHEMES = lookupTable<Scheme>({
  RS256: rsa('SHA-256'),
  RS384: rsa('SHA-384'),
  RS512: rsa('SHA-512'),
  ES256: ecdsa('P-256', 'SHA-256'),
  ES384: ecdsa('P-384', 'SHA-384'),
  ES512: ecdsa('P-521', 'SHA-512'),
  PS256: rsaPss('SHA-256', 32),
  PS384: rsaPss('SHA-384', 48),
  PS512: rsaPss('SHA-512', 64),
})

const BY_CURVE = lookupTable<string>({ 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' })

/** The default algorithm of a key. */
function algorithmOf({ kty, crv = '' }: WebKey): string {
  const curveAlgorithm = kty === 'EC' ? BY_CURVE[crv] : undefined
  const name = kty === 'RSA' ? 'RS256' : curveAlgorithm
  if (name === undefined) throw new Error(`sign tokens with an RSA or elliptic curve key, not ${kty} ${crv}`)
  return name
}

function schemeNamed(algorithm: string): Scheme {
  const scheme = SCHEMES[algorithm]
  if (scheme === undefined) throw new Error(`sign tokens with one of ${Object.keys(SCHEMES).join(', ')}`)
  return scheme
}

/** The public members of a key. */
function publicPart({ kty, n, e, crv, x, y }: WebKey): WebKey {
  return kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }
}

/**
 * @param algorithm the algorithm of the signatures; by default that of the key type
 * @throws Error for a key type that signs no tokens; DOMException for an invalid key
 */
export async function importKey(
  key: WebKey,
  usage: 'sign' | 'verify',
  algorithm = algorithmOf(key),
): Promise<SignatureKey> {
  const { subtle } = crypto
  const { imported } = schemeNamed(algorithm)
  const publicKey = publicPart(key)
  const shown = await subtle.importKey('jwk', publicKey, imported, true, ['verify'])
  const digest = await subtle.digest('SHA-256', await subtle.exportKey('spki', shown))
  const used = usage === 'sign' ? await subtle.importKey('jwk', key, imported, false, ['sign']) : shown
  return { id: toBase64Url(new Uint8Array(digest)), algorithm, publicKey, key: used }
}

/** A new key pair. ES256, because generation is fast and signatures are short. */
export async function generateKey(): Promise<WebKey> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey } = await crypto.subtle.generateKey(curve, true, ['sign', 'verify'])
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', privateKey)
  return { kty, crv, x, y, d }
}

const encoder = new TextEncoder()

/** RFC 7515, 7.1: header, claims and signature. */
export async function signToken(key: SignatureKey, claims: JsonObject): Promise<string> {
  const header = JSON.stringify({ alg: key.algorithm, kid: key.id })
  const content = [header, JSON.stringify(claims)].map((text) => toBase64Url(encoder.encode(text))).join('.')
  const { used } = schemeNamed(key.algorithm)
  const signature = await crypto.subtle.sign(used, key.key, encoder.encode(content))
  return `${content}.${toBase64Url(new Uint8Array(signature))}`
}

export interface ReadToken {
  readonly algorithm: string
  /** The `kid` header; empty without one. */
  readonly keyId: string
  readonly claims: JsonObject
  /** Whether the header names extensions that a reader must understand (`crit`; RFC 7515, 4.1.11). */
  readonly critical: boolean
  readonly content: string
  readonly signature: Uint8Array<ArrayBuffer>
}

const isEmptyList = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** The parts of a token, before verification; undefined for a text that is no token. */
export function readToken(token: string): ReadToken | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  const [head, claims, bytes] = [readPart(header), readPart(payload), fromBase64Url(signature)]
  if (rest.length > 0 || head === undefined || claims === undefined || bytes === undefined) return undefined
  const { alg, kid } = head
  return {
    algorithm: stringOrEmpty(alg),
    keyId: stringOrEmpty(kid),
    claims,
    critical: !isEmptyList(head['crit']),
    content: `${header}.${payload}`,
    signature: bytes,
  }
}

export async function isSignedBy(
  { algorithm, key }: SignatureKey,
  { algorithm: named, critical, content, signature }: ReadToken,
): Promise<boolean> {
  // The server understands no extension.
  if (critical || algorithm !== named) return false
  return crypto.subtle.verify(schemeNamed(algorithm).used, key, signature, encoder.encode(content))
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
