/** Whether a text fits a pattern in which `*` is any text. The time is at most proportional to the product of both lengths. */
export function fitsPattern(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('*')
  if (parts.length === 0) return text === pattern
  if (!text.startsWith(first)) return false
  const last = parts.pop() ?? ''
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
