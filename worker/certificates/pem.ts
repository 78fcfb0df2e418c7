/** One block of a PEM text (RFC 7468, and the headers of RFC 1421). */
export interface PemBlock {
  /** `CERTIFICATE`, `PRIVATE KEY` ... */
  readonly type: string
  readonly hasHeaders: boolean
  readonly bytes: Uint8Array<ArrayBuffer>
}

const BLOCK = /(?:^|\n)-----BEGIN ([^\n]*?)-----[ \t\r]*\n([\s\S]*?)\n?-----END \1-----/g
const HEADER = /^[^\n]*:/

/** The blocks of a text; what stands between them counts for nothing, nor does a block that is no base64. */
export function pemBlocks(text: string): readonly PemBlock[] {
  return [...text.matchAll(BLOCK)].flatMap(([, type = '', inner = '']) => {
    const hasHeaders = HEADER.test(inner)
    const body = hasHeaders ? inner.replace(/^[\s\S]*?\n\r?\n/, '') : inner
    const bytes = decodeBase64(body.replace(/\s+/g, ''))
    return bytes === undefined ? [] : [{ type, hasHeaders, bytes }]
  })
}

/** A block of lines of 64 characters. */
export function pemText(type: string, bytes: Uint8Array): string {
  const lines = encodeBase64(bytes).replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN ${type}-----\n${lines}\n-----END ${type}-----\n`
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Undefined where the text is no base64. */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  BASE64.test(text) ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : undefined

export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
