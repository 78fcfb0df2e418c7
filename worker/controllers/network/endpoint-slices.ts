import { isNamespaceTerminating } from '../client/namespace-terminating.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { ENDPOINT_SLICES, NODES, PODS, SERVICES } from '../kinds.ts'
import { addressTypesOf, desiredEndpoints, portsKey } from './desired-slices.ts'
import { HintedServices } from './hinted-services.ts'
import { watchServicesOfPods, isHeadless, podsOf, selectorOf } from './service-pods.ts'
import { filled, recycled, type SliceChanges } from './slice-changes.ts'
import { TriggerTimes } from './trigger-times.ts'
import { controllerReference, isBeingDeleted, nameOf } from '../object-parts.ts'
import type { ObjectClient } from '../client/object-client.ts'
import type { WorkQueue } from '../client/work-queue.ts'
import { queueController } from '../queue-controller.ts'

/** The default of `--max-endpoints-per-slice`. */
const MAX_ENDPOINTS = 100

/** Writes EndpointSlices for the pods that services select. */
export const endpointSlices = {
  name: 'endpointslice-controller',
  alias: 'endpointslice',
  open: openEndpointSlices,
} satisfies ManagerController

function openEndpointSlices(context: ManagerContext): Controller {
  const { dialect, objects } = context
  const names = namesOf(dialect.spell)
  const recorder = context.recorder('endpoint-slice-controller')
  const triggers = new TriggerTimes()
  const hints = new HintedServices(dialect.spell, (type, service, message) => {
    const reason = type === 'Normal' ? 'TopologyAwareHintsEnabled' : 'TopologyAwareHintsDisabled'
    recorder.event(service, type, reason, message)
  })
  const queue = context.queue(sync)
  /** Keys of services with pods on missing nodes: queued again with each new node. */
  const waiting = new Set<string>()

  async function sync(key: string): Promise<void> {
    const service = context.informer(SERVICES).get(splitKey(key))
    waiting.delete(key)
    if (service === undefined) {
      triggers.forget(key)
      hints.forget(key)
      return
    }
    const selector = selectorOf(service)
    if (selector === undefined || textAt(service, 'spec.type') === 'ExternalName') return
    const pods = podsOf(service, selector, context.informer(PODS))
    const existing = Array.from(context.informer(ENDPOINT_SLICES).list(service.metadata?.namespace)).filter(
      (slice) =>
        isManaged(slice) && slice.metadata?.labels?.[names.service] === nameOf(service) && !isBeingDeleted(slice),
    )
    const trigger = triggers.observe(key, service, pods)
    const syncErrors: string[] = []
    const types = addressTypesOf(service)
    try {
      for (const type of types) {
        const ofType = existing.filter((slice) => textAt(slice, 'addressType') === type)
        await reconcile({ context, names, hints }, { service, pods, existing: ofType, type, trigger, syncErrors })
      }
      for (const slice of existing)
        if (!types.includes(textAt(slice, 'addressType'))) await objects.delete(ENDPOINT_SLICES, namespacedName(slice))
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      report(service, [...syncErrors, error.message])
      throw error
    }
    if (syncErrors.length === 0) return
    waiting.add(key)
    report(service, syncErrors)
  }

  function report(service: ApiObject, syncErrors: readonly string[]): void {
    const [first = ''] = syncErrors
    const all = syncErrors.length === 1 ? first : `[${[...new Set(syncErrors)].join(', ')}]`
    const message = `Error updating Endpoint Slices for Service ${keyOf(service)}: ${all}`
    recorder.event(service, 'Warning', 'FailedToUpdateEndpointSlices', message)
  }

  const isManaged = ({ metadata }: ApiObject): boolean => metadata?.labels?.[names.managedBy] === names.manager
  return enqueuingController(context, {
    queue,
    hints,
    waiting,
    serviceNameOf: (slice) => (isManaged(slice) ? slice.metadata?.labels?.[names.service] : undefined),
  })
}

