import type { ApiObject } from '../../api/object.ts'
import type { Quantity } from '../../api/quantity.ts'
import { compareQuantities } from '../../api/quantity.ts'
import { textAt } from '../../resources/path.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS } from '../kinds.ts'
import { queueController } from '../queue-controller.ts'
import { bindingNames, claimReference, hasAnnotation, quantityAt, requestOf } from './volume-facts.ts'

/**
 * Records an event on a claim whose request exceeds its capacity: the claim waits for an external resizer. No claim is resized
 * here.
 */
export const volumeExpansion = {
  name: 'persistentvolume-expander-controller',
  alias: 'persistentvolume-expander',
  open: openVolumeExpansion,
} satisfies ManagerController

function openVolumeExpansion(context: ManagerContext): Controller {
  const { preResizeCapacity } = bindingNames(context.dialect.spell)
  const recorder = context.recorder('volume_expand')
  const queue = context.queue((key) => Promise.resolve(sync(key)))

  function sync(key: string): void {
    const claim = context.informer(PERSISTENT_VOLUME_CLAIMS).get(splitKey(key))
    if (claim === undefined) return
    const volume = context.informer(PERSISTENT_VOLUMES).get({ namespace: '', name: textAt(claim, 'spec.volumeName') })
    if (volume === undefined || claimReference(volume)?.['uid'] !== claim.metadata?.uid) return
    const isEnough = compareQuantities(requestOf(claim), capacityOf(claim)) <= 0
    if (isEnough && !hasAnnotation(volume, preResizeCapacity)) return
    const message = 'waiting for an external controller to expand this PVC'
    recorder.event(claim, 'Normal', 'ExternalExpanding', message)
  }

  const add = (claim: ApiObject): void => queue.add(keyOf(claim))
  return queueController(context, [PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES], queue, () => [
    context.informer(PERSISTENT_VOLUME_CLAIMS).addEventHandler({
      added: add,
      updated(claim, before) {
        const asksMore = compareQuantities(requestOf(claim), requestOf(before)) > 0
        if (asksMore || compareQuantities(capacityOf(claim), capacityOf(before)) > 0) add(claim)
      },
    }),
  ])
}

const capacityOf = (claim: ApiObject): Quantity => quantityAt(claim, 'status.capacity.storage')
