import type { ApiRequest } from '../api/exchange.ts'

/** The headers of a request, and their separate lines when the host has them. */
export type HeaderSource = Pick<ApiRequest, 'headers' | 'headerLines'>

/**
 * The values of a header that may be sent several times. A value can contain a comma (`CN=ops, OU=eu`), so only separate
 * header lines separate the values exactly. A browser joins the lines.
 */
export function headerValues({ headers, headerLines }: HeaderSource, name: string): readonly string[] {
  const joined = headers.get(name)
  if (joined === undefined) return []
  return headerLines?.(name) ?? joined.split(', ')
}

/**
 * Decodes the key in the name of an `extra` header, in which characters that a header name cannot contain are escaped, such as
 * `%2f`. The name is in lower case, but an escaped letter keeps its case; a key with a malformed escape stays as it is.
 */
export function unescapedKey(key: string): string {
  try {
    return decodeURIComponent(key.toLowerCase())
  } catch (error) {
    if (error instanceof URIError) return key
    throw error
  }
}
