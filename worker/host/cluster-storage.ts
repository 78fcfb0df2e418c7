import { deleteDB } from 'idb'
import type { Clock } from '../clock/clock.ts'
import { boundedLog } from '../store/persistence/bounded-log.ts'
import { indexedDbLog } from '../store/persistence/indexeddb-log.ts'
import type { Log } from '../store/persistence/log.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { originFile, removeOriginFile } from '../store/persistence/origin-file.ts'
import { fileCopy } from '../store/persistence/second-copy.ts'
import type { ClusterRegistry } from './cluster-registry.ts'
import { memoryClusterRegistry, openClusterRegistry } from './cluster-registry.ts'
import type { Persistence } from './messages.ts'

/** The most characters of the objects of one cluster, about 100,000 pods: the tab needs twice as much memory. */
const MAX_LENGTH = 256 * 1024 * 1024

/** The storage of one installation: the registry of clusters, and a log for each of them. */
export interface ClusterStorage {
  readonly persistence: Persistence
  readonly registry: ClusterRegistry
  /** `lost` is called when the stored data of the cluster are deleted while it is open. */
  log(id: string, lost?: (why: string) => void): Log
  /** Copies the objects of cluster `from` into a new log `to`, whose revisions start at 1. */
  copy(from: string, to: string): Promise<void>
  remove(id: string): Promise<void>
}

/** The storage in IndexedDB. `openClusterRegistry` explains `outdated` and the errors. */
export async function indexedDbStorage(base: string, clock: Clock, outdated: () => void): Promise<ClusterStorage> {
  const name = (id: string): string => `tabplane:${base}:cluster:${id}`
  const registry = await openClusterRegistry(`tabplane:${base}`, outdated, originFile(`tabplane:${base}:clusters`))
  const log = (id: string, lost?: (why: string) => void): Log => {
    const file = originFile(name(id))
    const stored = indexedDbLog(name(id), { clock, copy: file && fileCopy(file), ...(lost && { lost }) })
    return boundedLog(stored, MAX_LENGTH)
  }
  const remove = async (id: string): Promise<void> => {
    // The copy is removed first, because a copy without its database restores the cluster.
    await removeOriginFile(name(id))
    await deleteDB(name(id))
  }
  return {
    persistence: 'indexeddb',
    registry,
    log,
    async copy(from, to) {
      // An interrupted earlier copy leaves a database without an entry in the registry.
      await remove(to)
      const source = log(from)
      const target = log(to)
      try {
        const { records } = await source.open()
        await target.open()
        const changes = [...records]
          .sort((a, b) => a.revision - b.revision)
          .map(({ key, value }) => ({ key, value, expected: 0 }))
        if (changes.length > 0) await target.commit(changes)
      } finally {
        await source.close()
        await target.close()
      }
    },
    remove,
  }
}

export function memoryStorage(): ClusterStorage {
  return {
    persistence: 'memory',
    registry: memoryClusterRegistry(),
    log: () => boundedLog(memoryLog(), MAX_LENGTH),
    copy: () =>
      Promise.reject(new Error('a cluster that is only in memory cannot be copied; share it as a link instead')),
    remove: () => Promise.resolve(),
  }
}
