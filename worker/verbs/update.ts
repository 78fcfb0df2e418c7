import type { ApiObject } from '../api/object.ts'
import { dedupOwnerReferences } from './admit.ts'
import { customOf, isUnownedScale } from './body-kind.ts'
import { trackOwnership } from './field-ownership.ts'
import { guaranteedUpdate } from './guaranteed-update.ts'
import { setDefaults } from './object-defaults.ts'
import { checkPlace } from './object-place.ts'
import { noteRequested } from './requested-object.ts'
import { scaleVerbs } from './scale-verbs.ts'
import { withoutOwners } from './stored-times.ts'
import type { Written } from './verbs.ts'
import { editable } from './version-conversion.ts'
import type { Write } from './write.ts'

/** Handles a PUT. */
export async function update(write: Write, body: ApiObject): Promise<Written> {
  const { target, caller } = write
  noteRequested(write, body)
  const object = editable(body)
  checkPlace(target, object)
  dedupOwnerReferences(caller, object)
  if (target.subresource?.name === 'scale') {
    const isUnowned = isUnownedScale(target, body)
    const next = async (live: ApiObject): Promise<ApiObject> =>
      isUnowned ? withoutOwners(object) : trackOwnership(write, { live, next: editable(object) })
    const { updateScale } = await scaleVerbs()
    return updateScale(write, next, object.metadata.uid)
  }
  // The real server decodes the metadata of a custom resource into a struct, whose time is encoded even when it is absent.
  if (customOf(target) !== undefined) object.metadata.creationTimestamp ??= null
  await caller.pause?.()
  setDefaults(write, object)
  await caller.pause?.()
  return guaranteedUpdate(write, {
    next: async (live) => trackOwnership(write, { live, next: editable(object) }),
    creates: target.resource.behaviour.createOnUpdate,
    uid: object.metadata.uid ?? '',
  })
}
