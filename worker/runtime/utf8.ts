/** The number of bytes of a text in UTF-8, computed without encoding it. A lone surrogate counts as U+FFFD. */
export function utf8Length(text: string): number {
  let length = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    length += unit < 0x800 ? 1 : 2
    // Both units of a surrogate pair are four bytes together.
    if (isLead(unit) && isTrail(text.charCodeAt(i + 1))) i++
  }
  return length
}

/** Whether a text takes more than `limit` bytes in UTF-8: the unit in which Go, and so the real server, measures texts. */
export const isLonger = (text: string, limit: number): boolean =>
  text.length > limit || (text.length * 3 > limit && utf8Length(text) > limit)

export const isLead = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
export const isTrail = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000
