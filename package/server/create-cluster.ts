import manifest from '../../package.json' with { type: 'json' }
import type { Handle } from '../../worker/api/exchange.ts'
import { loadsUnderWay } from '../../worker/api/lazy.ts'
import type { Clock } from '../../worker/clock/clock.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { nextTask } from '../../worker/runtime/next-task.ts'
import type { ApiServer, ApiServerOptions } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import type { SnapshotLog } from '../../worker/store/persistence/snapshot-log.ts'
import { snapshotLog } from '../../worker/store/persistence/snapshot-log.ts'
import type { Cluster, ClusterOptions, DialectName, Snapshot } from './cluster.ts'
import { DEFAULT_CONTROLLERS } from './default-controllers.ts'
import { FaultList } from './fault-list.ts'
import { faultyHandle } from './faulty-handle.ts'
import { fetchHandle } from './fetch-handle.ts'
import type { Identities } from './identities.ts'
import { identities } from './identities.ts'
import { OpenPorts } from './open-ports.ts'
import { RequestLog } from './request-log.ts'
import { sharedObject } from './shared-objects.ts'
import { steppedClock } from './stepped-clock.ts'

const { version } = manifest

/**
 * Starts an API server. Resolves when it serves.
 * @throws RangeError for an invalid option
 */
export const createCluster = (options: ClusterOptions = {}): Promise<Cluster> => createClusterWith(options, {})

/**
 * `createCluster` with options of the server that the package does not publish.
 * @throws RangeError for an invalid option
 */
export async function createClusterWith(options: ClusterOptions, more: Partial<ApiServerOptions>): Promise<Cluster> {
  const { dialect = 'k8s', snapshot } = options
  if (!Object.hasOwn(dialects, dialect)) throw new RangeError(`dialect is k8s or svc, not ${dialect}`)
  if (snapshot !== undefined) checkSnapshot(snapshot, dialect)
  return openCluster(options, { ...(await optionsOfFlags(options)), ...more }, await logOf(options))
}

async function optionsOfFlags({ flags = [], dialect = 'k8s' }: ClusterOptions): Promise<Partial<ApiServerOptions>> {
  if (flags.length === 0) return {}
  const { flagOptions } = await import('./flag-options.ts')
  return flagOptions(flags, dialect)
}

async function logOf({ storage = 'memory', snapshot }: ClusterOptions): Promise<SnapshotLog> {
  if (storage === 'memory') return snapshotLog(snapshot)
  if (snapshot !== undefined) throw new RangeError('a cluster begins with a snapshot or with the content of a folder')
  if (typeof storage.folder !== 'string')
    throw new RangeError(`storage is 'memory' or { folder }, not ${JSON.stringify(storage)}`)
  const { folderSnapshotLog } = await import('./folder-snapshot-log.ts')
  return folderSnapshotLog(storage.folder)
}

async function openCluster(
  options: ClusterOptions,
  more: Partial<ApiServerOptions>,
  log: SnapshotLog,
): Promise<Cluster> {
  const credentials = identities(options.users ?? [])
  const server = await startServer(options, { credentials, more, log })
  const { dialect, clock } = server
  const faults = new FaultList()
  const requestLog = new RequestLog()
  const handle = requestLog.recording(faultyHandle(server.handle, faults))
  const ports = new OpenPorts(handle, credentials)
  const fetchAs = (user: string) => fetchHandle(handle, `Bearer ${credentials.token(user)}`)
  const cluster: Cluster = {
    fetch: fetchAs('admin'),
    as: (user) => ({ fetch: fetchAs(user) }),
    listen: (listenOptions) => ports.open(listenOptions),
    get url() {
      return ports.first?.url
    },
    kubeconfig: (user) => ports.kubeconfig(user),
    snapshot: () => ({ version, dialect, ...log.state() }),
    async fork() {
      let origin = server.origin()
      // The log has a write some microtasks before the store shows it.
      for (; origin.revision !== log.revision; origin = server.origin()) await Promise.resolve()
      const [copy, startTime] = [log.copy(), cluster.now()]
      await nextTask()
      return openCluster({ ...options, startTime }, { ...more, origin: origin.inLaterTurn() }, copy)
    },
    advance: server.advance,
    now: () => new Date(clock.now()),
    faults,
    get requests() {
      return requestLog.requests
    },
    compact: server.compact,
    async close() {
      await server.close()
      await ports.close()
    },
  }
  return cluster
}

