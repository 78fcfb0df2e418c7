/**
 * Runs one call at a time for all callers. A caller that arrives during a call does not get the answer of that call, which may
 * be older than the caller's request. All callers that arrive during one call share the next call, and its failure.
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
