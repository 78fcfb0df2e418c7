import { ProtobufError } from './protobuf-error.ts'
import { MAX_VALUES } from './value-count.ts'

/** Wire types: a varint, eight bytes, a length and that many bytes. */
export const VARINT = 0
export const FIXED64 = 1
export const DELIMITED = 2
const START_GROUP = 3
const END_GROUP = 4
const FIXED32 = 5

// The limit bounds the stack that a small body can consume. No built-in object has nearly as many levels.
const MAX_DEPTH = 500
// In bytes. For shorter texts, calling TextDecoder takes longer than a loop.
const SHORT_TEXT = 24

const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Reads the protobuf wire format. Every length is checked against the remaining bytes. */
export class WireReader {
  readonly #bytes: Uint8Array
  #at = 0
  #end: number
  #depth = 0
  #values = 0
  #wireType = 0
  // The last varint, in two halves of 32 bits.
  #low = 0
  #high = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#end = bytes.length
  }

  /** Whether the current message or packed list has more bytes. */
  get more(): boolean {
    return this.#at < this.#end
  }

  /** The wire type of the field whose number was read last. */
  get wireType(): number {
    return this.#wireType
  }

  /** The number of the next field. @throws ProtobufError naming the message */
  number(message: string): number {
    this.#varint()
    this.#values += 1
    if (this.#values > MAX_VALUES) throw new ProtobufError('proto: too many values')
    const wireType = this.#low & 7
    if (wireType === END_GROUP) throw new ProtobufError(`proto: ${message}: wiretype end group for non-group`)
    // Go truncates the field number to 32 bits.
    const number = (this.#low >>> 3) | (this.#high << 29)
    if (number <= 0) throw new ProtobufError(`proto: ${message}: illegal tag ${number} (wire type ${wireType})`)
    this.#wireType = wireType
    return number
  }

  int32(): number {
    this.#varint()
    return this.#low
  }

  /** A number, or a bigint when a number would not be exact. */
  int64(): number | bigint {
    this.#varint()
    const low = this.#low >>> 0
    const value = this.#high * 0x1_0000_0000 + low
    return Number.isSafeInteger(value) ? value : (BigInt(this.#high) << 32n) | BigInt(low)
  }

  boolean(): boolean {
    this.#varint()
    return this.#low !== 0 || this.#high !== 0
  }

  double(): number {
    const { buffer, byteOffset } = this.#bytes
    const at = this.#take(8)
    return new DataView(buffer, byteOffset + at, 8).getFloat64(0, true)
  }

  /** A view of the bytes, not a copy. */
  bytes(): Uint8Array {
    const start = this.#take(this.#length())
    return this.#bytes.subarray(start, this.#at)
  }

  text(): string {
    const start = this.#take(this.#length())
    const end = this.#at
    const short = end - start <= SHORT_TEXT ? asciiText(this.#bytes, start, end) : undefined
    return short ?? textDecoder.decode(this.#bytes.subarray(start, end))
  }

  /** Narrows the reader to the message or packed list that follows. Pass the result to `leave`. */
  enter(): number {
    const length = this.#length()
    const outer = this.#end
    if (length > outer - this.#at) throw new ProtobufError('unexpected EOF')
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new ProtobufError('proto: exceeded max depth')
    this.#end = this.#at + length
    return outer
  }

  leave(outer: number): void {
    this.#end = outer
    this.#depth -= 1
  }

  /** Skips the value of an unknown field. */
  skip(): void {
    let groups = 0
    for (let type = this.#wireType; ; type = this.#skippedTag()) {
      if (type === START_GROUP) groups += 1
      else if (type === END_GROUP) {
        if (groups === 0) throw new ProtobufError('proto: unexpected end of group')
        groups -= 1
      } else if (type === VARINT) this.#varint()
      else if (type === FIXED64) this.#take(8)
      else if (type === DELIMITED) this.#take(this.#length())
      else if (type === FIXED32) this.#take(4)
      else throw new ProtobufError(`proto: illegal wireType ${type}`)
      if (groups === 0) return
    }
  }

  #skippedTag(): number {
    this.#varint()
    return this.#low & 7
  }

  #length(): number {
    this.#varint()
    if (this.#high < 0) throw new ProtobufError('proto: negative length found during unmarshaling')
    return this.#high * 0x1_0000_0000 + (this.#low >>> 0)
  }

  /** Advances by `length` bytes. Returns their start. */
  #take(length: number): number {
    const start = this.#at
    if (length > this.#end - start) throw new ProtobufError('unexpected EOF')
    this.#at = start + length
    return start
  }

  #varint(): void {
    const first = this.#at < this.#end ? (this.#bytes[this.#at] ?? 0) : 0x80
    if (first < 0x80) {
      this.#at += 1
      this.#low = first
      this.#high = 0
    } else this.#longVarint()
  }

  #longVarint(): void {
    let low = 0
    let high = 0
    for (let shift = 0; ; shift += 7) {
      if (shift >= 64) throw new ProtobufError('proto: integer overflow')
      if (this.#at >= this.#end) throw new ProtobufError('unexpected EOF')
      const byte = this.#bytes[this.#at++] ?? 0
      const bits = byte & 0x7f
      if (shift < 28) low |= bits << shift
      else if (shift === 28) {
        low |= bits << 28
        high = bits >>> 4
      } else high |= bits << (shift - 32)
      if (byte < 0x80) break
    }
    this.#low = low
    this.#high = high
  }
}

/**
 * Decodes ASCII text; undefined for other text. Appends four characters at a time, because each concatenation allocates a
 * string.
 */
function asciiText(bytes: Uint8Array, start: number, end: number): string | undefined {
  let text = ''
  let at = start
  for (; at + 4 <= end; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
    if ((a | b | c | d) >= 0x80) return undefined
    text += String.fromCharCode(a, b, c, d)
  }
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80) return undefined
    text += String.fromCharCode(byte)
  }
  return text
}
