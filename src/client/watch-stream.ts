import { readExactJson } from './read-json.ts'

/** One event of a watch. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: T
}

/**
 * The JSON lines of a streaming response; each iteration yields the lines that a chunk completes. Ends when the server ends the
 * response.
 * @throws the error of a broken connection
 */
export async function* jsonLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      // The server sends empty lines to open the stream and to keep it alive.
      const values = await Promise.all(lines.filter((line) => line.trim() !== '').map(readExactJson<T>))
      if (values.length > 0) yield values
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
