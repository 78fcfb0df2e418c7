import type { IDBPDatabase } from 'idb'
import { openDB } from 'idb'
import type { ClusterInfo } from './messages.ts'

/** Which clusters this browser has. */
export interface ClusterRegistry {
  /** The oldest first. */
  list(): Promise<ClusterInfo[]>
  get(id: string): Promise<ClusterInfo | undefined>
  put(info: ClusterInfo): Promise<void>
  remove(id: string): Promise<void>
  /** Counts the workers that became the writer, from 1. */
  nextGeneration(): Promise<number>
}

const CLUSTERS = 'clusters'
const COUNTERS = 'counters'

/** @throws DOMException where this browser lets the page store nothing. */
export async function openClusterRegistry(databaseName: string): Promise<ClusterRegistry> {
  const database: IDBPDatabase = await openDB(databaseName, 1, {
    upgrade(created) {
      created.createObjectStore(CLUSTERS, { keyPath: 'id' })
      created.createObjectStore(COUNTERS)
    },
  })
  return {
    list: async () => byAge((await database.getAll(CLUSTERS)) as ClusterInfo[]),
    get: (id) => database.get(CLUSTERS, id) as Promise<ClusterInfo | undefined>,
    async put(info) {
      await database.put(CLUSTERS, info)
    },
    remove: (id) => database.delete(CLUSTERS, id),
    async nextGeneration() {
      const transaction = database.transaction(COUNTERS, 'readwrite')
      const before = (await transaction.store.get('generation')) as number | undefined
      await transaction.store.put((before ?? 0) + 1, 'generation')
      await transaction.done
      return (before ?? 0) + 1
    },
  }
}

export function memoryClusterRegistry(): ClusterRegistry {
  const clusters = new Map<string, ClusterInfo>()
  let generation = 0
  return {
    list: () => Promise.resolve(byAge([...clusters.values()])),
    get: (id) => Promise.resolve(clusters.get(id)),
    async put(info) {
      clusters.set(info.id, info)
    },
    async remove(id) {
      clusters.delete(id)
    },
    nextGeneration: () => Promise.resolve(++generation),
  }
}

const byAge = (clusters: ClusterInfo[]): ClusterInfo[] => clusters.sort((a, b) => a.createdAt - b.createdAt)
