/** One line of a watch. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: T
}

/**
 * The JSON lines of a streaming answer as they come, those that came together at once. Ends when the server ends it,
 * throws when it breaks off.
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
      // Empty lines are sent to open the stream at once and as signs of life.
      const values = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T)
      if (values.length > 0) yield values
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
