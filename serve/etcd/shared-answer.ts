/**
 * One question at a time for all who ask it. Who asks while it is under way may not have its answer, which may be older
 * than the asking; all of those share the next. A failure is everybody's.
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
