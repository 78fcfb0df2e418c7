import { YamlComposer, type Turn, type YamlReading } from './yaml/composer.ts'
import type { ScalarOptions } from './yaml/scalars.ts'
import { YamlError } from './yaml-error.ts'

export { YamlError, type YamlReading }

const laterTurn: Turn = () => new Promise((resolve) => void setTimeout(resolve, 0))

/**
 * Reads the first document of a YAML 1.1 text and ignores later ones. A long text is read in slices; the reader yields to
 * the event loop between them.
 * @throws YamlError
 */
export async function readYaml(
  body: Uint8Array | string,
  turn: Turn = laterTurn,
  options: ScalarOptions = {},
): Promise<YamlReading> {
  const text = (typeof body === 'string' ? body : decodeText(body)).replace(/^\ufeff/, '')
  if (CONTROL.test(text)) throw new YamlError('yaml: control characters are not allowed')
  return await new YamlComposer(text, turn, options).read()
}

const CONTROL = /(?![\t\n\r\u0085])\p{Cc}|[\ufffe\uffff]/u

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, true)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, false)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new YamlError(`yaml: ${describeBytes(bytes)}`)
  }
}

/** Decodes UTF-16, which a text announces by its byte order mark. */
function decodeUtf16(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const refusal = (text: string): YamlError => new YamlError(`yaml: ${text}`)
  const unitAt = (at: number): number => view.getUint16(at, isLittleEndian)
  for (let at = 2; at < bytes.length; at += 2) {
    if (at + 2 > bytes.length) throw refusal('incomplete UTF-16 character')
    const kind = unitAt(at) & SURROGATE
    if (kind === LOW) throw refusal('unexpected low surrogate area')
    if (kind !== HIGH) continue
    at += 2
    if (at + 2 > bytes.length) throw refusal('incomplete UTF-16 surrogate pair')
    if ((unitAt(at) & SURROGATE) !== LOW) throw refusal('expected low surrogate area')
  }
  return new TextDecoder(isLittleEndian ? 'utf-16le' : 'utf-16be').decode(bytes)
}

// The upper bits of a UTF-16 code unit, and their value in each half of a surrogate pair.
const SURROGATE = 0xfc00
const HIGH = 0xd800
const LOW = 0xdc00

/** Why bytes are not UTF-8, as the YAML parser of the real server reports it. */
function describeBytes(bytes: Uint8Array): string {
  for (let at = 0; at < bytes.length;) {
    const width = widthOf(bytes[at] ?? 0)
    if (width === 0) return 'invalid leading UTF-8 octet'
    if (at + width > bytes.length) return 'incomplete UTF-8 octet sequence'
    const trailing = bytes.subarray(at + 1, at + width)
    if (!trailing.every((byte) => byte >> 6 === 2)) return 'invalid trailing UTF-8 octet'
    at += width
  }
  return 'invalid length of a UTF-8 sequence'
}

/** The length of a character by its first octet; 0 when no character begins with the octet. */
function widthOf(octet: number): number {
  if (octet < 0x80) return 1
  if (octet >> 5 === 6) return 2
  if (octet >> 4 === 14) return 3
  return octet >> 3 === 30 ? 4 : 0
}
