/** Writes DER for tests. */
export type Bytes = Uint8Array<ArrayBuffer>

export function der(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const content = parts.flatMap((part) => [...part])
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Uint8Array.from([tag, ...size, ...content])
}

export const sequence = (...parts: readonly Uint8Array[]): Bytes => der(0x30, ...parts)
export const integer = (...bytes: readonly number[]): Bytes => der(0x02, Uint8Array.from(bytes))
export const bits = (bytes: Uint8Array): Bytes => der(0x03, Uint8Array.of(0), bytes)
export const text = (value: string): Bytes => der(0x0c, new TextEncoder().encode(value))

export function identifier(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const arcs = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f]
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return der(0x06, Uint8Array.from(arcs))
}

/** `{ '2.5.4.3': 'alice' }` */
export const name = (attributes: Readonly<Record<string, string>>): Bytes =>
  sequence(...Object.entries(attributes).map(([type, value]) => der(0x31, sequence(identifier(type), text(value)))))

const ECDSA_SHA256 = sequence(identifier('1.2.840.10045.4.3.2'))

/** A number of a signature, without a sign. */
function unsigned(bytes: Uint8Array): Bytes {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = bytes.slice(start < 0 ? bytes.length - 1 : start)
  return (digits[0] ?? 0) >= 0x80 ? der(0x02, Uint8Array.of(0), digits) : der(0x02, digits)
}

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

/** A request for a certificate, signed with a key of its own. */
export async function makeRequest(subject: Readonly<Record<string, string>>): Promise<Bytes> {
  const { privateKey, spki } = await makeKeys()
  return signed(sequence(integer(0), name(subject), spki, der(0xa0)), privateKey)
}

export interface CertificateFacts {
  readonly subject: Readonly<Record<string, string>>
  readonly isAuthority?: boolean
  /** Object identifiers. */
  readonly purposes?: readonly string[]
  /** `240101000000Z`; from the start of 2024 to the end of 2025 where they are not given. */
  readonly notBefore?: string
  readonly notAfter?: string
  /** An extension that nobody knows must be understood. */
  readonly demands?: boolean
}

const time = (written = ''): Bytes => der(0x17, new TextEncoder().encode(written))
const extension = (type: string, value: Bytes, ...critical: readonly Bytes[]): Bytes =>
  sequence(identifier(type), ...critical, der(0x04, value))
const TRUE = der(0x01, Uint8Array.of(0xff))

function toBeSigned(facts: CertificateFacts, issuer: Readonly<Record<string, string>>, spki: Bytes): Bytes {
  const { subject, isAuthority = false, purposes, notBefore = '240101000000Z', notAfter = '251231235959Z' } = facts
  return sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    name(issuer),
    sequence(time(notBefore), time(notAfter)),
    name(subject),
    spki,
    der(
      0xa3,
      sequence(
        extension('2.5.29.19', sequence(...(isAuthority ? [TRUE] : []))),
        ...(purposes === undefined ? [] : [extension('2.5.29.37', sequence(...purposes.map(identifier)))]),
        ...(facts.demands === true ? [extension('1.2.3.4', integer(1), TRUE)] : []),
      ),
    ),
  )
}

/** A certificate with the key that it names, and so who may issue others. */
export interface Issued {
  readonly subject: Readonly<Record<string, string>>
  readonly bytes: Bytes
  readonly key: CryptoKey
}

/** A certificate, signed by its issuer or, where there is none, with its own key. */
export async function issue(facts: CertificateFacts, issuer?: Issued): Promise<Issued> {
  const { privateKey, spki } = await makeKeys()
  const content = toBeSigned(facts, issuer?.subject ?? facts.subject, spki)
  return { subject: facts.subject, bytes: await signed(content, issuer?.key ?? privateKey), key: privateKey }
}

/** A certificate that nobody signed. */
export function makeCertificate(isAuthority: boolean): Bytes {
  const subject = { '2.5.4.3': 'node', '2.5.4.10': 'system:nodes' }
  const spki = sequence(sequence(identifier('1.2.840.10045.2.1')), bits(Uint8Array.of(4)))
  const content = toBeSigned({ subject, isAuthority }, { '2.5.4.3': 'authority' }, spki)
  return sequence(content, ECDSA_SHA256, bits(Uint8Array.of(1)))
}

export const pem = (bytes: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${btoa(String.fromCharCode(...bytes))}\n-----END CERTIFICATE-----\n`
