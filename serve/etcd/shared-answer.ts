/**
 * Runs one call at a time for all callers. A caller during a call cannot use its answer, which may be older than the
 * request; all such callers share the next call, and its failure.
 */
export function sharedAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined
  let next: Promise<T> | undefined

  function begin(): Promise<T> {
    const begun = ask()
    asking = begun
    const done = (): void => {
      if (asking === begun) asking = next = undefined
    }
    begun.then(done, done)
    return begun
  }

  return () => {
    if (asking === undefined) return begin()
    return (next ??= asking.then(() => begin()))
  }
}
