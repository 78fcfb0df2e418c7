import { isObject, type JsonObject } from '../../api/json.ts'
import type { PublishedKey, WebKey } from './account-tokens.ts'

/** One key for one algorithm; its id is the digest of the public key, as the real server names it. */
export interface SignatureKey extends PublishedKey {
  readonly key: CryptoKey
}

interface Scheme {
  readonly name: string
  readonly imported: RsaHashedImportParams | EcKeyImportParams
  readonly used: AlgorithmIdentifier | EcdsaParams
}

const ecdsa = (name: string, namedCurve: string, hash: string): Scheme => ({
  name,
  imported: { name: 'ECDSA', namedCurve },
  used: { name: 'ECDSA', hash },
})

const RS256: Scheme = {
  name: 'RS256',
  imported: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  used: { name: 'RSASSA-PKCS1-v1_5' },
}

const CURVES: Readonly<Record<string, Scheme>> = {
  'P-256': ecdsa('ES256', 'P-256', 'SHA-256'),
  'P-384': ecdsa('ES384', 'P-384', 'SHA-384'),
  'P-521': ecdsa('ES512', 'P-521', 'SHA-512'),
}

const schemeOf = ({ kty, crv = '' }: WebKey): Scheme => {
  const scheme = kty === 'RSA' ? RS256 : kty === 'EC' ? CURVES[crv] : undefined
  if (scheme === undefined) throw new Error(`sign tokens with an RSA or elliptic curve key, not ${kty} ${crv}`)
  return scheme
}

/** What of a key others may know. */
function publicPart({ kty, n, e, crv, x, y }: WebKey): WebKey {
  return kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }
}

/** @throws Error where the key is of a kind that signs no tokens. */
export async function importKey(key: WebKey, usage: 'sign' | 'verify'): Promise<SignatureKey> {
  const { subtle } = crypto
  const { name, imported } = schemeOf(key)
  const publicKey = publicPart(key)
  const shown = await subtle.importKey('jwk', publicKey, imported, true, ['verify'])
  const digest = await subtle.digest('SHA-256', await subtle.exportKey('spki', shown))
  const used = usage === 'sign' ? await subtle.importKey('jwk', key, imported, false, ['sign']) : shown
  return { id: encodeBase64Url(new Uint8Array(digest)), algorithm: name, publicKey, key: used }
}

/** A new pair (ES256: made in an instant, and short). */
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
  const content = [header, JSON.stringify(claims)].map((text) => encodeBase64Url(encoder.encode(text))).join('.')
  const { used } = schemeOf(key.publicKey)
  const signature = await crypto.subtle.sign(used, key.key, encoder.encode(content))
  return `${content}.${encodeBase64Url(new Uint8Array(signature))}`
}

export interface ReadToken {
  readonly algorithm: string
  readonly claims: JsonObject
  readonly content: string
  readonly signature: Uint8Array<ArrayBuffer>
}

/** The parts of a token, not yet believed; undefined where it is none. */
export function readToken(token: string): ReadToken | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  const [head, claims, bytes] = [readPart(header), readPart(payload), decodeBase64Url(signature)]
  if (rest.length > 0 || head === undefined || claims === undefined || bytes === undefined) return undefined
  const { alg } = head
  return { algorithm: typeof alg === 'string' ? alg : '', claims, content: `${header}.${payload}`, signature: bytes }
}

export async function isSignedBy(
  { algorithm, publicKey, key }: SignatureKey,
  { algorithm: named, content, signature }: ReadToken,
): Promise<boolean> {
  if (algorithm !== named) return false
  return crypto.subtle.verify(schemeOf(publicKey).used, key, signature, encoder.encode(content))
}

function readPart(text: string): JsonObject | undefined {
  const bytes = decodeBase64Url(text)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function encodeBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Undefined where the text is not the base64 of RFC 7515, 2. */
function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (character) => character.charCodeAt(0))
}
