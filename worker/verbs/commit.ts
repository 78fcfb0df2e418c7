import { namesRevision } from './resource-version.ts'
import type { JsonObject } from '../api/json.ts'
import { plainError } from '../api/status.ts'
import { isUnpruned, MISTYPED } from '../api/unpruned.ts'
import { givenEmpties, hasGivenEmpty } from '../api/given-empty.ts'
import { ignoreTimes } from '../apply/managed-fields.ts'
import { equalJson } from '../patch/json-values.ts'
import type { ApiObject } from '../api/object.ts'
import { requireReadableTimes } from './stored-times.ts'
import { hasInnerNull } from './applied-metadata.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import type { ResourceVersion } from '../resources/resource.ts'
import { RevisionMismatch, type Basis, type Stored } from '../store/store.ts'
import type { Written } from './verbs.ts'
import { hubForm } from './hub-form.ts'
import { settledIn } from './shared-parts.ts'
import {
  clearFields,
  dryRunAnswer,
  readyView,
  removedAnswer,
  storedForm,
  toStorage,
  viewOf,
} from './version-conversion.ts'
import { causeOf, keyOf, traceStored, type Draft, type PreparedChange, type Write, type WriteTarget } from './write.ts'

/*
 * The last step of a write: the valid object is brought into its storage version and stored, unless the request is a dry run or
 * changes nothing. This step changes only the object's resourceVersion and the defaults of `Behaviour.completeNew`. Example: an
 * update of an object that another request has changed in the meantime throws RevisionMismatch.
 */

/**
 * The metadata fields that an apply stored without a value (`noteUnset`), as a text for each stored object. A restart forgets
 * them.
 */
const storedUnset = new WeakMap<Stored, string>()

/** The metadata fields without a value in the stored form of a custom resource. A conversion to another version drops them. */
const unsetOf = ({ resource, version }: WriteTarget, { metadata }: Draft): string =>
  version.custom !== undefined && version === resource.storageVersion ? givenEmpties(metadata) : ''

/** A new object in its storage version, ready to be stored. */
export interface Creation {
  readonly write: Write
  /** The request's target, with the object's name when the path has none. */
  readonly target: WriteTarget
  readonly object: Draft
  readonly form: ApiObject
  readonly basis: Basis | undefined
  /** Whether some defaults are missing until the next write of the object (`Behaviour.completeNew`). */
  readonly isIncomplete: boolean
  /** Whether the object is sound, as in `Stored`. */
  readonly isSound: boolean
}

export function newCreation(
  write: Write,
  object: Draft,
  { basis, isSound, known }: Pick<Creation, 'basis' | 'isSound'> & { readonly known: JsonObject | undefined },
): Awaitable<Creation> {
  const { resource, version, subresource, namespace } = write.target
  // A mutating webhook may rename the object of an update that creates it; its key keeps the name of the path.
  const name = write.target.name === '' ? (object.metadata.name ?? '') : write.target.name
  const target = { resource, version, subresource, namespace, name }
  const isIncomplete = resource.behaviour.completeNew?.(object) ?? false
  if (!write.options.dryRun) {
    if (namesRevision(object.metadata.resourceVersion)) {
      throw plainError('resourceVersion should not be set on objects to be created')
    }
    clearFields(object.metadata, 'resourceVersion')
  }
  const stored = write.options.dryRun ? object : storedForm(resource, version, object, known && { spec: known })
  return andThen(stored, (form) => {
    const isWhole = holdsUnknown(target, object, form)
    return { write, target, object, form, basis, isIncomplete: isIncomplete || isWhole, isSound }
  })
}

/**
 * Whether the object has fields that are not stored. The real server stores such fields when the object is in the storage version,
 * and prunes them when it reads the object. Therefore this write and the next one change the stored object.
 */
const holdsUnknown = ({ resource, version }: WriteTarget, object: Draft, form: ApiObject): boolean =>
  isUnpruned(object) &&
  version === resource.storageVersion &&
  (Object.hasOwn(object.metadata, MISTYPED) || !equalJson(form, object))

