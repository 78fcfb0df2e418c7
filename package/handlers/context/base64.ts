const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const DIGITS = new Map([...ALPHABET].map((digit, value) => [digit, value]))

/** Encodes as `btoa` does. @throws Error for characters above U+00FF */
export function encodeBase64(binary: string): string {
  let text = ''
  for (let at = 0; at < binary.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((more) => binary.charCodeAt(at + more) || 0)
    if ((a | b | c) > 255) throw new Error('btoa takes characters up to U+00FF')
    const bits = (a << 16) | (b << 8) | c
    const digits = [18, 12, 6, 0].map((shift) => ALPHABET[(bits >> shift) & 63]).join('')
    const left = binary.length - at
    text += left < 3 ? digits.slice(0, left + 1).padEnd(4, '=') : digits
  }
  return text
}

/** Decodes as `atob` does; white space is left out. @throws Error for other characters and impossible lengths */
export function decodeBase64(text: string): string {
  const digits = text.replace(/[\t\n\f\r ]+/g, '').replace(/={1,2}$/, '')
  if (digits.length % 4 === 1) throw new Error('atob takes Base64')
  const bytes: string[] = []
  let bits = 0
  let count = 0
  for (const digit of digits) {
    const value = DIGITS.get(digit)
    if (value === undefined) throw new Error('atob takes Base64')
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes.push(String.fromCharCode((bits >> count) & 255))
  }
  return bytes.join('')
}
