import { isNamespaceTerminating } from '../client/namespace-terminating.ts'
import type { ApiObject } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { ENDPOINTS, PODS, SERVICES } from '../kinds.ts'
import { fits, subsetsOf, truncated, type Subset } from './endpoint-subsets.ts'
import { watchServicesOfPods, isHeadless, podsOf, selectorOf } from './service-pods.ts'
import { TriggerTimes } from './trigger-times.ts'
import { queueController } from '../queue-controller.ts'

/** Writes Endpoints for the pods that services select. */
export const endpoints = {
  name: 'endpoints-controller',
  alias: 'endpoint',
  open: openEndpoints,
} satisfies ManagerController

function openEndpoints(context: ManagerContext): Controller {
  const { dialect, objects } = context
  const names = namesOf(dialect.spell)
  const recorder = context.recorder('endpoint-controller')
  const triggers = new TriggerTimes()
  const queue = context.queue(sync)

  async function sync(key: string): Promise<void> {
    const place = splitKey(key)
    const service = context.informer(SERVICES).get(place)
    const current = context.informer(ENDPOINTS).get(place)
    if (service === undefined) {
      triggers.forget(key)
      if (current !== undefined) await objects.delete(ENDPOINTS, place)
      return
    }
    const selector = selectorOf(service)
    if (selector === undefined || textAt(service, 'spec.type') === 'ExternalName') return
    const pods = podsOf(service, selector, context.informer(PODS))
    const trigger = triggers.observe(key, service, pods)
    const wanted = desiredEndpoints(names, { service, current, subsets: subsetsOf(service, pods), trigger })
    if (wanted !== undefined) await write(wanted, current, service)
  }

  async function write(wanted: ApiObject, current: ApiObject | undefined, service: ApiObject): Promise<void> {
    try {
      await (current === undefined ? objects.create(ENDPOINTS, wanted) : objects.update(ENDPOINTS, wanted))
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      if (current === undefined && isNamespaceTerminating(error)) return
      const what = `${keyOf(service)}: ${error.message}`
      if (current === undefined) {
        // The real controller reports this object without a namespace, so its event is in the default namespace.
        const about = { ...wanted, metadata: { name: service.metadata?.name ?? '' } }
        recorder.event(about, 'Warning', 'FailedToCreateEndpoint', `Failed to create endpoint for service ${what}`)
      } else recorder.event(current, 'Warning', 'FailedToUpdateEndpoint', `Failed to update endpoint ${what}`)
      throw error
    }
  }

  const add = (object: ApiObject): void => queue.add(keyOf(object))
  const controller = queueController(context, [ENDPOINTS, SERVICES, PODS], queue, () => [
    context.informer(SERVICES).addEventHandler({ added: add, updated: add, deleted: add }),
    watchServicesOfPods(context.informer(PODS), context.informer(SERVICES), (key) => queue.add(key)),
    context.informer(ENDPOINTS).addEventHandler({ deleted: add }),
  ])
  return {
    ...controller,
    async start() {
      await controller.start()
      // The service of an Endpoints object may have been deleted while the controller was stopped.
      for (const left of context.informer(ENDPOINTS).list())
        if (!(names.leader in (left.metadata?.annotations ?? {}))) add(left)
    },
  }
}

interface Names {
  readonly trigger: string
  readonly overCapacity: string
  readonly headless: string
  readonly leader: string
}

const namesOf = (spell: (template: string) => string): Names => ({
  trigger: spell('endpoints.{labels}/last-change-trigger-time'),
  overCapacity: spell('endpoints.{labels}/over-capacity'),
  headless: spell('service.{labels}/headless'),
  leader: spell('control-plane.alpha.{labels}/leader'),
})

/** A service, its stored Endpoints, and the subsets that its pods make. */
interface ServiceEndpoints {
  readonly service: ApiObject
  readonly current: ApiObject | undefined
  readonly subsets: Subset[]
  readonly trigger: string | undefined
}

/** The Endpoints to write; undefined when the stored ones are up to date. */
function desiredEndpoints(
  names: Names,
  { service, current, subsets, trigger }: ServiceEndpoints,
): ApiObject | undefined {
  const { labels: ofService = {}, name = '', namespace = '' } = service.metadata ?? {}
  if (current !== undefined && isSettled(names, current, ofService, subsets)) return undefined
  const { [names.headless]: _, ...labels } = ofService
  const before = current?.metadata?.annotations ?? {}
  const { [names.trigger]: _trigger, [names.overCapacity]: _capacity, ...annotations } = before
  const isWhole = fits(subsets)
  return {
    kind: 'Endpoints',
    apiVersion: 'v1',
    metadata: {
      ...(current === undefined ? { name, namespace } : current.metadata),
      labels: isHeadless(service) ? { ...labels, [names.headless]: '' } : labels,
      annotations: {
        ...annotations,
        ...(trigger !== undefined && { [names.trigger]: trigger }),
        ...(!isWhole && { [names.overCapacity]: 'truncated' }),
      },
    },
    subsets: isWhole ? subsets : truncated(subsets),
  }
}

function isSettled(names: Names, current: ApiObject, ofService: Record<string, string>, subsets: Subset[]): boolean {
  const { labels = {}, annotations = {} } = current.metadata ?? {}
  const { [names.headless]: _, ...compared } = labels
  return (
    equalJson([...listAt(current, 'subsets')], subsets) &&
    equalJson(compared, ofService) &&
    fits(subsets) &&
    !Object.hasOwn(annotations, names.overCapacity)
  )
}