interface StartedServer extends Pick<Cluster, 'advance' | 'compact' | 'close'>, Pick<ApiServer, 'origin'> {
  readonly dialect: DialectName
  readonly handle: Handle
  readonly clock: Clock
}

interface ServerParts {
  readonly credentials: Identities
  readonly more: Partial<ApiServerOptions>
  readonly log: SnapshotLog
}

async function startServer(options: ClusterOptions, { credentials, more, log }: ServerParts): Promise<StartedServer> {
  const { dialect = 'k8s', startTime = new Date(), report = (error) => console.error(error) } = options
  const stepped = options.clock === 'virtual' ? steppedClock(startTime.getTime()) : undefined
  const clock = stepped ?? systemClock
  let isClosed = false
  const api = await createApiServer({
    ...DEFAULTS,
    ...more,
    ...serverOptions(options),
    // Writes of controllers that the closed storage refuses are not defects.
    report: (error) => isClosed || report(error),
    dialect: dialects[dialect],
    clock,
    log,
    decodeStored: sharedObject,
    tokens: credentials.tokenFile,
    defersControllerManager: true,
  })
  await api.start()
  const manager = api.startControllerManager()
  // The manager starts in a turn of the cluster's clock.
  stepped?.runDue()
  await manager
  const activity = {
    revision: () => log.revision,
    workUnderWay: () => api.controllerRequestsUnderWay() + loadsUnderWay(),
  }
  return {
    dialect,
    clock,
    handle: api.handle,
    origin: () => api.origin(),
    async advance(ms) {
      if (stepped === undefined)
        throw new TypeError("the cluster's clock is the system's; create it with clock: 'virtual'")
      if (!(ms >= 0)) throw new RangeError(`advance takes 0 or more milliseconds, not ${ms}`)
      await stepped.advance(ms, activity)
    },
    compact: () => api.compact(),
    close() {
      isClosed = true
      return api.close()
    },
  }
}

/** @throws RangeError for a snapshot that this cluster cannot begin with */
function checkSnapshot(snapshot: Snapshot, dialect: DialectName): void {
  if (!Array.isArray(snapshot.records) || !Number.isSafeInteger(snapshot.revision))
    throw new RangeError('the snapshot does not come from Cluster.snapshot')
  if (snapshot.version !== version)
    throw new RangeError(`the snapshot is of version ${snapshot.version} of tabplane, this is ${version}`)
  if (snapshot.dialect !== dialect)
    throw new RangeError(`the snapshot has the names of ${snapshot.dialect}, the cluster those of ${dialect}`)
}

/** The options that flags and `ClusterOptions` may replace. */
const DEFAULTS: Partial<ApiServerOptions> = {
  controllers: DEFAULT_CONTROLLERS,
  authorizationModes: ['RBAC'],
  async callWebhook(...call) {
    // Node's own HTTP client verifies a webhook by the authority that its configuration names; `fetch` cannot.
    const { callWebhook } = await import('../../serve/webhook-caller.ts')
    return callWebhook(...call)
  },
}

function serverOptions({
  controllers,
  authorization,
  featureGates,
  runtimeConfig,
  allowedOrigins,
}: ClusterOptions): Partial<ApiServerOptions> {
  return {
    ...(controllers !== undefined && { controllers }),
    ...(authorization !== undefined && { authorizationModes: [authorization] }),
    ...(featureGates !== undefined && { featureGates }),
    ...(runtimeConfig !== undefined && { runtimeConfig }),
    ...(allowedOrigins !== undefined && { cors: { allowsOrigin: (origin) => allowedOrigins.includes(origin) } }),
  }
}