/**
 * Calls `Store.put` before it returns its promise. Several creations can therefore share one commit.
 * @throws RevisionMismatch when the name is taken; BasisChanged when an object of the basis has changed
 */
export async function commitNew(creation: Creation): Promise<Written> {
  const { write, target, object, form, basis, isIncomplete, isSound } = creation
  const { environment, caller, options } = write
  const { store, incomplete } = environment
  const { resource, version } = target
  const key = keyOf(target)
  if (options.dryRun) {
    if (store.get(key) !== undefined) throw new RevisionMismatch(`${key.name} exists`)
    return { object: await dryRunAnswer(target, object), hub: hubOf(version, hubForm(version, object)), created: true }
  }
  const stored = await store.put(key, form, 0, { cause: causeOf(caller, 'create'), basis, isSound })
  traceStored(caller, store, stored, `created at revision ${stored.revision}`)
  if (isIncomplete) incomplete.add(stored)
  const unset = unsetOf(target, object)
  if (unset !== '') storedUnset.set(stored, unset)
  return readyView(resource, version, stored, true)
}

/** The stored form of an answer whose version has another form: columns of Tables read it. */
const hubOf = ({ convert }: ResourceVersion, form: ApiObject): ApiObject | undefined => convert && form

/** A valid change of a stored object. */
export interface StoredChange extends PreparedChange {
  readonly stored: Stored
  readonly basis: Basis | undefined
  /** Whether the object is sound, as in `Stored`. */
  readonly isSound: boolean
}

/**
 * Stores a change, unless it changes nothing.
 * @throws RevisionMismatch when another write has changed the object; BasisChanged when an object of the basis has changed
 */
export async function commitChange(write: Write, change: StoredChange): Promise<Written> {
  const { stored, live, next, hub, basis, isSound } = change
  const { environment, target, caller, options } = write
  const { store, incomplete } = environment
  const { resource, version } = target
  if (removesObject(target, live, next)) {
    if (!options.dryRun) await store.remove(stored.key, stored.revision, causeOf(caller, 'update'))
    return { object: removedAnswer(target, next), created: false }
  }
  requireReadableTimes(target, next)
  const isIncomplete = resource.behaviour.completeChanged?.(next) ?? false
  const form =
    version.convert === undefined
      ? await storedForm(resource, version, next, settledIn(version, stored, live))
      : toStorage(resource, resource.storageVersion, hub.next)
  const kept = ignoreTimes(stored.object, form)
  const isWhole = holdsUnknown(target, next, form)
  // The real server distinguishes an empty list or map of the request from nil, so it sees a change and stores the new times of
  // managedFields.
  const settled = kept === stored.object && (isWhole || hasGivenEmpty(next)) ? form : kept
  const unset = unsetOf(target, next)
  const isSame = unset === (storedUnset.get(stored) ?? '') && !hasInnerNull(next.metadata)
  const isComplete = !incomplete.has(stored) && isSame && !isWhole && stored.isStale !== true
  if (isComplete && equalJson(settled, stored.object)) {
    caller.trace.stage('store', 'nothing changed')
    return viewOf(resource, version, stored)
  }
  if (options.dryRun)
    return { object: await dryRunAnswer(target, next, form), hub: hubOf(version, form), created: false }
  const facts = { cause: causeOf(caller, 'update'), basis, isSound }
  const current = await store.put(stored.key, settled, stored.revision, facts)
  if (isIncomplete || isWhole) incomplete.add(current)
  if (unset !== '') storedUnset.set(current, unset)
  traceStored(caller, store, current, `updated at revision ${current.revision}`)
  return readyView(resource, version, current)
}

/** Whether the update takes off the last finalizer of a deleted object, and so removes the object (reference/objects.md 12). */
function removesObject({ resource }: WriteTarget, live: ApiObject, next: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = live.metadata ?? {}
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds > 0) return false
  if ((next.metadata?.finalizers ?? []).length > 0) return false
  return resource.behaviour.emptied?.held(next) !== true
}
