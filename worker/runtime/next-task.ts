/**
 * Resolves in a new task, so that the browser can draw and handle events in between. Unlike timers, messages have no
 * minimum delay and are not throttled in hidden pages.
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
