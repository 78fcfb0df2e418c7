interface MemoryWatchOptions {
  /** Resolves to the bytes in use; undefined when they are unknown, which ends the watch. */
  used(): Promise<number | undefined>
  readonly limit: number
  /** Milliseconds between two measurements. */
  readonly every: number
  /** Calls `task` after `ms` milliseconds. The returned function cancels the call. */
  after(ms: number, task: () => void): () => void
  /** Called once, with the bytes in use, when they are more than `limit`. The watch then ends. */
  exceeded(bytes: number): void
}

/** Measures the memory of a process regularly. The returned function ends the watch. */
export function watchMemory({ used, limit, every, after, exceeded }: MemoryWatchOptions): () => void {
  let isOver = false
  let cancel: () => void
  const look = async (): Promise<void> => {
    const bytes = await used()
    if (isOver || bytes === undefined) return
    if (bytes > limit) exceeded(bytes)
    else wait()
  }
  const wait = (): void => void (cancel = after(every, () => void look()))
  wait()
  return () => {
    isOver = true
    cancel()
  }
}
