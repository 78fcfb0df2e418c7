/**
 * Resolves in a task of its own, so that the event loop can draw and answer in between. Unlike timers, messages have no
 * shortest time and are not slowed down in hidden pages.
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
