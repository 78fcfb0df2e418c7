/**
 * A sequence of byte chunks. A list consists mostly of the stored bytes of its items, so a sender can write the chunks
 * without copying them. The chunks are shared: never change one.
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

  /** Copies the chunks into one new array. */
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

/** A sequence of texts and bytes. All texts are encoded in one call, because many small calls are slow. */
export function piecesOf(parts: readonly (string | Uint8Array)[]): Pieces {
  const texts = parts.filter((part) => typeof part === 'string')
  const text = texts.join('')
  const bytes = encoder.encode(text)
  // When every character is one byte, offsets of text and bytes are equal.
  if (bytes.length !== text.length)
    return new Pieces(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)))
  let at = 0
  return new Pieces(parts.map((part) => (typeof part === 'string' ? bytes.subarray(at, (at += part.length)) : part)))
}
