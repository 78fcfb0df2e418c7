/** `TextEncoder` and `TextDecoder` of a handler's context: UTF-8 only, as in `new TextDecoder()`. */

export class Utf8Encoder {
  readonly encoding = 'utf-8'

  /** Unpaired surrogates become U+FFFD. */
  encode(text = ''): Uint8Array<ArrayBuffer> {
    const escaped = encodeURIComponent(text.replace(UNPAIRED, REPLACEMENT))
    const bytes = escaped.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))
  }
}

export class Utf8Decoder {
  readonly encoding = 'utf-8'

  /** Bytes that are not UTF-8 become U+FFFD. A byte order mark is left out. */
  decode(data: ArrayBuffer | ArrayBufferView = new ArrayBuffer()): string {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)
    let text = ''
    for (let at = 0; at < bytes.length;) {
      const { letter, length } = letterAt(bytes, at)
      text += letter
      at += length
    }
    return text.startsWith('\uFEFF') ? text.slice(1) : text
  }
}

const REPLACEMENT = '\uFFFD'
const UNPAIRED = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** The first byte of a letter says how many bytes it has. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

function letterAt(bytes: Uint8Array, at: number): { readonly letter: string; readonly length: number } {
  const length = lengthOf(bytes[at] ?? 0)
  const escaped = Array.from(bytes.subarray(at, at + length), (byte) => `%${byte.toString(16).padStart(2, '0')}`)
  try {
    if (length > 0) return { letter: decodeURIComponent(escaped.join('')), length }
  } catch {
    // Not UTF-8: the first byte is replaced, and the next one begins a letter.
  }
  return { letter: REPLACEMENT, length: 1 }
}
