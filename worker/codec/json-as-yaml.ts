const [SPACE, LINE_FEED, CARRIAGE_RETURN, DELETE] = [0x20, 0x0a, 0x0d, 0x7f]
const [BACKSLASH, SLASH, LETTER_U] = [0x5c, 0x2f, 0x75]

/**
 * Whether the YAML reader certainly reads a JSON text to the same value. It refuses some escapes (`\/`, halves of surrogate pairs)
 * and control characters, folds the line separators of Unicode in strings, and refuses some tabs.
 */
export function readsAsYaml(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < SPACE) {
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) return false
    } else if (byte === BACKSLASH) {
      const escaped = bytes[++at]
      if (escaped === SLASH || escaped === LETTER_U) return false
    } else if (byte >= DELETE && isSpecial(byte, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)) return false
  }
  return true
}

/** Whether UTF-8 octets begin a control character, a line separator, a byte order mark or one of two code points without a character. */
function isSpecial(first: number, second: number, third: number): boolean {
  if (first === DELETE) return true
  if (first === 0xc2) return second < 0xa0
  if (first === 0xe2) return second === 0x80 && (third === 0xa8 || third === 0xa9)
  return first === 0xef && ((second === 0xbb && third === 0xbf) || (second === 0xbf && third >= 0xbe))
}
