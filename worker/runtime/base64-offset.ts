/** The offset in the error of Go's decoder: of the first invalid character, of early padding, or of an incomplete last group. */
export function badBase64Offset(text: string): number {
  let digits = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? ''
    if (character === '\r' || character === '\n') continue
    if (/[A-Za-z0-9+/]/.test(character)) {
      digits += 1
      continue
    }
    if (character !== '=' || digits % 4 < 2) return i
    const rest = text.slice(i).replace(/[\r\n]/g, '')
    const padding = '='.repeat(4 - (digits % 4))
    return rest.startsWith(padding) ? i + padding.length : text.length
  }
  return text.length - (digits % 4)
}
