import type { Bytes } from './der-writer.ts'
import { TRUE, bits, der, identifier, octets, sequence, setOf, text, time, unsigned } from './der-writer.ts'
import { certificatePurposes, keyUsageBits } from './certificate-usages.ts'
import type { Attribute } from './distinguished-name.ts'
import type { SigningKey } from './signing-key.ts'
import type { AlternativeNames } from './alternative-names.ts'
import { writeAlternativeNames } from './alternative-names.ts'

/** The issuer: its name as encoded in its certificate, its key, and its key identifier. */
export interface Issuer {
  readonly writtenSubject: Bytes
  readonly keyIdentifier: Bytes | undefined
  readonly key: SigningKey
}

/** The fields of a new certificate. Times are in milliseconds since the epoch. */
export interface CertificateContent {
  readonly attributes: readonly Attribute[]
  readonly alternativeNames: AlternativeNames
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Bytes
  readonly notBefore: number
  readonly notAfter: number
  /** The usages by their API names, such as `client auth`. */
  readonly usages: readonly string[]
  /** The subject key identifier; present for an authority. */
  readonly authority?: { readonly keyIdentifier: Bytes }
}

/** A certificate in DER, with its extensions in the order of Go's crypto/x509. */
export async function issueCertificate(issuer: Issuer, content: CertificateContent): Promise<Bytes> {
  const { attributes, publicKey, notBefore, notAfter } = content
  const { algorithm } = issuer.key
  const signed = sequence(
    der(0xa0, unsigned(Uint8Array.of(2))),
    unsigned(crypto.getRandomValues(new Uint8Array(16))),
    algorithm,
    issuer.writtenSubject,
    sequence(time(notBefore), time(notAfter)),
    writeName(attributes),
    publicKey,
    der(0xa3, sequence(...extensionsOf(issuer, content))),
  )
  return sequence(signed, algorithm, bits(await issuer.key.sign(signed)))
}

function extensionsOf({ keyIdentifier }: Issuer, content: CertificateContent): readonly Bytes[] {
  const { usages, authority, alternativeNames, attributes } = content
  const [usage, purposes] = [keyUsageBits(usages), certificatePurposes(usages)]
  const names = writeAlternativeNames(alternativeNames)
  // RFC 5280, 4.2.1.6: without a subject, only the alternative names identify the holder.
  const areNamesCritical = attributes.length === 0
  return [
    ...(usage === undefined ? [] : [extension('2.5.29.15', usage, true)]),
    ...(purposes.length === 0 ? [] : [extension('2.5.29.37', sequence(...purposes.map(identifier)))]),
    extension('2.5.29.19', sequence(...(authority === undefined ? [] : [TRUE])), true),
    ...(authority === undefined ? [] : [extension('2.5.29.14', octets(authority.keyIdentifier))]),
    ...(keyIdentifier === undefined ? [] : [extension('2.5.29.35', sequence(der(0x80, keyIdentifier)))]),
    ...(names === undefined ? [] : [extension('2.5.29.17', names, areNamesCritical)]),
  ]
}

const extension = (type: string, value: Bytes, isCritical = false): Bytes =>
  sequence(identifier(type), ...(isCritical ? [TRUE] : []), octets(value))

/** Country, province, locality, street, postal code, organization, unit, common name, serial number. */
const ORDER = [
  '2.5.4.6',
  '2.5.4.8',
  '2.5.4.7',
  '2.5.4.9',
  '2.5.4.17',
  '2.5.4.10',
  '2.5.4.11',
  '2.5.4.3',
  '2.5.4.5',
] as const
/** A name has one value of each of these, the last one; other attributes keep all values. */
const SINGLE: ReadonlySet<string> = new Set(['2.5.4.3', '2.5.4.5'])

/** A name as Go's crypto/x509 encodes it: attributes in a fixed order, without unknown ones. */
export function writeName(attributes: readonly Attribute[]): Bytes {
  const parts = ORDER.flatMap((type) => {
    const found = attributes.filter((one) => one.type === type)
    const values = SINGLE.has(type) ? found.slice(-1) : found
    return values.length === 0 ? [] : [setOf(...values.map(({ value }) => sequence(identifier(type), text(value))))]
  })
  return sequence(...parts)
}
