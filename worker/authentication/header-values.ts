/** The values of a header: what is sent several times arrives as one, joined by a comma and a space. */
export const headerValues = (header: string | undefined): readonly string[] =>
  header === undefined ? [] : header.split(', ')

/** The key in the name of a header of extra information: it may hold what such a name may not, as `%2f`. */
export function unescapedKey(key: string): string {
  try {
    return decodeURIComponent(key).toLowerCase()
  } catch (error) {
    if (error instanceof URIError) return key
    throw error
  }
}
