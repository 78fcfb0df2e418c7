import type { DerValue } from './der.ts'
import { derItems, derTime, derValue, objectIdentifier } from './der.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

/** X.520 attributes and RFC 5280 extensions by their object identifiers. */
const NAMES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.17': 'postalCode',
  '2.5.29.14': 'subjectKeyIdentifier',
  '2.5.29.15': 'keyUsage',
  '2.5.29.17': 'subjectAltName',
  '2.5.29.19': 'basicConstraints',
  '2.5.29.35': 'authorityKeyIdentifier',
  '2.5.29.37': 'extKeyUsage',
}

/** The bits of KeyUsage from the first on (RFC 5280, 4.2.1.3). */
const KEY_USAGES = [
  'digital signature',
  'content commitment',
  'key encipherment',
  'data encipherment',
  'key agreement',
  'cert sign',
  'crl sign',
  'encipher only',
  'decipher only',
]

/** The alternatives of GeneralName (RFC 5280, 4.2.1.6) by their tag numbers. */
const NAME_KINDS: Readonly<Record<number, string>> = { 1: 'email', 2: 'DNS', 6: 'URI', 7: 'IP' }
const IP_NAME = 7
const TAG_NUMBER = 0x1f
const OBJECT_IDENTIFIER = 0x06
const EXPLICIT_VERSION = 0xa0
const EXTENSIONS = 0xa3

const nameOf = (identifier: string): string => NAMES[identifier] ?? identifier

function item(list: readonly DerValue[], index: number): DerValue {
  const found = list[index]
  if (found === undefined) throw new Error(`the certificate has no element ${index}`)
  return found
}

function distinguishedName(name: DerValue): string {
  const attribute = (value: DerValue): string => {
    const [type, text] = derItems(value.body)
    return `${nameOf(objectIdentifier(type?.body))}=${text?.body.toString('utf8')}`
  }
  return derItems(name.body)
    .map((set) => derItems(set.body).map(attribute).join('+'))
    .join(',')
}

const ipAddress = (bytes: Buffer): string =>
  bytes.length === 4 ? [...bytes].join('.') : bytes.toString('hex').replace(/(.{4})(?=.)/g, '$1:')

function generalName({ tag, body }: DerValue): string {
  const kind = tag & TAG_NUMBER
  return `${NAME_KINDS[kind] ?? tag}:${kind === IP_NAME ? ipAddress(body) : body.toString('utf8')}`
}

const EXTENSION_VALUES: Readonly<Record<string, (value: DerValue) => unknown>> = {
  // The first byte counts the unused bits.
  keyUsage: ({ body }) => KEY_USAGES.filter((_, bit) => (body[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))),
  extKeyUsage: ({ body }) => derItems(body).map((usage) => objectIdentifier(usage.body)),
  subjectAltName: ({ body }) => derItems(body).map(generalName),
  authorityKeyIdentifier: () => '<keyid>',
  subjectKeyIdentifier: () => '<keyid>',
}

function extension(value: DerValue): unknown {
  const parts = derItems(value.body)
  const id = nameOf(objectIdentifier(item(parts, 0).body))
  const content = derValue(item(parts, parts.length - 1).body)
  const read = EXTENSION_VALUES[id]
  return { id, critical: parts.length === 3, value: read ? read(content) : content.raw.toString('hex') }
}

/**
 * The start of validity in minutes before the time at which the answer was read. The signer counts back whole minutes from the time
 * at which it signs, which is less than a minute before that. A certificate has no fractions of seconds.
 */
const minutesBefore = (readAt: number, time: number): string => `-${Math.floor((readAt - time) / MINUTE_MS)} min`

function comparable(der: Buffer, readAt: number): unknown {
  const fields = derItems(item(derItems(derValue(der).body), 0).body)
  const first = fields[0]?.tag === EXPLICIT_VERSION ? 1 : 0
  const [from = 0, to = 0] = derItems(item(fields, first + 3).body).map(derTime)
  const algorithm = derItems(item(derItems(item(fields, first + 5).body), 0).body)
  const isRecent = Math.abs(from - readAt) < DAY_MS
  return {
    version: first === 1 ? (derValue(item(fields, 0).body).body[0] ?? 0) + 1 : 1,
    signatureAlgorithm: objectIdentifier(item(derItems(item(fields, first + 1).body), 0).body),
    subject: distinguishedName(item(fields, first + 4)),
    notBefore: isRecent ? minutesBefore(readAt, from) : new Date(from).toISOString(),
    seconds: (to - from) / 1000,
    publicKey: algorithm
      .filter(({ tag }) => tag === OBJECT_IDENTIFIER)
      .map(({ body }) => objectIdentifier(body))
      .join(' '),
    extensions: fields
      .filter(({ tag }) => tag === EXTENSIONS)
      .flatMap(({ body }) => derItems(derValue(body).body).map(extension)),
  }
}

/**
 * The certificates of a PEM text, or of base64 of one, without the values that differ from run to run.
 * @param readAt the time at which the answer was read
 */
export function comparableCertificates(text: unknown, readAt = Date.now()): unknown {
  try {
    const plain = String(text)
    const pem = plain.includes('-----BEGIN') ? plain : Buffer.from(plain, 'base64').toString('utf8')
    const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)
    return [...blocks].map(([, base64 = '']) => comparable(Buffer.from(base64, 'base64'), readAt))
  } catch (error) {
    return { error: (error as Error).message }
  }
}
