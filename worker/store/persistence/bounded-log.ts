import { StorageFull } from '../store.ts'
import type { Log, LogChange } from './log.ts'

const MIB = 1024 * 1024

/**
 * A log whose objects have at most `maxLength` characters together. A commit that would exceed this is refused with
 * StorageFull, unless all its changes free room: one manifest may make a controller create objects without end, and the
 * memory of a page ends with the page.
 */
export function boundedLog(log: Log, maxLength: number): Log {
  const lengths = new Map<string, number>()
  let total = 0
  const record = (key: string, length: number): void => {
    total += length - (lengths.get(key) ?? 0)
    if (length === 0) lengths.delete(key)
    else lengths.set(key, length)
  }
  const growthOf = (changes: readonly LogChange[]): number =>
    changes.reduce((sum, change) => sum + lengthOf(change) - (lengths.get(change.key) ?? 0), 0)
  return {
    async open() {
      const state = await log.open()
      for (const { key, value } of state.records) record(key, value?.length ?? 0)
      return state
    },
    async commit(changes) {
      if (total + growthOf(changes) > maxLength && !changes.every(({ frees }) => frees === true))
        throw new StorageFull(`the objects of a cluster here have at most ${Math.floor(maxLength / MIB)} MiB`)
      const first = await log.commit(changes)
      for (const change of changes) record(change.key, lengthOf(change))
      return first
    },
    get outage() {
      return log.outage
    },
    close: () => log.close(),
  }
}

const lengthOf = ({ length, value }: LogChange): number => length ?? value?.length ?? 0
