import { quote } from '../../api/go-format.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { findCondition, withCondition } from '../../api/condition.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { formatTime } from '../../clock/clock.ts'
import type { AnnouncedVersion } from '../../http/announced-groups.ts'
import { listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import type { WatchHandle, WatchHandler } from '../client/server-client.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { API_SERVICES, ENDPOINTS, SERVICES } from '../kinds.ts'
import { objectAt } from '../object-parts.ts'

const VERDICT = ['status', 'reason', 'message'] as const
type Verdict = Readonly<Record<(typeof VERDICT)[number], string>>

export interface Availability extends Controller {
  /** The group versions of the APIServices, in no particular order. Returns the same list until an APIService changes. */
  announced(): readonly AnnouncedVersion[]
}

/** Sets the condition `Available` of each APIService. */
export function apiServiceAvailability({ client, clock, report }: ControllerContext): Availability {
  const apiServices = new Map<string, ApiObject>()
  const services = new Map<string, ApiObject>()
  const endpoints = new Map<string, ApiObject>()
  const watches: WatchHandle[] = []
  let announced: readonly AnnouncedVersion[] | undefined
  let areServicesWatched = false

  async function updateAvailability(apiService: ApiObject): Promise<void> {
    const reference = valueAt(apiService, 'spec.service')
    if (isObject(reference)) watchServices()
    const verdict = isObject(reference) ? verdictOf(reference, services, endpoints) : LOCAL
    const next = withAvailability(apiService, verdict, formatTime(clock.now()))
    if (next === undefined) return
    await client.updateStatus(API_SERVICES, next, 'apiserver').catch((error: unknown) => {
      // The watch event of a concurrent write causes another update.
      if (!wasRefused(error, 'NotFound') && !wasRefused(error, 'Conflict')) report(error)
    })
  }

  /** Watches services and their endpoints, once an APIService names a service. Few clusters have such an APIService. */
  function watchServices(): void {
    if (areServicesWatched) return
    areServicesWatched = true
    watches.push(
      client.watch(SERVICES, trackInto(services, updateReferring)),
      client.watch(ENDPOINTS, trackInto(endpoints, updateReferring)),
    )
  }

  /** Updates the APIServices that name the service of the object. */
  function updateReferring(object: ApiObject): void {
    for (const apiService of apiServices.values()) {
      const reference = valueAt(apiService, 'spec.service')
      if (isObject(reference) && keyIn(reference) === keyIn(object.metadata ?? {})) void updateAvailability(apiService)
    }
  }

  return {
    needs: [API_SERVICES, SERVICES, ENDPOINTS],
    async start() {
      const watch = client.watch(API_SERVICES, {
        upserted(apiService) {
          announced = undefined
          apiServices.set(apiService.metadata?.name ?? '', apiService)
          return updateAvailability(apiService)
        },
        deleted(apiService) {
          announced = undefined
          apiServices.delete(apiService.metadata?.name ?? '')
        },
      })
      watches.push(watch)
      await watch.synced
    },
    stop() {
      for (const watch of watches.splice(0)) watch.stop()
    },
    announced: () => (announced ??= [...apiServices.values()].map(announcement)),
  }
}

function trackInto(objects: Map<string, ApiObject>, changed: (object: ApiObject) => void): WatchHandler {
  return {
    upserted(object) {
      objects.set(keyIn(object.metadata ?? {}), object)
      changed(object)
    },
    deleted(object) {
      objects.delete(keyIn(object.metadata ?? {}))
      changed(object)
    },
  }
}

/** The key `namespace/name` of metadata or of a reference. */
const keyIn = (named: JsonObject): string => `${textAt(named, 'namespace')}/${textAt(named, 'name')}`

const announcement = (apiService: ApiObject): AnnouncedVersion => ({
  group: textAt(apiService, 'spec.group'),
  version: textAt(apiService, 'spec.version'),
  groupPriority: numberAt(apiService, 'spec.groupPriorityMinimum'),
  versionPriority: numberAt(apiService, 'spec.versionPriority'),
  isServedElsewhere: isObject(valueAt(apiService, 'spec.service')),
})

const LOCAL: Verdict = { status: 'True', reason: 'Local', message: 'Local APIServices are always available' }

const unavailable = (reason: string, message: string): Verdict => ({ status: 'False', reason, message })

/** Checks the Service and, for the type ClusterIP, its port and endpoints. The first missing part is the reason. */
function verdictOf(
  reference: JsonObject,
  services: ReadonlyMap<string, ApiObject>,
  endpoints: ReadonlyMap<string, ApiObject>,
): Verdict {
  const name = `service/${textAt(reference, 'name')} in ${quote(textAt(reference, 'namespace'))}`
  const port = numberAt(reference, 'port')
  const service = services.get(keyIn(reference))
  if (service === undefined) return unavailable('ServiceNotFound', `${name} is not present`)
  const found = listAt(service, 'spec.ports').find((one) => isObject(one) && one['port'] === port)
  if (textAt(service, 'spec.type') === 'ClusterIP') {
    if (!isObject(found)) return unavailable('ServicePortError', `${name} is not listening on port ${port}`)
    const behind = endpoints.get(keyIn(reference))
    if (behind === undefined) return unavailable('EndpointsNotFound', `cannot find endpoints for ${name}`)
    const portName = textAt(found, 'name')
    if (!hasAddress(behind, portName)) {
      return unavailable(
        'MissingEndpoints',
        `endpoints for ${name} have no addresses with port name ${quote(portName)}`,
      )
    }
  }
  return unavailable(
    'FailedDiscoveryCheck',
    'failing or missing response: this server has no network to the services of its pods',
  )
}

const hasAddress = (endpoints: ApiObject, portName: string): boolean =>
  listAt(endpoints, 'subsets').some(
    (subset) =>
      isObject(subset) &&
      listAt(subset, 'addresses').length > 0 &&
      listAt(subset, 'ports').some((port) => isObject(port) && textAt(port, 'name') === portName),
  )

/** The object with the condition `Available`; undefined when it is unchanged. */
function withAvailability(apiService: ApiObject, verdict: Verdict, now: string): ApiObject | undefined {
  const conditions = listAt(apiService, 'status.conditions')
  const before = findCondition<unknown>(conditions, 'Available')
  if (isObject(before) && VERDICT.every((key) => before[key] === verdict[key])) return undefined
  const { status, reason, message } = verdict
  const next = { type: 'Available', status, lastTransitionTime: now, reason, message }
  return { ...apiService, status: { ...objectAt(apiService, 'status'), conditions: withCondition(conditions, next) } }
}
