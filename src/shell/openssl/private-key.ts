import { numberOfText } from '../../../worker/api/numbers.ts'
import type { WebKey } from '../../../worker/api/web-key.ts'
import { objectIdentifier, readElement, readElements, sequenceOf } from '../../../worker/certificates/der.ts'
import type { Bytes } from '../../../worker/certificates/der-writer.ts'
import { pemBlocks, pemText } from '../../../worker/certificates/pem.ts'
import { UsageFault } from '../../script/process.ts'

type Algorithm = RsaHashedKeyGenParams | EcKeyGenParams

const RSA = '1.2.840.113549.1.1.1'
const HASH = 'SHA-256'
/** Names of curves as openssl and as the browser writes them, with their object identifiers. */
const CURVES = [
  { names: ['prime256v1', 'P-256', 'secp256r1'], browser: 'P-256', identifier: '1.2.840.10045.3.1.7' },
  { names: ['secp384r1', 'P-384'], browser: 'P-384', identifier: '1.3.132.0.34' },
  { names: ['secp521r1', 'P-521'], browser: 'P-521', identifier: '1.3.132.0.35' },
] as const

/** @throws UsageFault for an unknown curve */
export function curve(name: string): Algorithm {
  const found = CURVES.find(({ names }) => names.some((each) => each === name))
  if (found === undefined) throw new UsageFault(`unknown curve name (${name}); use prime256v1, secp384r1 or secp521r1`)
  return { name: 'ECDSA', namedCurve: found.browser }
}

/** @throws UsageFault for a length that no certificate authority accepts */
export function rsa(bits: string): Algorithm {
  const modulusLength = numberOfText(bits)
  if (![2048, 3072, 4096].includes(modulusLength)) throw new UsageFault(`${bits} bits: use 2048, 3072 or 4096`)
  return { name: 'RSASSA-PKCS1-v1_5', modulusLength, publicExponent: Uint8Array.of(1, 0, 1), hash: HASH }
}

/** A new private key as PEM. */
export async function newKey(algorithm: Algorithm): Promise<string> {
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return pemText('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey)))
}

/** A private key and the public key that belongs to it, as certificates hold it. */
export interface KeyPair {
  readonly key: WebKey
  readonly publicKey: Bytes
}

/** @throws UsageFault for a text that holds no private key */
export async function readKey(text: string, name: string): Promise<KeyPair> {
  const block = pemBlocks(text).find(({ type }) => type === 'PRIVATE KEY')
  if (block === undefined) throw new UsageFault(`Could not read private key from ${name}`)
  const algorithm = algorithmOf(block.bytes)
  const { subtle } = crypto
  const imported = await subtle.importKey('pkcs8', block.bytes, algorithm, true, ['sign'])
  const key = await subtle.exportKey('jwk', imported)
  const { kty, crv, x, y, n, e } = key
  const open = Object.fromEntries(Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined))
  const verifying = await subtle.importKey('jwk', open, algorithm, true, ['verify'])
  return { key, publicKey: new Uint8Array(await subtle.exportKey('spki', verifying)) }
}

function algorithmOf(bytes: Bytes): RsaHashedImportParams | EcKeyImportParams {
  const [, algorithm] = readElements(readElement(bytes).element.content)
  const [kind, parameter] = sequenceOf(algorithm)
  if (objectIdentifier(kind) === RSA) return { name: 'RSASSA-PKCS1-v1_5', hash: HASH }
  const identifier = objectIdentifier(parameter)
  const found = CURVES.find((each) => each.identifier === identifier)
  if (found === undefined) throw new UsageFault('this terminal signs with RSA and NIST curves')
  return { name: 'ECDSA', namedCurve: found.browser }
}
