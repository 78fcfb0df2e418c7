const PAUSE = 250

/**
 * The last result of asynchronous work that follows its inputs: the work begins after a short pause in typing, and an earlier
 * run is aborted. Call it while a component is created.
 * @param inputs read by the work; the effect follows them
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
    }, PAUSE)
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
