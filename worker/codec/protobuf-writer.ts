// Sizes of the buffer in bytes: the initial one, and the largest that `reset` reuses.
import { doubleOf } from '../api/numbers.ts'

const FIRST_SIZE = 16 * 1024
const MAX_REUSED_SIZE = 1024 * 1024
// In characters. For shorter texts, calling TextEncoder takes longer than a loop.
const SHORT_TEXT = 40

const textEncoder = new TextEncoder()

/**
 * Writes the protobuf wire format from the end to the start, so that the length of a message is known when it is written.
 * Callers therefore write a value before its tag, and the last field before the first.
 */
export class WireWriter {
  #bytes = new Uint8Array(FIRST_SIZE)
  #at = FIRST_SIZE

  /** The number of bytes written; serves as a mark for `length`. */
  get size(): number {
    return this.#bytes.length - this.#at
  }

  /** Discards the written bytes. */
  reset(): void {
    if (this.#bytes.length > MAX_REUSED_SIZE) this.#bytes = new Uint8Array(FIRST_SIZE)
    this.#at = this.#bytes.length
  }

  /** A copy of the written bytes. */
  take(): Uint8Array {
    return this.#bytes.slice(this.#at)
  }

  /** Writes the length of everything written since `mark`. */
  length(mark: number): void {
    this.uint(this.size - mark)
  }

  /** Writes a tag, a length or another integer between 0 and 2^31. */
  uint(value: number): void {
    let at = this.#reserve(varintLength(value))
    let rest = value
    for (; rest >= 0x80; rest >>>= 7) this.#bytes[at++] = (rest & 0x7f) | 0x80
    this.#bytes[at] = rest
  }

  /** A negative integer takes ten bytes in Go, also an int32. */
  integer(value: number | bigint): void {
    if (typeof value === 'number' && value >= 0 && value <= 0x7fff_ffff) return this.uint(value)
    const groups: number[] = []
    let rest = BigInt.asUintN(64, BigInt(value))
    for (; rest >= 0x80n; rest >>= 7n) groups.push(doubleOf(rest & 0x7fn) | 0x80)
    groups.push(doubleOf(rest))
    const at = this.#reserve(groups.length)
    this.#bytes.set(groups, at)
  }

  double(value: number): void {
    const at = this.#reserve(8)
    new DataView(this.#bytes.buffer).setFloat64(at, value, true)
  }

  bytes(value: Uint8Array): void {
    const at = this.#reserve(value.length)
    this.#bytes.set(value, at)
    this.uint(value.length)
  }

  text(value: string): void {
    const ascii = value.length > SHORT_TEXT ? this.#longAscii(value) : this.#shortAscii(value)
    if (ascii) this.uint(value.length)
    else this.bytes(textEncoder.encode(value))
  }

  /** Writes bytes without a length. */
  raw(value: readonly number[]): void {
    const at = this.#reserve(value.length)
    this.#bytes.set(value, at)
  }

  /** Writes a text of ASCII. Returns whether it did; it writes nothing for a text beyond ASCII. */
  #shortAscii(value: string): boolean {
    const at = this.#reserve(value.length)
    const bytes = this.#bytes
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i)
      if (code >= 0x80) {
        this.#at = at + value.length
        return false
      }
      bytes[at + i] = code
    }
    return true
  }

  #longAscii(value: string): boolean {
    const at = this.#reserve(value.length)
    const { read } = textEncoder.encodeInto(value, this.#bytes.subarray(at, at + value.length))
    if (read === value.length) return true
    this.#at = at + value.length
    return false
  }

  /** Makes room for `length` bytes before the written ones. Returns their start. */
  #reserve(length: number): number {
    if (length > this.#at) this.#grow(length)
    this.#at -= length
    return this.#at
  }

  #grow(length: number): void {
    const written = this.#bytes.subarray(this.#at)
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, written.length + length))
    this.#at = larger.length - written.length
    larger.set(written, this.#at)
    this.#bytes = larger
  }
}

/** The bytes of a varint below 2^35. */
function varintLength(value: number): number {
  if (value < 0x80) return 1
  if (value < 0x4000) return 2
  if (value < 0x20_0000) return 3
  return value < 0x1000_0000 ? 4 : 5
}