interface EnqueuedServices {
  readonly queue: WorkQueue
  readonly hints: HintedServices
  readonly waiting: ReadonlySet<string>
  /** The service of a managed slice; undefined for other slices. */
  readonly serviceNameOf: (slice: ApiObject) => string | undefined
}

/** Queues services when they, their pods, their slices or the nodes change. */
function enqueuingController(
  context: ManagerContext,
  { queue, hints, waiting, serviceNameOf }: EnqueuedServices,
): Controller {
  const add = (object: ApiObject): void => queue.add(keyOf(object))
  const addServiceOf = (slice: ApiObject): void => {
    const name = serviceNameOf(slice)
    if (name !== undefined) queue.add(`${slice.metadata?.namespace ?? ''}/${name}`)
  }
  const nodesChange = (): void => {
    for (const key of hints.overloaded(context.informer(NODES).list())) queue.add(key)
  }
  return queueController(context, [ENDPOINT_SLICES, SERVICES, PODS, NODES], queue, () => [
    context.informer(SERVICES).addEventHandler({ added: add, updated: add, deleted: add }),
    watchServicesOfPods(context.informer(PODS), context.informer(SERVICES), (key) => queue.add(key)),
    context.informer(ENDPOINT_SLICES).addEventHandler({
      added: addServiceOf,
      updated(slice, before) {
        addServiceOf(slice)
        addServiceOf(before)
      },
      deleted: addServiceOf,
    }),
    context.informer(NODES).addEventHandler({
      added() {
        for (const key of waiting) queue.add(key)
        nodesChange()
      },
      updated: (node, before) => (hints.affectsHints(node, before) ? nodesChange() : undefined),
      deleted: nodesChange,
    }),
  ])
}

interface ReconcileContext {
  readonly context: ManagerContext
  readonly names: Names
  readonly hints: HintedServices
}

/** Writes the slices of one address type. */
async function reconcile(
  { context, names, hints }: ReconcileContext,
  { service, pods, existing, type, trigger, syncErrors }: ServiceSlices,
): Promise<void> {
  const nodes = context.informer(NODES)
  const nodeOf = (name: string): ApiObject | undefined => nodes.get({ namespace: '', name })
  const { groups, skipped } = desiredEndpoints(service, pods, type, { nodeOf, zoneLabel: hints.labels.zone })
  for (const { pod, node } of skipped) {
    syncErrors.push(`skipping Pod ${pod} for Service ${keyOf(service)}: Node ${node} Not Found`)
  }
  const changes = changesOf(names, { service, existing, type, groups })
  const unchanged = existing.filter(
    (slice) => ![...changes.update, ...changes.remove].some((other) => nameOf(other) === nameOf(slice)),
  )
  const hinted = hints.apply(service, type, { ...changes, unchanged }, () => nodes.list())
  const isOurs = (slice: ApiObject): boolean => isOwned(slice, service)
  const timed = (slice: ApiObject): ApiObject => withTrigger(names, slice, trigger)
  await write(context.objects, service, recycled({ ...hinted, remove: changes.remove }, isOurs), timed)
  hinted.recordChange()
}

/** The slice with the trigger time in its annotation, or without the annotation. */
function withTrigger(names: Names, slice: ApiObject, trigger: string | undefined): ApiObject {
  const { [names.trigger]: _, ...annotations } = slice.metadata?.annotations ?? {}
  const given = trigger === undefined ? annotations : { ...annotations, [names.trigger]: trigger }
  return { ...slice, metadata: { ...slice.metadata, annotations: given } }
}

async function write(
  objects: ObjectClient,
  service: ApiObject,
  { create, update, remove }: SliceChanges,
  timed: (slice: ApiObject) => ApiObject,
): Promise<void> {
  if (!isBeingDeleted(service)) {
    for (const slice of create) {
      try {
        await objects.create(ENDPOINT_SLICES, timed(slice))
      } catch (error) {
        if (isNamespaceTerminating(error)) return
        throw error
      }
    }
  }
  for (const slice of update) await objects.update(ENDPOINT_SLICES, timed(slice))
  for (const slice of remove) await objects.delete(ENDPOINT_SLICES, namespacedName(slice))
}

