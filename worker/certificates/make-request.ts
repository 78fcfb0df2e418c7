import { writeAlternativeNames, type AlternativeNames } from './alternative-names.ts'
import { NULL, bits, der, identifier, octets, sequence, setOf, unsigned, type Bytes } from './der-writer.ts'
import type { Attribute } from './distinguished-name.ts'
import { writeName } from './issue-certificate.ts'

export type KeyKind = 'ECDSA' | 'RSA' | 'Ed25519'

/** A new key and the request for its certificate, in DER. */
export interface MadeRequest {
  readonly request: Bytes
  /** The key in the PKCS #8 format. */
  readonly privateKey: Bytes
}

interface KeyFacts {
  readonly generate: EcKeyGenParams | RsaHashedKeyGenParams | { readonly name: string }
  readonly sign: AlgorithmIdentifier | EcdsaParams
  /** The AlgorithmIdentifier of the signature. */
  readonly identifier: Bytes
  /** Converts a signature from WebCrypto to the encoding that certificates use. */
  encode(signature: Bytes): Bytes
}

const plain = (signature: Bytes): Bytes => signature

const KEYS: Readonly<Record<KeyKind, KeyFacts>> = {
  ECDSA: {
    generate: { name: 'ECDSA', namedCurve: 'P-256' },
    sign: { name: 'ECDSA', hash: 'SHA-256' },
    identifier: sequence(identifier('1.2.840.10045.4.3.2')),
    encode: (signature) => sequence(unsigned(signature.slice(0, 32)), unsigned(signature.slice(32))),
  },
  RSA: {
    generate: {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: Uint8Array.of(1, 0, 1),
      hash: 'SHA-256',
    },
    sign: 'RSASSA-PKCS1-v1_5',
    identifier: sequence(identifier('1.2.840.113549.1.1.11'), NULL),
    encode: plain,
  },
  Ed25519: {
    generate: { name: 'Ed25519' },
    sign: 'Ed25519',
    identifier: sequence(identifier('1.3.101.112')),
    encode: plain,
  },
}

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
const ALTERNATIVE_NAMES = '2.5.29.17'

/**
 * Makes a key, and a certificate request (PKCS #10) that the key signs.
 * @throws DOMException when the platform does not support the kind of key
 */
export async function makeCertificateRequest(
  kind: KeyKind,
  attributes: readonly Attribute[],
  names: AlternativeNames,
): Promise<MadeRequest> {
  const facts = KEYS[kind]
  const keys = (await crypto.subtle.generateKey(facts.generate, true, ['sign', 'verify'])) as CryptoKeyPair
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey))
  const info = sequence(
    unsigned(Uint8Array.of(0)),
    writeName(attributes),
    publicKey,
    der(0xa0, ...requestedExtensions(names)),
  )
  const signature = new Uint8Array(await crypto.subtle.sign(facts.sign, keys.privateKey, info))
  return {
    request: sequence(info, facts.identifier, bits(facts.encode(signature))),
    privateKey: new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
  }
}

function requestedExtensions(names: AlternativeNames): readonly Bytes[] {
  const value = writeAlternativeNames(names)
  if (value === undefined) return []
  const extension = sequence(identifier(ALTERNATIVE_NAMES), octets(value))
  return [sequence(identifier(EXTENSION_REQUEST), setOf(sequence(extension)))]
}
