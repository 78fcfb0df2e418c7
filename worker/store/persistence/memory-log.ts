import type { Log } from './log.ts'

/** A log that forgets: nothing outlives its process, so it only counts. The store holds the objects. */
export function memoryLog(): Log {
  let revision = 1
  return {
    open: () => Promise.resolve({ revision, records: [] }),
    commit(changes) {
      const first = revision + 1
      revision += changes.length
      return Promise.resolve(first)
    },
    close: () => Promise.resolve(),
  }
}
