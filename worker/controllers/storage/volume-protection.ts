import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import type { Controller, ManagerContext } from '../controller.ts'
import type { ManagerController } from '../manager-controllers.ts'
import { watchingController } from '../watching-controller.ts'
import { keyOf, placeOfKey } from '../object-parts.ts'
import { concerns, protect } from './protection.ts'
import { VOLUMES } from '../kinds.ts'

/** Volumes stay until they are not bound any more. */
export const volumeProtection = {
  name: 'persistentvolume-protection-controller',
  alias: 'pv-protection',
  open: openVolumeProtection,
} satisfies ManagerController

function openVolumeProtection(context: ManagerContext): Controller {
  const protection = { kind: VOLUMES, finalizer: context.dialect.spell('{labels}/pv-protection') }
  const queue = context.queue(async (key) => {
    const volume = context.informer(VOLUMES).get(placeOfKey(key))
    if (volume === undefined) return
    await protect(protection, volume, context.objects, () => textAt(volume, 'status.phase') === 'Bound')
  })
  const add = (volume: ApiObject): void => (concerns(protection, volume) ? queue.add(keyOf(volume)) : undefined)
  return watchingController(context, [VOLUMES], queue, () => [
    context.informer(VOLUMES).handle({ added: add, changed: add }),
  ])
}
