/** A reader of DER (X.690), the encoding of certificates. It checks each element that it reads, and reads contents on demand. */
export interface Element {
  /** 0: universal, 1: application, 2: context, 3: private. */
  readonly class: number
  readonly tag: number
  readonly constructed: boolean
  readonly content: Uint8Array<ArrayBuffer>
  /** The encoded element with its header. */
  readonly whole: Uint8Array<ArrayBuffer>
}

export const TAG = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  objectIdentifier: 6,
  sequence: 16,
  set: 17,
  utcTime: 23,
  generalizedTime: 24,
} as const

/** Thrown for bytes that are not DER, or not the expected DER. */
export class MalformedDer extends Error {
  override readonly name = 'MalformedDer'
}

/** The header of an element, and the offset of its content. */
interface Head {
  readonly class: number
  readonly tag: number
  readonly constructed: boolean
  readonly length: number
  readonly start: number
}

const truncated = (): MalformedDer => new MalformedDer('syntax error: truncated tag or length')

/** @throws MalformedDer */
export function readHead(bytes: Uint8Array): Head {
  const [first, ...rest] = bytes.subarray(0, 2)
  if (first === undefined || rest.length === 0) throw truncated()
  const tag = first & 0x1f
  if (tag === 0x1f) throw new MalformedDer('syntax error: long tags are of no use here')
  const head = { class: first >> 6, tag, constructed: (first & 0x20) !== 0 }
  const short = bytes[1] ?? 0
  if (short < 0x80) return { ...head, length: short, start: 2 }
  const size = short & 0x7f
  if (size === 0) throw new MalformedDer('syntax error: indefinite length found (not DER)')
  if (size > 4) throw new MalformedDer('structure error: length too large')
  if (bytes.length < 2 + size) throw truncated()
  let length = 0
  for (const byte of bytes.subarray(2, 2 + size)) length = length * 256 + byte
  if (bytes[2] === 0) throw new MalformedDer('structure error: superfluous leading zeros in length')
  if (length < 0x80) throw new MalformedDer('structure error: non-minimal length')
  return { ...head, length, start: 2 + size }
}

/** The first element and the bytes after it. @throws MalformedDer */
export function readElement(bytes: Uint8Array<ArrayBuffer>): { element: Element; rest: Uint8Array<ArrayBuffer> } {
  const { length, start, ...kind } = readHead(bytes)
  const end = start + length
  if (end > bytes.length) throw new MalformedDer('syntax error: data truncated')
  const element = { ...kind, content: bytes.subarray(start, end), whole: bytes.subarray(0, end) }
  return { element, rest: bytes.subarray(end) }
}

/** Reads consecutive elements. @throws MalformedDer */
export function readElements(bytes: Uint8Array<ArrayBuffer>): readonly Element[] {
  const elements: Element[] = []
  for (let rest = bytes; rest.length > 0;) {
    const read = readElement(rest)
    elements.push(read.element)
    rest = read.rest
  }
  return elements
}

export const isUniversal = (element: Element | undefined, tag: number): element is Element =>
  element !== undefined && element.class === 0 && element.tag === tag

/** The parts of a sequence. @throws MalformedDer for another element */
export function sequenceOf(element: Element | undefined): readonly Element[] {
  if (!isUniversal(element, TAG.sequence) || !element.constructed) throw new MalformedDer('a sequence is missing')
  return readElements(element.content)
}

/** `2.5.4.3` @throws MalformedDer */
export function objectIdentifier(element: Element | undefined): string {
  if (!isUniversal(element, TAG.objectIdentifier) || element.content.length === 0) {
    throw new MalformedDer('an object identifier is missing')
  }
  const arcs: number[] = []
  let arc = 0
  for (const byte of element.content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    arcs.push(arc)
    arc = 0
  }
  const [first = 0, ...others] = arcs
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...others].join('.')
}

/** The bytes of a bit string without unused bits. @throws MalformedDer */
export function bitString(element: Element | undefined): Uint8Array<ArrayBuffer> {
  if (!isUniversal(element, TAG.bitString) || element.content[0] !== 0)
    throw new MalformedDer('a bit string is missing')
  return element.content.subarray(1)
}
