/** The most bytes of one call, because engines limit the number of arguments. */
const CHUNK = 8192

/** Two lower-case digits for each byte. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A string with one character, up to U+00FF, for each byte: the form in which `btoa` and headers take bytes. */
export function toByteString(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) text += fromCodes(bytes.subarray(at, at + CHUNK))
  return text
}

/** Eight times as fast as `String.fromCharCode(...bytes)`, which walks the bytes by their iterator. */
const fromCodes = (bytes: Uint8Array): string => Reflect.apply(String.fromCharCode, undefined, bytes) as string

/** Inverse of `toByteString`; a character beyond U+00FF becomes its low byte. */
export const fromByteString = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The base64 of bytes (RFC 4648, 4), with padding. */
export const toBase64 = (bytes: Uint8Array): string => btoa(toByteString(bytes))

/**
 * The forgiving-base64 of the web: padding may be missing, and white space is skipped.
 * @throws DOMException for any other text
 */
export const fromForgivingBase64 = (text: string): Uint8Array<ArrayBuffer> => fromByteString(atob(text))

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Whether the text is base64 (RFC 4648, 4) without white space and with all of its padding, as Go's `StdEncoding` reads it. */
export const isBase64 = (text: string): boolean => BASE64.test(text)

/** Decodes base64; undefined for a text that is not base64 (see `isBase64`). */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  isBase64(text) ? fromForgivingBase64(text) : undefined

/** The number of bytes that a base64 encodes. The text must be base64 (see `isBase64`). */
export function decodedSize(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
  return (base64.length * 3) / 4 - padding
}

/** The base64 of a text in UTF-8, as `data` of a Secret holds it. */
export const toBase64Text = (text: string): string => toBase64(new TextEncoder().encode(text))

/** The text whose UTF-8 a base64 holds, with U+FFFD for invalid bytes; empty for a text that is not base64. */
export const fromBase64Text = (base64: string): string => new TextDecoder().decode(fromBase64(base64))

/**
 * The text whose UTF-8 a forgiving base64 holds, with U+FFFD for invalid bytes.
 * @throws DOMException for any other text
 */
export const fromForgivingBase64Text = (base64: string): string => new TextDecoder().decode(fromForgivingBase64(base64))

/** The base64url of bytes (RFC 4648, 5), without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Decodes base64url without padding (RFC 4648, 5); undefined for any other text. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  return fromForgivingBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
}

/** Orders byte by byte; a prefix comes first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return (a[i] ?? 0) < (b[i] ?? 0) ? -1 : 1
  return Math.sign(a.length - b.length)
}
