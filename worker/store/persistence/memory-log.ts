import type { Log } from './log.ts'

/** A log without storage: it only counts revisions, and the store holds the objects. */
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
