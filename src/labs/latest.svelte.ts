/** Milliseconds between the last change and the next run. */
const PAUSE_MS = 250

/**
 * The last result of asynchronous work, which runs again when its inputs change. A run begins after a short pause in
 * typing, and aborts an earlier run. Call this function while a component is created.
 * @param inputs returns the inputs; a change of reactive state that it reads starts a new run
 */
export function latest<Inputs, Result>(
  inputs: () => Inputs,
  work: (inputs: Inputs, signal: AbortSignal) => Promise<Result>,
): { readonly value: Result | undefined; readonly error: unknown } {
  let value = $state.raw<Result>()
  let error = $state.raw<unknown>()
  $effect(() => {
    const given = inputs()
    const stopper = new AbortController()
    const timer = setTimeout(() => {
      work(given, stopper.signal).then(
        (result) => {
          if (stopper.signal.aborted) return
          value = result
          error = undefined
        },
        (fault: unknown) => {
          if (!stopper.signal.aborted) error = fault
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stopper.abort()
    }
  })
  return {
    get value() {
      return value
    },
    get error() {
      return error
    },
  }
}
