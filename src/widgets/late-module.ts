/**
 * Resolves in a task of its own, so that the browser can draw and answer in between. Unlike timers, messages are not
 * slowed down in hidden pages.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })

/** A module that loads on first use. Its evaluation and the first use of it are two tasks. After a failure, the next use loads again. */
export function once<T>(load: () => Promise<{ readonly default: T }>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () =>
    (loaded ??= load().then(
      (module) => nextTask().then(() => module.default),
      (error: unknown) => {
        loaded = undefined
        throw error
      },
    ))
}
