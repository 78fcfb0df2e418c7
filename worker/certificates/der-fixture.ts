import type { Bytes } from './der-writer.ts'
import { TRUE, bits, der, identifier, octets, sequence, setOf, text, unsigned } from './der-writer.ts'

// Makes certificates and requests for tests.

/** A distinguished name from attributes such as `{ '2.5.4.3': 'alice' }`. */
const name = (attributes: Readonly<Record<string, string>>): Bytes =>
  sequence(...Object.entries(attributes).map(([type, value]) => setOf(sequence(identifier(type), text(value)))))

const ECDSA_SHA256 = sequence(identifier('1.2.840.10045.4.3.2'))

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }

async function signed(content: Bytes, key: CryptoKey): Promise<Bytes> {
  const plain = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, content))
  const signature = sequence(unsigned(plain.slice(0, 32)), unsigned(plain.slice(32)))
  return sequence(content, ECDSA_SHA256, bits(signature))
}

async function makeKeys(): Promise<{ readonly privateKey: CryptoKey; readonly spki: Bytes }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  return { privateKey, spki: new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)) }
}

/** A certificate request, signed with its own key. */
export async function makeRequest(subject: Readonly<Record<string, string>>): Promise<Bytes> {
  const { privateKey, spki } = await makeKeys()
  return signed(sequence(unsigned(Uint8Array.of(0)), name(subject), spki, der(0xa0)), privateKey)
}

export interface CertificateFacts {
  readonly subject: Readonly<Record<string, string>>
  readonly isAuthority?: boolean
  /** Object identifiers. */
  readonly purposes?: readonly string[]
  /** Times such as `240101000000Z`; by default from the start of 2024 to the end of 2025. */
  readonly notBefore?: string
  readonly notAfter?: string
  /** Whether to add an unknown critical extension. */
  readonly demands?: boolean
  /** A name of a server. */
  readonly dnsName?: string
  /** The only domain that certificates of this authority may name. The extension is not critical, as in some authorities. */
  readonly permittedDomain?: string
  /** Whether the certificate has version 1, which has no extensions. */
  readonly isOld?: boolean
}

const time = (written = ''): Bytes => der(0x17, new TextEncoder().encode(written))
const dns = (written: string): Bytes => der(0x82, new TextEncoder().encode(written))
const extension = (type: string, value: Bytes, ...critical: readonly Bytes[]): Bytes =>
  sequence(identifier(type), ...critical, octets(value))

function toBeSigned(facts: CertificateFacts, issuer: Readonly<Record<string, string>>, spki: Bytes): Bytes {
  const { subject, isAuthority = false, purposes, notBefore = '240101000000Z', notAfter = '251231235959Z' } = facts
  const common = [
    unsigned(Uint8Array.of(1)),
    ECDSA_SHA256,
    name(issuer),
    sequence(time(notBefore), time(notAfter)),
    name(subject),
    spki,
  ]
  if (facts.isOld === true) return sequence(...common)
  return sequence(
    der(0xa0, unsigned(Uint8Array.of(2))),
    ...common,
    der(
      0xa3,
      sequence(
        extension('2.5.29.19', sequence(...(isAuthority ? [TRUE] : []))),
        ...(purposes === undefined ? [] : [extension('2.5.29.37', sequence(...purposes.map(identifier)))]),
        ...(facts.dnsName === undefined ? [] : [extension('2.5.29.17', sequence(dns(facts.dnsName)))]),
        ...(facts.permittedDomain === undefined
          ? []
          : [extension('2.5.29.30', sequence(der(0xa0, sequence(dns(facts.permittedDomain)))))]),
        ...(facts.demands === true ? [extension('1.2.3.4', unsigned(Uint8Array.of(1)), TRUE)] : []),
      ),
    ),
  )
}

/** A certificate and its private key. */
export interface Issued {
  readonly subject: Readonly<Record<string, string>>
  readonly bytes: Bytes
  readonly key: CryptoKey
}

/** A certificate, signed by its issuer or, without one, with its own key. */
export async function issue(facts: CertificateFacts, issuer?: Issued): Promise<Issued> {
  const { privateKey, spki } = await makeKeys()
  const content = toBeSigned(facts, issuer?.subject ?? facts.subject, spki)
  return { subject: facts.subject, bytes: await signed(content, issuer?.key ?? privateKey), key: privateKey }
}

/** A certificate without a valid signature. */
export function makeCertificate(isAuthority: boolean): Bytes {
  const subject = { '2.5.4.3': 'node', '2.5.4.10': 'system:nodes' }
  const spki = sequence(sequence(identifier('1.3.101.112')), bits(new Uint8Array(32)))
  const content = toBeSigned({ subject, isAuthority }, { '2.5.4.3': 'authority' }, spki)
  return sequence(content, ECDSA_SHA256, bits(Uint8Array.of(1)))
}

export const pem = (bytes: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${btoa(String.fromCharCode(...bytes))}\n-----END CERTIFICATE-----\n`
