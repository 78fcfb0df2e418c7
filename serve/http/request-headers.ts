import type { IncomingMessage } from 'node:http'

/**
 * Header lines that one request may have. Go bounds their bytes only; Node's parser copies all earlier lines for every 32
 * further ones, and drops lines beyond `maxHeadersCount` without an error.
 */
export const MAX_HEADER_LINES = 10_000

/**
 * The value for `maxHeadersCount` of a server. It is one line more than allowed, so that a dropped line always shows in the
 * count.
 */
export const PARSED_HEADER_LINES = MAX_HEADER_LINES + 1

export const hasTooManyHeaders = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.length / 2 > MAX_HEADER_LINES

/** The headers by their names in lower case. Node has joined repeated headers, most of them with `, `. */
export function headersOf({ headers }: Pick<IncomingMessage, 'headers'>): Map<string, string> {
  const map = new Map<string, string>()
  for (const name in headers) map.set(name, textOf(String(headers[name])))
  return map
}

/** The values of all lines of one header, in their order. @param name in lower case */
export function headerLines({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (isNamed(rawHeaders[i], name)) values.push(textOf(rawHeaders[i + 1] ?? ''))
  }
  return values
}

/** Whether a request has several lines of one header. @param name in lower case */
export function isRepeated({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): boolean {
  let lines = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (isNamed(rawHeaders[i], name)) lines++
  return lines > 1
}

/** Most lines have a name of another length, and make no text in lower case then. */
const isNamed = (line: string | undefined, name: string): boolean =>
  line !== undefined && line.length === name.length && line.toLowerCase() === name

const BEYOND_ASCII = /[^\0-\x7f]/

/** Node reads each byte of a value as one character; Go, and so the real server, reads the bytes as UTF-8. */
export const textOf = (bytes: string): string =>
  BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes

/**
 * Prepares a header value of an answer. Node writes each character as one byte, and refuses characters beyond one byte. A text
 * with such characters therefore becomes its UTF-8 bytes, one character each.
 */
export const bytesOf = (text: string): string =>
  /[^\0-\xff]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text
