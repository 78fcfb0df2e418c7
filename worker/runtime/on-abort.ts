/**
 * Runs a task when the signal aborts, and at once when it has aborted already. The returned function removes the task; it is called
 * when the work that the task would end is over.
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  if (signal.aborted) {
    task()
    return () => undefined
  }
  signal.addEventListener('abort', task, { once: true })
  return () => signal.removeEventListener('abort', task)
}

/** The result of the work. When the signal aborts first, rejects with its reason, and the result is dropped. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const remove = onAbort(signal, () => reject(signal.reason as Error))
    void work.then(resolve, reject).finally(remove)
  })
}

/** Runs a task after a time; the returned function cancels. */
export type After = (milliseconds: number, task: () => void) => () => void

/** Resolves after a time. When the signal aborts first, rejects with its reason. */
export function pauseFor(milliseconds: number, after: After, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let remove = (): void => undefined
    const cancel = after(milliseconds, () => {
      remove()
      resolve()
    })
    remove = onAbort(signal, () => {
      cancel()
      reject(signal.reason as Error)
    })
  })
}
