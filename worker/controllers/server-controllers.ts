import type { AnnouncedVersion } from '../http/announced-groups.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Verbs } from '../verbs/verbs.ts'
import { serviceAccounts } from './accounts/service-accounts.ts'
import { apiServiceAvailability } from './apiserver/api-service-availability.ts'
import { apiServiceRegistration } from './apiserver/api-service-registration.ts'
import { eventExpiry } from './apiserver/event-expiry.ts'
import { flowSchemaConditions } from './apiserver/flow-schema-conditions.ts'
import { certificateSigning } from './certificates/certificate-signing.ts'
import { countedVerbs } from './client/counted-verbs.ts'
import { observedVerbs, type ControllerRecords } from './client/observed-verbs.ts'
import { clientVerbs, type ClientRate } from './client/rate-limiter.ts'
import { serverClient } from './client/server-client.ts'
import type { Controller, ControllerContext, EarlyController, ManagerContext } from './controller.ts'
import { areResourcesServed, isControllerEnabled } from './controller-selection.ts'
import type { Manager } from './manager.ts'
import { repeatedLoad } from './repeated-load.ts'
import { NAMESPACES, SERVICE_ACCOUNTS } from './kinds.ts'
import { CLUSTER_ROLES, clusterRoleAggregation } from './rbac/cluster-role-aggregation.ts'
import { sleepingInCopy, SleepingController, startCount } from './sleeping-controller.ts'
import { changeOf } from './wake-up.ts'

export interface ServerControllersOptions
  extends Omit<ControllerContext, 'client'>, Pick<ManagerContext, 'rootCertificates' | 'accountTokens'> {
  readonly verbs: Verbs
  readonly catalog: Catalog
  /** `--event-ttl` in milliseconds; one hour by default. */
  readonly eventTtl?: number | undefined
  /** The identity of this server when several servers share a storage; otherwise undefined. */
  readonly identity: string | undefined
  /** The values of `--controllers`, which `isControllerEnabled` reads. */
  readonly enabled: readonly string[]
  /** Receives the requests and watches of controllers; by default, they are not recorded. */
  readonly records?: ControllerRecords | undefined
  /** The limit on the requests of each controller of the manager; by default, there is none. */
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
  /** Whether the controllers with a wake-up have started and have no work. */
  isAtRest(): boolean
  stop(): void
}

/** Starts only controllers whose resources the cluster serves. */
export function serverControllers(given: ServerControllersOptions): ServerControllers {
  const { verbs, underWay } = countedVerbs(given.verbs)
  const options = { ...given, verbs }
  const { clock, enabled, clientRate, eventTtl = EVENT_TTL_MS, report } = options
  const observed = (controller: string): Verbs => observedVerbs(verbs, { records: given.records, clock, controller })
  const context = { ...options, client: serverClient({ ...options, verbs: observed(OF_THE_SERVER) }) }
  const starts = startCount()
  const wake = (controller: Controller): Promise<void> => starts.start(controller).catch(report)
  const ownSleeping = <Own extends Controller>(own: Own): Own | SleepingController =>
    sleepingInCopy({ wakeUp: changeOf(...own.needs) }, own, options, wake)
  const availability = apiServiceAvailability(context)
  const availabilityInCopy = ownSleeping(availability)
  const early = earlyControllers
    .filter((descriptor) => isControllerEnabled(descriptor, enabled))
    .map((descriptor) => {
      const limited = clientVerbs(observed(descriptor.name), clock, clientRate, descriptor.clientRate)
      const client = serverClient({ ...options, verbs: limited })
      return sleepingInCopy(descriptor, descriptor.open({ ...options, client }), options, wake)
    })
  const registration = ownSleeping(apiServiceRegistration(context))
  const conditions = ownSleeping(flowSchemaConditions(context))
  const own = [availabilityInCopy, registration, conditions, eventExpiry(eventTtl)(context)]
  const controllers = [...own, ...early].filter((controller) => areResourcesServed(controller, options))
  const hasManager = enabled.some((value) => !value.startsWith('-'))
  let manager: Promise<Manager> | undefined
  let opened: Manager | undefined
  let isStarted = false
  let isStopped = false

  async function openManager(): Promise<Manager> {
    const { electedManager } = await repeatedLoad(() => import('./manager.ts'), clock)
    return (opened = electedManager(context, enabled))
  }

  return {
    async start() {
      await Promise.all(controllers.map(starts.start))
      isStarted = true
    },
    async startManager() {
      if (manager !== undefined || !hasManager) return
      manager = openManager()
      const started = await manager
      if (!isStopped) await started.start()
    },
    announced() {
      if (availabilityInCopy instanceof SleepingController) availabilityInCopy.wake()
      return availability.announced()
    },
    requestsUnderWay: underWay,
    isAtRest() {
      const isManagerAtRest = opened?.isAtRest() ?? !hasManager
      return isStarted && isManagerAtRest && starts.underWay() === 0 && underWay() === 0
    },
    stop() {
      isStopped = true
      for (const controller of controllers) controller.stop()
      void manager?.then((started) => started.stop())
    },
  }
}

/** The name under which requests of the API server's own controllers are recorded. */
const OF_THE_SERVER = 'apiserver'

/** The default of `--event-ttl`. */
const EVENT_TTL_MS = 60 * 60_000

/** Controllers of the manager on whose results the first request may depend, so they start with the server. */
export const earlyControllers: readonly EarlyController[] = [
  { name: 'certificatesigningrequest-signing-controller', alias: 'csrsigning', open: certificateSigning },
  {
    name: 'clusterrole-aggregation-controller',
    alias: 'clusterrole-aggregation',
    open: clusterRoleAggregation,
    wakeUp: changeOf(CLUSTER_ROLES),
  },
  {
    name: 'serviceaccount-controller',
    alias: 'serviceaccount',
    open: serviceAccounts,
    wakeUp: changeOf(NAMESPACES, SERVICE_ACCOUNTS),
  },
]
