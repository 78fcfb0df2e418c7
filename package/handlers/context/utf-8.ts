// `TextEncoder` and `TextDecoder` of a handler's context: UTF-8 only. Other encodings and streams throw.

export class Utf8Encoder {
  readonly encoding = 'utf-8'

  /** Unpaired surrogates become U+FFFD. */
  encode(text = ''): Uint8Array<ArrayBuffer> {
    const escaped = encodeURIComponent(text.replace(UNPAIRED, REPLACEMENT))
    const bytes = escaped.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))
  }
}

interface DecoderOptions {
  readonly fatal?: boolean
  readonly ignoreBOM?: boolean
}

export class Utf8Decoder {
  readonly encoding = 'utf-8'
  readonly fatal: boolean
  readonly ignoreBOM: boolean

  /** @throws RangeError for an encoding other than UTF-8 */
  constructor(label: unknown = 'utf-8', { fatal = false, ignoreBOM = false }: DecoderOptions = {}) {
    if (!LABELS.test(String(label))) throw new RangeError(`handlers under Node decode UTF-8 only, not ${String(label)}`)
    this.fatal = fatal
    this.ignoreBOM = ignoreBOM
  }

  /**
   * Bytes that are not UTF-8 become U+FFFD. A byte order mark is left out, except with `ignoreBOM`.
   * @throws TypeError with `fatal` for bytes that are not UTF-8, and for `stream`
   */
  decode(
    data: ArrayBuffer | ArrayBufferView = new ArrayBuffer(),
    { stream = false }: { readonly stream?: boolean } = {},
  ): string {
    if (stream) throw new TypeError('handlers under Node decode no streams: join the chunks, then decode them')
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)
    let text = ''
    for (let at = 0; at < bytes.length;) {
      const { character, length } = characterAt(bytes, at)
      if (character === undefined && this.fatal) throw new TypeError('the bytes are not valid UTF-8')
      text += character ?? REPLACEMENT
      at += length
    }
    return text.startsWith('\uFEFF') && !this.ignoreBOM ? text.slice(1) : text
  }
}

/** The labels of UTF-8 in the Encoding Standard. */
const LABELS = /^\s*(unicode-1-1-utf-8|unicode11utf8|unicode20utf8|utf-8|utf8|x-unicode20utf8)\s*$/i
const REPLACEMENT = '\uFFFD'
const UNPAIRED = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** The length of the UTF-8 sequence that this byte begins; 0 when none begins with it. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

/**
 * The second bytes that may follow some first bytes. With another one, the sequence would encode a surrogate, a number above
 * U+10FFFF, or a character that has a shorter sequence.
 */
const SECOND_BYTES: ReadonlyMap<number, readonly [least: number, most: number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
])

interface DecodedCharacter {
  /** The decoded character; undefined when the bytes are not UTF-8. */
  readonly character: string | undefined
  /** The number of bytes that become this character or one U+FFFD. */
  readonly length: number
}

/** A sequence that breaks off has the length of its valid beginning, as in the Encoding Standard. */
function characterAt(bytes: Uint8Array, at: number): DecodedCharacter {
  const first = bytes[at] ?? 0
  const length = lengthOf(first)
  let code = length > 1 ? first & (0x7f >> length) : first
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0
    const [least, most] = (index === 1 ? SECOND_BYTES.get(first) : undefined) ?? [0x80, 0xbf]
    if (byte < least || byte > most) return { character: undefined, length: index }
    code = (code << 6) | (byte & 0x3f)
  }
  return length === 0 ? { character: undefined, length: 1 } : { character: String.fromCodePoint(code), length }
}
