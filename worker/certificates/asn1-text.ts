// Texts of ASN.1, as Go's encoding/asn1 and crypto/x509 accept them.

/** By universal tag, the name and the characters of a text with one byte for each character. */
export const ALPHABETS: ReadonlyMap<number, readonly [name: string, allowed: RegExp]> = new Map([
  [18, ['NumericString', /[\d ]/]],
  [19, ['PrintableString', /[A-Za-z\d '()+,\-./:=?*&]/]],
  [22, ['IA5String', /\p{ASCII}/u]],
])

export const hasOnly = (content: Uint8Array, allowed: RegExp): boolean =>
  content.every((byte) => allowed.test(String.fromCharCode(byte)))

export function isUtf8(content: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return true
  } catch {
    return false
  }
}

/** Whether a text has two bytes for each character, none of which is reserved or a surrogate. */
export function isBmp(content: Uint8Array): boolean {
  for (let at = 0; at < content.length; at += 2) {
    const point = ((content[at] ?? 0) << 8) | (content[at + 1] ?? 0)
    const isReserved = point >= 0xfffe || (point >= 0xfdd0 && point <= 0xfdef) || (point >= 0xd800 && point <= 0xdfff)
    if (content.length % 2 !== 0 || isReserved) return false
  }
  return true
}
