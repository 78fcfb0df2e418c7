import { isNamespaceTerminating } from '../client/namespace-terminating.ts'
import type { ApiObject } from '../../api/object.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { ENDPOINTS, ENDPOINT_SLICES, SERVICES } from '../kinds.ts'
import { mirrorNames, mirroredSlices } from './mirrored-slices.ts'
import { selectorOf } from './service-pods.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { queueController } from '../queue-controller.ts'

/** Mirrors custom Endpoints of services without a selector as EndpointSlices. */
export const endpointSliceMirroring = {
  name: 'endpointslice-mirroring-controller',
  alias: 'endpointslicemirroring',
  open: openMirroring,
} satisfies ManagerController

function openMirroring(context: ManagerContext): Controller {
  const { dialect, objects } = context
  const names = mirrorNames(dialect.spell)
  const recorder = context.recorder('endpoint-slice-mirroring-controller')
  const queue = context.queue(sync)

  const isMirrored = ({ metadata }: ApiObject): boolean =>
    metadata?.labels?.[names.skip] !== 'true' && !(names.leader in (metadata?.annotations ?? {}))
  const isManaged = ({ metadata }: ApiObject): boolean => metadata?.labels?.[names.managedBy] === names.manager

  async function sync(key: string): Promise<void> {
    const place = splitKey(key)
    const slices = Array.from(context.informer(ENDPOINT_SLICES).list(place.namespace)).filter(
      (slice) => isManaged(slice) && slice.metadata?.labels?.[names.service] === place.name,
    )
    const endpoints = context.informer(ENDPOINTS).get(place)
    const service = context.informer(SERVICES).get(place)
    const isWanted = service !== undefined && selectorOf(service) === undefined
    if (endpoints === undefined || !isWanted || !isMirrored(endpoints)) {
      for (const slice of slices) await objects.delete(ENDPOINT_SLICES, namespacedName(slice))
      return
    }
    const changes = mirroredSlices(names, endpoints, slices)
    if (changes.skipped > 0) {
      const message =
        'A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. ' +
        `${changes.skipped} addresses were skipped`
      recorder.event(endpoints, 'Warning', 'TooManyAddressesToMirror', message)
    }
    await write(objects, endpoints, changes)
  }

  const add = (object: ApiObject): void => queue.add(keyOf(object))
  const addMirrored = (endpoints: ApiObject): void => (isMirrored(endpoints) ? add(endpoints) : undefined)
  const addUnselecting = (service: ApiObject): void => (selectorOf(service) === undefined ? add(service) : undefined)
  const addOf = (slice: ApiObject): void => {
    const { labels = {}, namespace = '' } = slice.metadata ?? {}
    const name = labels[names.service]
    if (name !== undefined && isManaged(slice)) queue.add(`${namespace}/${name}`)
  }
  return queueController(context, [ENDPOINTS, ENDPOINT_SLICES, SERVICES], queue, () => [
    context.informer(ENDPOINTS).addEventHandler({
      added: addMirrored,
      updated: (endpoints, before) => (isMirrored(endpoints) || isMirrored(before) ? add(endpoints) : undefined),
      deleted: addMirrored,
    }),
    context.informer(SERVICES).addEventHandler({
      added: addUnselecting,
      updated(service, before) {
        if ((selectorOf(service) === undefined) !== (selectorOf(before) === undefined)) add(service)
      },
      deleted: addUnselecting,
    }),
    context.informer(ENDPOINT_SLICES).addEventHandler({
      added: addOf,
      updated(slice, before) {
        addOf(slice)
        addOf(before)
      },
      deleted: addOf,
    }),
  ])
}

async function write(
  objects: ObjectClient,
  endpoints: ApiObject,
  { create, update, remove }: ReturnType<typeof mirroredSlices>,
): Promise<void> {
  try {
    if (!isBeingDeleted(endpoints)) for (const slice of create) await objects.create(ENDPOINT_SLICES, slice)
  } catch (error) {
    if (isNamespaceTerminating(error)) return
    throw error
  }
  for (const slice of update) await objects.update(ENDPOINT_SLICES, slice)
  for (const slice of remove) await objects.delete(ENDPOINT_SLICES, namespacedName(slice))
}
