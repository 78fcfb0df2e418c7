/**
 * Parses JSON, with integers beyond 2^53 as `bigint`. Loads the exact parser only for texts that may contain such an
 * integer.
 * @throws SyntaxError when the text is not JSON
 */
export async function readExactJson<T>(text: string): Promise<T> {
  const value = JSON.parse(text) as T
  if (!LONG_NUMBER.test(text)) return value
  const { readJson } = await import('../../worker/codec/json-reader.ts')
  return readJson(text).value as T
}

/** A run of 16 digits, the length of 2^53. */
const LONG_NUMBER = /\d{16}/

/** The body of a response, as `readExactJson` reads it. */
export const bodyOf = async <T>(response: Response): Promise<T> => readExactJson<T>(await response.text())
