/** How many are begun at once to begin with. */
const FIRST_BATCH = 1

/**
 * Makes `count` things in batches that double, so that what is refused for all of them is asked for once, not `count`
 * times. Throws the first failure of a batch when the whole batch is done; the batches behind it are not begun.
 */
export async function slowStart(count: number, make: () => Promise<void>): Promise<void> {
  for (let left = count, size = Math.min(count, FIRST_BATCH); size > 0; size = Math.min(2 * size, left)) {
    await together(Array.from({ length: size }, make))
    left -= size
  }
}

/** Waits for all, then throws the first failure, if any. */
export async function together(tasks: Iterable<Promise<unknown>>): Promise<void> {
  for (const outcome of await Promise.allSettled(tasks)) if (outcome.status === 'rejected') throw outcome.reason
}
