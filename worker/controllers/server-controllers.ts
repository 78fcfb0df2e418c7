import type { AnnouncedVersion } from '../http/announced-groups.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Verbs } from '../verbs/verbs.ts'
import { serviceAccounts } from './accounts/service-accounts.ts'
import { apiServiceAvailability } from './apiserver/api-service-availability.ts'
import { eventExpiry } from './apiserver/event-expiry.ts'
import { flowSchemaConditions } from './apiserver/flow-schema-conditions.ts'
import { certificateSigning } from './certificates/certificate-signing.ts'
import { countedVerbs } from './client/counted-verbs.ts'
import { observedVerbs, type ControllerRecords } from './client/observed-verbs.ts'
import { clientVerbs, type ClientRate } from './client/rate-limiter.ts'
import { serverClient } from './client/server-client.ts'
import type { ControllerContext, EarlyController, ManagerContext } from './controller.ts'
import { areResourcesServed, isControllerEnabled } from './controller-selection.ts'
import type { Manager } from './manager.ts'
import { clusterRoleAggregation } from './rbac/cluster-role-aggregation.ts'

export interface ServerControllersOptions
  extends Omit<ControllerContext, 'client'>, Pick<ManagerContext, 'rootCertificates' | 'accountTokens'> {
  readonly verbs: Verbs
  readonly catalog: Catalog
  /** `--event-ttl` in milliseconds; absent: one hour. */
  readonly eventTtl?: number | undefined
  /** The identity of this server when several servers share a storage. */
  readonly identity: string | undefined
  /** `--controllers`, see isControllerEnabled. */
  readonly enabled: readonly string[]
  /** Receives the requests and watches of controllers; absent: they are not recorded. */
  readonly records?: ControllerRecords | undefined
  /** The limit on the requests of each controller of the manager; absent: none. */
  readonly clientRate?: ClientRate | undefined
}

/** The controllers of the API server and of the controller manager. */
export interface ServerControllers {
  /** Starts the API server's controllers and the early ones. Resolves when they have handled every existing object. */
  start(): Promise<void>
  /** Loads and starts the controller manager, once; a second call does nothing. */
  startManager(): Promise<void>
  announced(): readonly AnnouncedVersion[]
  /** The requests of all controllers that have begun and not ended. */
  requestsUnderWay(): number
  stop(): void
}

/** Controllers whose resources the cluster does not serve do not start. */
export function serverControllers(given: ServerControllersOptions): ServerControllers {
  const { verbs, underWay } = countedVerbs(given.verbs)
  const options = { ...given, verbs }
  const { clock, enabled, clientRate, eventTtl = EVENT_TTL_MS } = options
  const observed = (controller: string): Verbs => observedVerbs(verbs, { records: given.records, clock, controller })
  const context = { ...options, client: serverClient({ ...options, verbs: observed(OF_THE_SERVER) }) }
  const availability = apiServiceAvailability(context)
  const early = earlyControllers
    .filter((descriptor) => isControllerEnabled(descriptor, enabled))
    .map((descriptor) => {
      const limited = clientVerbs(observed(descriptor.name), clock, clientRate, descriptor.clientRate)
      const client = serverClient({ ...options, verbs: limited })
      return descriptor.open({ ...options, client })
    })
  const controllers = [availability, flowSchemaConditions(context), eventExpiry(eventTtl)(context), ...early].filter(
    (controller) => areResourcesServed(controller, options),
  )
  let manager: Promise<Manager> | undefined
  let isStopped = false

  async function openManager(): Promise<Manager> {
    const { electedManager } = await import('./manager.ts')
    return electedManager(context, enabled)
  }

  return {
    async start() {
      await Promise.all(controllers.map((controller) => controller.start()))
    },
    async startManager() {
      if (manager !== undefined || enabled.every((value) => value.startsWith('-'))) return
      manager = openManager()
      const opened = await manager
      if (!isStopped) await opened.start()
    },
    announced: () => availability.announced(),
    requestsUnderWay: underWay,
    stop() {
      isStopped = true
      for (const controller of controllers) controller.stop()
      void manager?.then((opened) => opened.stop())
    },
  }
}

/** The name in records of the controllers that belong to the API server itself. */
const OF_THE_SERVER = 'apiserver'

/** The default of `--event-ttl`. */
const EVENT_TTL_MS = 60 * 60_000

/** Controllers of the manager on whose results the first request may depend, so they start with the server. */
export const earlyControllers: readonly EarlyController[] = [
  { name: 'certificatesigningrequest-signing-controller', alias: 'csrsigning', open: certificateSigning },
  { name: 'clusterrole-aggregation-controller', alias: 'clusterrole-aggregation', open: clusterRoleAggregation },
  { name: 'serviceaccount-controller', alias: 'serviceaccount', open: serviceAccounts },
]
