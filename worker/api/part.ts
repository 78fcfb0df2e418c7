import { serviceUnavailable } from './status.ts'

/**
 * A part of the server that is loaded when it is first needed. What is loaded is kept; a failure to load it is not.
 * @throws serviceUnavailable
 */
export function part<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw serviceUnavailable(`a part of the server cannot be loaded: ${String(error)}`)
    }))
}
