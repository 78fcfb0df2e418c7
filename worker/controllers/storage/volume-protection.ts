import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { PERSISTENT_VOLUMES } from '../kinds.ts'
import { queueController } from '../queue-controller.ts'
import { needsChange, protect } from './protection.ts'

/** Keeps deleted volumes, by a finalizer, while they are bound. */
export const volumeProtection = {
  name: 'persistentvolume-protection-controller',
  alias: 'pv-protection',
  open: openVolumeProtection,
} satisfies ManagerController

function openVolumeProtection(context: ManagerContext): Controller {
  const protection = { resource: PERSISTENT_VOLUMES, finalizer: context.dialect.spell('{labels}/pv-protection') }
  const queue = context.queue(async (key) => {
    const volume = context.informer(PERSISTENT_VOLUMES).get(splitKey(key))
    if (volume === undefined) return
    await protect(protection, volume, context.objects, () => textAt(volume, 'status.phase') === 'Bound')
  })
  const add = (volume: ApiObject): void => (needsChange(protection, volume) ? queue.add(keyOf(volume)) : undefined)
  return queueController(context, [PERSISTENT_VOLUMES], queue, () => [
    context.informer(PERSISTENT_VOLUMES).addEventHandler({ added: add, updated: add }),
  ])
}
