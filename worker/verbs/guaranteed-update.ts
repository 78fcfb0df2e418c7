import type { Int64 } from '../api/int64.ts'
import type { ApiObject } from '../api/object.ts'
import { notFound } from '../api/status.ts'
import { RevisionMismatch, type Stored } from '../store/store.ts'
import { admitChange, admitNew, type AdmissionView } from './admit.ts'
import { commitChange } from './commit.ts'
import { storeNew } from './creation.ts'
import { withCreatePermission } from './permission.ts'
import { prepareChange } from './prepare.ts'
import { objectVersion } from './resource-version.ts'
import { settledIn, shareAgain, sharedParts } from './shared-parts.ts'
import { checkPreconditions, checkVersion, validateChange } from './validate.ts'
import type { Written } from './verbs.ts'
import { convertForRead, objectOf } from './version-conversion.ts'
import { basisOf, clientGone, groupResource, keyOf, type Write } from './write.ts'

/** How a request changes an object: PUT, each kind of patch, apply, a subresource. */
export interface Edit {
  /**
   * The object that the request asks for, in the target's version, with its managedFields. It is computed again on
   * every attempt. `live` is undefined when the object does not exist. The write may change the result and its metadata
   * in place. `settled` is the stored object when parts that the result shares with it need no decoding and no defaults.
   */
  next(live: ApiObject | undefined, settled?: ApiObject): Promise<ApiObject>
  /** Whether an object that does not exist is created. */
  readonly creates: boolean
  /** The uid that the object must have. An empty text means any uid. */
  readonly uid: string
  /** The resourceVersion that the object must have. 0 or no value means any resourceVersion. */
  readonly revision?: Int64
  /** The view of the object that admission sees. It is given for a subresource of another kind. */
  readonly view?: AdmissionView
}

/**
 * Changes an object in an optimistic loop: read, compute, admit, prepare, validate, commit. When another write changes the
 * object first, the attempt is repeated. A request that names a resourceVersion is refused with 409 instead.
 */
export async function guaranteedUpdate(write: Write, edit: Edit): Promise<Written> {
  for (;;) {
    try {
      return await attempt(write, edit)
    } catch (error) {
      if (!(error instanceof RevisionMismatch)) throw error
      if (write.caller.signal.aborted) throw clientGone()
    }
  }
}

async function attempt(write: Write, edit: Edit): Promise<Written> {
  const { environment, target, caller } = write
  const stored = environment.store.get(keyOf(target))
  const live = stored && (await liveObject(write, stored))
  checkPreconditions(write, edit, live)
  if (stored === undefined || live === undefined) return create(write, edit)
  const { view } = edit
  const next = await edit.next(live, settledIn(target.version, stored, live))
  const shared = sharedParts(next, live)
  await caller.pause?.()
  const change = await admitChange(write, { live, next }, view)
  checkVersion(target, stored, change.next)
  const basis = basisOf(write)
  const { hub } = prepareChange(write, { ...change, stored })
  shareAgain(change, shared)
  await caller.pause?.()
  const isSound = await validateChange(write, { live, next: change.next, hub, stored }, view)
  await caller.pause?.()
  return commitChange(write, { live, next: change.next, hub, stored, basis, isSound })
}

async function liveObject({ target }: Write, stored: Stored): Promise<ApiObject> {
  const { resource, version } = target
  await convertForRead(version, stored)
  const shown = objectOf(resource, version, stored)
  return resource.behaviour.withHiddenFields?.(shown) ?? shown
}

async function create(write: Write, edit: Edit): Promise<Written> {
  const { target, options } = write
  if (!edit.creates) throw notFound(groupResource(target), target.name)
  const object = await admitNew(write, await edit.next(undefined))
  objectVersion(object.metadata?.resourceVersion)
  // reference/verbs.md 13: the version of an object that was removed does not matter.
  if (!options.dryRun) delete object.metadata?.resourceVersion
  return storeNew({ ...write, environment: withCreatePermission(write) }, object)
}
