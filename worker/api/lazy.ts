import { serviceUnavailable } from './status.ts'

let underWay = 0

/** The number of unfinished loads in this process. A virtual clock waits for them. */
export const loadsUnderWay = (): number => underWay

/**
 * Returns a function that loads a module or another part of the server at its first call, and returns the same result
 * afterwards. After a failed load, the next call loads again.
 * @throws serviceUnavailable when loading fails
 */
export function lazy<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () => (loading ??= counted())

  async function counted(): Promise<Part> {
    underWay++
    try {
      return await load()
    } catch (error) {
      loading = undefined
      throw serviceUnavailable(`a part of the server cannot be loaded: ${String(error)}`)
    } finally {
      underWay--
    }
  }
}