/** A service with its pods, and its slices of one address type. */
interface ServiceSlices {
  readonly service: ApiObject
  readonly pods: readonly ApiObject[]
  readonly existing: readonly ApiObject[]
  readonly type: string
  readonly trigger: string | undefined
  /** The failures so far; the sync appends to this list. */
  readonly syncErrors: string[]
}

interface Names {
  readonly apiVersion: string
  readonly trigger: string
  readonly headless: string
  readonly service: string
  readonly managedBy: string
  readonly manager: string
}

const namesOf = (spell: (template: string) => string): Names => ({
  apiVersion: spell('discovery.{domain}/v1'),
  trigger: spell('endpoints.{labels}/last-change-trigger-time'),
  headless: spell('service.{labels}/headless'),
  service: spell('{labels}/service-name'),
  managedBy: spell('endpointslice.{labels}/managed-by'),
  manager: spell('endpointslice-controller.{domain}'),
})

const isOwned = ({ metadata }: ApiObject, service: ApiObject): boolean =>
  (metadata?.ownerReferences ?? []).some(({ uid, kind }) => uid === service.metadata?.uid && kind === 'Service')

/** The slice changes for one address type. */
function changesOf(
  names: Names,
  {
    service,
    existing,
    type,
    groups,
  }: Pick<ServiceSlices, 'service' | 'existing' | 'type'> & Pick<ReturnType<typeof desiredEndpoints>, 'groups'>,
): SliceChanges {
  const { labels: ofService = {}, name = '', namespace = '' } = service.metadata ?? {}
  const reserved = [names.headless, names.service, names.managedBy]
  const free = (labels: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(labels).filter(([key]) => !reserved.includes(key)))
  const wanted = free(ofService)
  const labels = {
    ...wanted,
    ...(isHeadless(service) && { [names.headless]: '' }),
    [names.service]: name,
    [names.managedBy]: names.manager,
  }
  const empty = (ports: readonly JsonObject[]): ApiObject => ({
    kind: 'EndpointSlice',
    apiVersion: names.apiVersion,
    metadata: { labels, generateName: `${name}-`, ownerReferences: [controllerReference(service)], namespace },
    ports: [...ports],
    addressType: type,
    endpoints: [],
  })
  const relabelled = (slice: ApiObject): ApiObject | undefined =>
    equalJson(free(slice.metadata?.labels ?? {}), wanted)
      ? undefined
      : { ...slice, metadata: { ...slice.metadata, labels } }

  const changes: SliceChanges = { create: [], update: [], remove: [] }
  const byPorts = new Map<string, ApiObject[]>()
  for (const slice of existing) {
    if (!isOwned(slice, service)) changes.remove.push(slice)
    else {
      const key = portsKey(listAt(slice, 'ports').filter(isObject))
      byPorts.set(key, [...(byPorts.get(key) ?? []), slice])
    }
  }
  for (const [key, group] of groups) {
    const { create, update, remove } = filled(byPorts.get(key) ?? [], group, {
      maximum: MAX_ENDPOINTS,
      empty,
      relabelled,
    })
    changes.create.push(...create)
    changes.update.push(...update)
    changes.remove.push(...remove)
  }
  for (const [key, slices] of byPorts) if (!groups.has(key)) changes.remove.push(...slices)
  if (changes.create.length > 0 || existing.length > changes.remove.length) return changes
  // A service without endpoints has one slice without endpoints.
  const placeholder = empty([])
  const [only, ...others] = changes.remove
  if (only !== undefined && others.length === 0 && isPlaceholder(only, labels)) return { ...changes, remove: [] }
  return { ...changes, create: [placeholder] }
}

const isPlaceholder = (slice: ApiObject, labels: Record<string, string>): boolean =>
  listAt(slice, 'endpoints').length === 0 &&
  listAt(slice, 'ports').length === 0 &&
  equalJson(slice.metadata?.labels ?? {}, labels)
