import { watch } from 'node:fs/promises'

/** Milliseconds in which an editor writes one file several times. */
const WRITE_BURST_MS = 100

/**
 * Yields once after changes below the paths, until the signal is aborted. Changes during the work of the caller are
 * not lost: the generator then yields again at once.
 */
export async function* changedPaths(paths: readonly string[], signal: AbortSignal): AsyncGenerator<undefined> {
  let isChanged = false
  let wake = (): void => undefined
  let failure: unknown
  const follow = async (path: string): Promise<void> => {
    for await (const _ of watch(path, { recursive: true, signal })) {
      isChanged = true
      wake()
    }
  }
  for (const path of paths)
    follow(path).catch((error: unknown) => {
      failure = error
      wake()
    })
  for (;;) {
    if (!isChanged && failure === undefined) await new Promise<void>((resolve) => (wake = resolve))
    if (signal.aborted) return
    if (failure !== undefined) throw failure
    await new Promise((resolve) => setTimeout(resolve, WRITE_BURST_MS))
    isChanged = false
    yield undefined
  }
}
