/**
 * Bytes that lie in several places, one after the other: a list is mostly the stored bytes of its items, and whoever
 * sends it need not bring them together first. The chunks are shared: never change one.
 */
export class Pieces {
  readonly chunks: readonly Uint8Array[]
  readonly byteLength: number

  constructor(chunks: readonly Uint8Array[]) {
    this.chunks = chunks
    let size = 0
    for (const chunk of chunks) size += chunk.length
    this.byteLength = size
  }

  /** Brings them together, in an array of its own. */
  join(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.byteLength)
    let at = 0
    for (const chunk of this.chunks) {
      whole.set(chunk, at)
      at += chunk.length
    }
    return whole
  }
}

const encoder = new TextEncoder()

/** Texts and bytes in a row. All texts are encoded in one go: to encode many small ones takes longer than their bytes. */
export function piecesOf(parts: readonly (string | Uint8Array)[]): Pieces {
  const texts = parts.filter((part) => typeof part === 'string')
  const text = texts.join('')
  const bytes = encoder.encode(text)
  // Where every character is one byte, offsets of text and bytes agree.
  if (bytes.length !== text.length)
    return new Pieces(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)))
  let at = 0
  return new Pieces(parts.map((part) => (typeof part === 'string' ? bytes.subarray(at, (at += part.length)) : part)))
}
