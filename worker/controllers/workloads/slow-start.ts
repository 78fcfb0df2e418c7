const FIRST_BATCH = 1

/**
 * Makes `count` requests in batches that double in size, so that an error that affects all of them costs one request.
 * Throws the first failure of a batch after the whole batch has ended; later batches are not started.
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
