import { fromBase64, toBase64 } from '../runtime/bytes.ts'
/** One block of a PEM text (RFC 7468, and the headers of RFC 1421). */
export interface PemBlock {
  /** The label, such as `CERTIFICATE` or `PRIVATE KEY`. */
  readonly type: string
  readonly hasHeaders: boolean
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A body contains no dashes of a line, so that a text of many first lines without a last one is read in linear time. */
const BLOCK = /(?:^|\n)-----BEGIN ([^\n]*?)-----[ \t\r]*\n((?:(?!-----)[\s\S])*?)\n?-----END \1-----/g
const HEADER = /^[^\n]*:/

/** Reads the blocks of a text. Ignores blocks with invalid base64, and the text between blocks. */
export function pemBlocks(text: string): readonly PemBlock[] {
  return [...text.matchAll(BLOCK)].flatMap(([, type = '', inner = '']) => {
    const hasHeaders = HEADER.test(inner)
    const body = hasHeaders ? inner.replace(/^[\s\S]*?\n\r?\n/, '') : inner
    const bytes = fromBase64(body.replace(/\s+/g, ''))
    return bytes === undefined ? [] : [{ type, hasHeaders, bytes }]
  })
}

/** Writes a block with lines of 64 characters. */
export function pemText(type: string, bytes: Uint8Array): string {
  const lines = toBase64(bytes).replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN ${type}-----\n${lines}\n-----END ${type}-----\n`
}
