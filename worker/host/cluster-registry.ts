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

/** Of everything that is stored. Raise it where an older version of the app could not read what a newer one writes. */
const DATA_VERSION = 1

/** A newer version of the app has the data: this one must not touch them any more. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError'

  constructor() {
    super('a newer version of this app has opened its data: reload this page')
  }
}

const CLUSTERS = 'clusters'
const COUNTERS = 'counters'

/**
 * `outdated` is called when a newer version wants to open the data, which waits until this one has let go.
 * @throws OutdatedError; DOMException where this browser lets the page store nothing.
 */
export async function openClusterRegistry(databaseName: string, outdated: () => void): Promise<ClusterRegistry> {
  const database: IDBPDatabase = await openDB(databaseName, DATA_VERSION, {
    upgrade(created) {
      created.createObjectStore(CLUSTERS, { keyPath: 'id' })
      created.createObjectStore(COUNTERS)
    },
    blocking() {
      database.close()
      outdated()
    },
  }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'VersionError' ? new OutdatedError() : error
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
