import { serviceUnavailable } from './status.ts'

/**
 * Returns a function that loads a module or another part of the server at its first call, and returns the same result
 * afterwards. A failed load is repeated by the next call.
 * @throws serviceUnavailable when loading fails
 */
export function lazy<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw serviceUnavailable(`a part of the server cannot be loaded: ${String(error)}`)
    }))
}
