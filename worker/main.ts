import { createApiServer } from './apiserver.ts'
import { systemClock } from './clock/clock.ts'
import { dialects } from './dialect/dialect.ts'
import { indexedDbStorage, memoryStorage } from './host/cluster-storage.ts'
import type { Door } from './host/writer.ts'
import { apiWorker } from './host/writer.ts'
import type { FieldDescriptions } from './http/openapi/field-descriptions.ts'

/**
 * The API worker: as a SharedWorker, as a dedicated worker, or from a blob in a page that may store nothing; one
 * bundle. Its name says which: `shared /base/`, `dedicated /base/`, `memory`.
 */
declare const self: SharedWorkerGlobalScope | DedicatedWorkerGlobalScope

const [mode, base = '/'] = self.name.split(' ')

const open = apiWorker({
  base,
  locks: mode === 'memory' ? undefined : navigator.locks,
  clock: systemClock,
  start: (dialect, log) =>
    createApiServer({ dialect: dialects[dialect], clock: systemClock, log, defaultUser: 'admin', descriptions }),
  async storage() {
    if (mode === 'memory') return memoryStorage()
    try {
      return await indexedDbStorage(base)
    } catch (error) {
      // The pages learn it from `persistence` and say so; a cluster that is not kept is better than none.
      console.warn('This browser stores nothing for this page; clusters live in memory.', error)
      return memoryStorage()
    }
  },
})

/** The file that the build puts beside this worker. A worker from a blob has no address to find it by. */
async function descriptions(): Promise<FieldDescriptions> {
  if (mode === 'memory') return {}
  try {
    const response = await fetch(new URL(`${base}assets/field-descriptions.json`, self.location.origin))
    return (await response.json()) as FieldDescriptions
  } catch (error) {
    // Types without words are better than none; the next start of the worker asks again.
    console.warn('The descriptions of fields cannot be loaded.', error)
    return {}
  }
}

if ('onconnect' in self) self.addEventListener('connect', ({ ports: [port] }) => port !== undefined && open(port))
else open(self satisfies Door)
