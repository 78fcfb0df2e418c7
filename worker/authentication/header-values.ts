import type { ApiRequest } from '../api/exchange.ts'

/** The headers of a request, by line where its host has them. */
export type HeaderSource = Pick<ApiRequest, 'headers' | 'headerLines'>

/**
 * The values of a header that may be sent several times. A value may hold a comma itself (`CN=ops, OU=eu`), so that only
 * the lines tell the values apart; a browser has joined them.
 */
export function headerValues({ headers, headerLines }: HeaderSource, name: string): readonly string[] {
  const joined = headers.get(name)
  if (joined === undefined) return []
  return headerLines?.(name) ?? joined.split(', ')
}

/** The key in the name of a header of extra information: it may hold what such a name may not, as `%2f`. */
export function unescapedKey(key: string): string {
  try {
    return decodeURIComponent(key).toLowerCase()
  } catch (error) {
    if (error instanceof URIError) return key
    throw error
  }
}
