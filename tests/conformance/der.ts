/** One element of a DER encoding (X.690, 8.1). */
export interface DerValue {
  readonly tag: number
  readonly body: Buffer
  /** The bytes of tag, length and body. */
  readonly raw: Buffer
}

const LONG_LENGTH = 0x80
const UTC_TIME = 0x17

/** The element at the start of the bytes. */
export function derValue(bytes: Buffer): DerValue {
  let length = bytes[1] ?? 0
  let head = 2
  if (length & LONG_LENGTH) {
    const size = length & ~LONG_LENGTH
    length = bytes.subarray(2, 2 + size).reduce((sum, byte) => sum * 256 + byte, 0)
    head += size
  }
  return { tag: bytes[0] ?? 0, body: bytes.subarray(head, head + length), raw: bytes.subarray(0, head + length) }
}

/** The elements of a constructed value. */
export function derItems(bytes: Buffer): DerValue[] {
  const items: DerValue[] = []
  for (let rest = bytes; rest.length > 0;) {
    const item = derValue(rest)
    items.push(item)
    rest = rest.subarray(item.raw.length)
  }
  return items
}

/** The dotted form of an object identifier, such as `2.5.4.3` (X.690, 8.19). */
export function objectIdentifier(bytes: Buffer = Buffer.alloc(0)): string {
  const [first = 0, ...rest] = bytes
  const top = Math.min(2, Math.floor(first / 40))
  const arcs = [top, first - 40 * top]
  let arc = 0
  for (const byte of rest) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    arcs.push(arc)
    arc = 0
  }
  return arcs.join('.')
}

/** Milliseconds since 1970 of a UTCTime or GeneralizedTime (RFC 5280, 4.1.2.5). */
export function derTime({ tag, body }: DerValue): number {
  const text = body.toString('latin1')
  const century = Number(text.slice(0, 2)) < 50 ? '20' : '19'
  const full = tag === UTC_TIME ? century + text : text
  const part = (from: number, to: number): number => Number(full.slice(from, to))
  return Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12), part(12, 14))
}
