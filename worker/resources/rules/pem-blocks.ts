/** One block of a PEM text. */
export interface PemBlock {
  readonly type: string
  readonly hasHeaders: boolean
  /** base64 without line breaks. */
  readonly body: string
}

const BLOCK = /(?:^|\n)-----BEGIN ([^\n]*?)-----[ \t\r]*\n([\s\S]*?)\n?-----END \1-----/g
const HEADER = /^[^\n]*:/

/** The blocks of a text; what stands between them counts for nothing. */
export function pemBlocks(text: string): readonly PemBlock[] {
  return [...text.matchAll(BLOCK)].map(([, type = '', inner = '']) => {
    const hasHeaders = HEADER.test(inner)
    const body = hasHeaders ? inner.replace(/^[\s\S]*?\n\r?\n/, '') : inner
    return { type, hasHeaders, body: body.replace(/\s+/g, '') }
  })
}
