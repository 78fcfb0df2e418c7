/**
 * The value of a JSON text, in which integers beyond 2^53 are `bigint`. The reader that keeps them is loaded for texts that
 * may hold one.
 * @throws SyntaxError when the text is not JSON
 */
export async function readExactJson<T>(text: string): Promise<T> {
  const value = JSON.parse(text) as T
  if (!LONG_NUMBER.test(text)) return value
  const { readJson } = await import('../../worker/codec/json-reader.ts')
  return readJson(text).value as T
}

/** 2^53 has 16 digits. */
const LONG_NUMBER = /\d{16}/

/** The body of a response, as `readExactJson` reads it. */
export const bodyOf = async <T>(response: Response): Promise<T> => readExactJson<T>(await response.text())
