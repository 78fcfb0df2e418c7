import type { ClusterSettings } from './api/cluster-settings.ts'
import { createApiServer } from './server/api-server.ts'
import { systemClock } from './clock/clock.ts'
import { dialects } from './dialect/dialect.ts'
import { OutdatedError } from './host/cluster-registry.ts'
import { indexedDbStorage, memoryStorage } from './host/cluster-storage.ts'
import { TAB_OPTIONS } from './host/tab-options.ts'
import type { ClusterInfo } from './host/messages.ts'
import type { PageConnection } from './host/writer.ts'
import { apiWorker } from './host/writer.ts'
import type { FieldDescriptions } from './http/openapi/field-descriptions.ts'
// Other entries load these modules on demand. A page that opens a cluster needs all of them, and would otherwise fetch
// one after the other.
import './authorization/rule-modes.ts'
import './authorization/rbac/reconciliation.ts'
import './resources/bootstrap.ts'
import './resources/rbac/bootstrap-policy.ts'

// The API worker. The worker's name begins with its mode: `shared /base/`, `dedicated /base/`, or `memory /base/` for a page that
// may store nothing.

declare const self: SharedWorkerGlobalScope | DedicatedWorkerGlobalScope

const [mode, base = '/'] = self.name.split(' ')

const open = apiWorker({
  base,
  locks: mode === 'memory' ? undefined : navigator.locks,
  clock: systemClock,
  async start(info, log, callWebhook) {
    const dialect = dialects[info.dialect]
    const server = await createApiServer({
      dialect,
      clock: systemClock,
      log,
      defaultUser: 'admin',
      ...TAB_OPTIONS,
      ...(info.settings !== undefined && (await settled(info.settings, info))),
      // Loading the manager would delay the first prompt. The page starts it afterwards (`startControllers`).
      defersControllerManager: true,
      descriptions,
      callWebhook,
    })
    // In a later task, after the answer that the cluster is open. The page draws its prompt meanwhile.
    systemClock.after(0, () => void server.start().catch((error: unknown) => console.error(error)))
    return server
  },
  async storage(outdated) {
    if (mode === 'memory') return memoryStorage()
    try {
      return await indexedDbStorage(base, systemClock, outdated)
    } catch (error) {
      if (error instanceof OutdatedError) throw error
      // `persistence` reports it to the pages, which show it. A cluster in memory is better than none.
      console.warn('This browser stores nothing for this page; clusters live in memory.', error)
      return memoryStorage()
    }
  },
})

/** The options of a cluster with separate settings. */
async function settled(settings: ClusterSettings, { dialect, createdAt, epoch = createdAt }: ClusterInfo) {
  const { settingsClock, settingsOptions } = await import('./server/settings-options.ts')
  return { ...settingsOptions(settings, dialects[dialect]), clock: settingsClock(settings, systemClock, epoch) }
}

/** Reads the file that the build puts beside this worker. A worker from a blob has no address from which to find the file. */
async function descriptions(): Promise<FieldDescriptions> {
  if (self.location.protocol === 'blob:') return {}
  try {
    const response = await fetch(new URL(`${base}assets/field-descriptions.json`, self.location.origin))
    return (await response.json()) as FieldDescriptions
  } catch (error) {
    // Types without descriptions are better than none. The next start of the worker requests them again.
    console.warn('The descriptions of fields cannot be loaded.', error)
    return {}
  }
}

if ('onconnect' in self) self.addEventListener('connect', ({ ports: [port] }) => port !== undefined && open(port))
else open(self satisfies PageConnection)
