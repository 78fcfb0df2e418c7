/** Runs a task after a time; the returned function cancels. */
export type After = (milliseconds: number, task: () => void) => () => void

/** Resolves after a time. When the signal aborts first, rejects with its reason. */
export function pauseFor(milliseconds: number, after: After, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel()
      reject(signal.reason as Error)
    }
    const cancel = after(milliseconds, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
