import { onAbort } from '../../worker/runtime/on-abort.ts'
import { openHandlers } from '../handlers/open-handlers.svelte.ts'

/** Resolves when the handler of a file runs in this tab; the reader has to allow that. Rejects when aborted. */
export function handlerRuns(file: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = $effect.root(() => {
      $effect(() => {
        const run = openHandlers()?.files.find(({ name }) => name === file)?.run
        if (run?.state !== 'running') return
        resolve()
        queueMicrotask(() => end())
      })
    })
    onAbort(signal, () => {
      end()
      reject(new Error('Stopped'))
    })
  })
}
