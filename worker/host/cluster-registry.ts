import type { IDBPDatabase } from 'idb'
import { openDB } from 'idb'
import type { WholeFile } from '../store/persistence/second-copy.ts'
import type { ClusterInfo } from './messages.ts'

/** The clusters that this browser stores. */
export interface ClusterRegistry {
  /** All clusters, the oldest first. */
  list(): Promise<ClusterInfo[]>
  get(id: string): Promise<ClusterInfo | undefined>
  put(info: ClusterInfo): Promise<void>
  remove(id: string): Promise<void>
  /** Counts the workers that became the writer, from 1. */
  nextGeneration(): Promise<number>
}

/** Version of all stored data. Raise it when an older version of the app cannot read what a newer one writes. */
const DATA_VERSION = 2

/** A newer version of the app has upgraded the data; this version must not write them. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError'

  constructor() {
    super('a newer version of this app has opened its data: reload this page')
  }
}

const CLUSTERS = 'clusters'
const COUNTERS = 'counters'

/**
 * Calls `outdated` when a newer version of the app opens the data; that version waits until this connection is closed.
 * @throws OutdatedError when a newer version of the app has upgraded the data; DOMException when the browser denies storage to
 * the page
 */
export async function openClusterRegistry(
  databaseName: string,
  outdated: () => void,
  copy: WholeFile | undefined,
): Promise<ClusterRegistry> {
  let generation: number | undefined
  const opened = reopened(async () => {
    const connection = await openDatabase(databaseName, outdated, copy)
    // Pages and the service worker recognise a new writer by its generation, so the count goes on.
    if (generation !== undefined) await connection.database.put(COUNTERS, generation, 'generation')
    return connection
  })
  await opened()
  const list = async (): Promise<ClusterInfo[]> => byAge((await (await opened()).getAll(CLUSTERS)) as ClusterInfo[])
  /** A failed copy is ignored: the change itself is already in the database. */
  const writeCopy = async (): Promise<void> => {
    const text = JSON.stringify(await list())
    await copy?.write([new TextEncoder().encode(text)]).catch((error: unknown) => console.warn(NO_COPY, error))
  }
  return {
    list,
    get: async (id) => (await opened()).get(CLUSTERS, id) as Promise<ClusterInfo | undefined>,
    async put(info) {
      await (await opened()).put(CLUSTERS, info)
      await writeCopy()
    },
    async remove(id) {
      await (await opened()).delete(CLUSTERS, id)
      await writeCopy()
    },
    async nextGeneration() {
      const transaction = (await opened()).transaction(COUNTERS, 'readwrite')
      const before = (await transaction.store.get('generation')) as number | undefined
      await transaction.store.put((generation = (before ?? 0) + 1), 'generation')
      await transaction.done
      return generation
    },
  }
}

/** An open database, and whether its connection has been closed since. */
interface Connection {
  readonly database: IDBPDatabase
  readonly isClosed: () => boolean
}

/**
 * Returns a function that opens the database again after its connection was closed: a user may clear the data of the site while
 * its worker runs, and pages that are loaded afterwards use the same worker.
 */
function reopened(open: () => Promise<Connection>): () => Promise<IDBPDatabase> {
  let connection: Promise<Connection> | undefined
  const opened = async (): Promise<IDBPDatabase> => {
    const { database, isClosed } = await (connection ??= open().catch((error: unknown) => {
      connection = undefined
      throw error
    }))
    if (!isClosed()) return database
    connection = undefined
    return opened()
  }
  return opened
}

async function openDatabase(name: string, outdated: () => void, copy: WholeFile | undefined): Promise<Connection> {
  let isClosed = false
  const database: IDBPDatabase = await openDB(name, DATA_VERSION, {
    upgrade(created, oldVersion) {
      // Version 2 changed only the databases of clusters.
      if (oldVersion >= 1) return
      created.createObjectStore(CLUSTERS, { keyPath: 'id' })
      created.createObjectStore(COUNTERS)
    },
    blocking(_current, blockedVersion) {
      isClosed = true
      database.close()
      // A deletion has no version.
      if (blockedVersion !== null) outdated()
    },
    terminated: () => void (isClosed = true),
  }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'VersionError' ? new OutdatedError() : error
  })
  await restore(database, copy)
  return { database, isClosed: () => isClosed }
}

const NO_COPY = 'The list of clusters has no second copy.'

/** Restores the list from its copy. A browser that lost one database of an origin lost all of them. */
async function restore(database: IDBPDatabase, copy: WholeFile | undefined): Promise<void> {
  if (copy === undefined || (await database.get(COUNTERS, 'generation')) !== undefined) return
  try {
    const bytes = await copy.read()
    if (bytes === undefined) return
    const clusters = JSON.parse(new TextDecoder().decode(bytes)) as ClusterInfo[]
    for (const info of clusters) await database.put(CLUSTERS, info)
  } catch (error) {
    console.warn(NO_COPY, error)
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
