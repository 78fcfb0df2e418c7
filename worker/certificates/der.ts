/** An element of DER (X.690), the encoding of certificates. Its header has been checked; its content is read on demand. */
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

/** Reads the header at the beginning of the bytes. @throws MalformedDer */
export function readHead(bytes: Uint8Array): Head {
  const [first] = bytes
  if (first === undefined) throw truncated()
  const short = first & 0x1f
  const { tag, at } = short === LONG_TAG ? longTag(bytes) : { tag: short, at: 1 }
  const { length, start } = readLength(bytes, at)
  return { class: first >> 6, tag, constructed: (first & 0x20) !== 0, length, start }
}

const LONG_TAG = 0x1f
const MAX_TAG = 2 ** 31 - 1
const MAX_TAG_BYTES = 5

/** A tag in base 128, after the first byte. @throws MalformedDer */
function longTag(bytes: Uint8Array): { tag: number; at: number } {
  let tag = 0
  for (const [index, byte] of bytes.subarray(1).entries()) {
    if (index === MAX_TAG_BYTES) throw new MalformedDer('structure error: base 128 integer too large')
    if (index === 0 && byte === 0x80) throw new MalformedDer('syntax error: integer is not minimally encoded')
    tag = tag * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    if (tag > MAX_TAG) throw new MalformedDer('structure error: base 128 integer too large')
    if (tag < LONG_TAG) throw new MalformedDer('syntax error: non-minimal tag')
    return { tag, at: index + 2 }
  }
  throw new MalformedDer('syntax error: truncated base 128 integer')
}

/** A length of this size or more cannot take another byte, because Go limits lengths to 31 bits. */
const FULL_LENGTH = 2 ** 23

/** The length of an element; `at` is the offset at which the length begins. @throws MalformedDer */
function readLength(bytes: Uint8Array, at: number): { length: number; start: number } {
  const short = bytes[at]
  if (short === undefined) throw truncated()
  if (short < 0x80) return { length: short, start: at + 1 }
  const size = short & 0x7f
  if (size === 0) throw new MalformedDer('syntax error: indefinite length found (not DER)')
  let length = 0
  for (let index = 1; index <= size; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) throw truncated()
    if (length >= FULL_LENGTH) throw new MalformedDer('structure error: length too large')
    length = length * 256 + byte
    if (length === 0) throw new MalformedDer('structure error: superfluous leading zeros in length')
  }
  if (length < 0x80) throw new MalformedDer('structure error: non-minimal length')
  return { length, start: at + 1 + size }
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

/** Reads at most `count` elements; Go ignores bytes after the fields of a structure. @throws MalformedDer */
export function firstElements(bytes: Uint8Array<ArrayBuffer>, count: number): readonly Element[] {
  const elements: Element[] = []
  for (let rest = bytes; rest.length > 0 && elements.length < count;) {
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

/** An object identifier as text, such as `2.5.4.3`. @throws MalformedDer */
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
