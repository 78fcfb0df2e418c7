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

/** A request for a certificate, signed with a key of its own. */
export async function makeRequest(subject: Readonly<Record<string, string>>): Promise<Bytes> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
  const info = sequence(integer(0), name(subject), spki, der(0xa0))
  const plain = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, info))
  const signature = sequence(unsigned(plain.slice(0, 32)), unsigned(plain.slice(32)))
  return sequence(info, ECDSA_SHA256, bits(signature))
}

/** A certificate that nobody signed. */
export function makeCertificate(isAuthority: boolean): Bytes {
  const time = der(0x17, new TextEncoder().encode('240101000000Z'))
  const constraints = sequence(...(isAuthority ? [der(0x01, Uint8Array.of(0xff))] : []))
  const extension = sequence(identifier('2.5.29.19'), der(0x04, constraints))
  const issuer = name({ '2.5.4.3': 'authority' })
  const spki = sequence(sequence(identifier('1.2.840.10045.2.1')), bits(Uint8Array.of(4)))
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    issuer,
    sequence(time, time),
    name({ '2.5.4.3': 'node', '2.5.4.10': 'system:nodes' }),
    spki,
    der(0xa3, sequence(extension)),
  )
  return sequence(content, ECDSA_SHA256, bits(Uint8Array.of(1)))
}
