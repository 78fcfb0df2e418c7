import { asGiven } from '../api/given-empty.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject, ManagedFieldsEntry } from '../api/object.ts'
import { equalExcept, equalJson, presentKeys } from '../patch/json-values.ts'
import { finish, type Steps } from '../runtime/steps.ts'
import { emptyObject } from './empty-object.ts'
import type { FieldSet } from './field-set.ts'
import { fieldSetOf, printFields } from './field-set.ts'
import { TypedError } from './item-element.ts'
import { mergeTypeOf } from './merge-type.ts'
import { isCustom, updateOwners } from './owner-update.ts'
import type { Owners } from './owners.ts'
import { decodeOwners, encodeOwners, entryOf, noOwners } from './owners.ts'
import { ownerOf, type ManagerWrite, type OwnershipRules } from './ownership-rules.ts'
import { fieldElement } from './path-element.ts'
import { patternOf, ShapeCache } from './shape.ts'

export interface Update extends ManagerWrite {
  /** The stored object, in the version of the request; undefined for a create. */
  readonly live: ApiObject | undefined
  /**
   * The object to store, in the same version, with the managedFields of the request. `updateManagedFields` modifies its
   * metadata, unless `live` shares it.
   */
  readonly next: ApiObject
  /** Whether `managedFields: []` resets ownership as `[{}]` does (reference/apply.md 18). */
  readonly emptyListResets: boolean
  /**
   * Whether the writer of a reset owns the fields that it changes (reference/apply.md 19). When false, as in the real server, the
   * object has no owners until the next apply. Default: false.
   */
  readonly resetAddsWriter?: boolean
}

/** A set of dotted paths: `fieldsAt('status', 'metadata.deletionTimestamp')`. */
export const fieldsAt = (...texts: string[]): FieldSet =>
  fieldSetOf(...texts.map((text) => text.split('.').map(fieldElement)))

/**
 * The object of a create, update or patch with its new managedFields. Call it once for each request, on the decoded object with
 * defaults, before admission and allocation. As in the real server, the writer then owns neither fields that a plugin sets
 * (`spec.priority`) nor allocated fields (`spec.clusterIP`).
 */
export function updateManagedFields(rules: OwnershipRules, update: Update): ApiObject {
  return finish(managedFieldsUpdate(rules, update))
}

/** `updateManagedFields` in steps. */
export function* managedFieldsUpdate(rules: OwnershipRules, update: Update): Steps<ApiObject> {
  const { live, next } = update
  const isPlainCreation = live === undefined && (next.metadata?.managedFields ?? undefined) === undefined
  const entries = yield* isPlainCreation ? entriesOfCreation(rules, next, update) : entriesOfUpdate(rules, update)
  const { metadata } = next
  if (metadata === undefined || metadata === live?.metadata) return withManagedFields(next, entries)
  if (entries !== undefined || metadata.managedFields !== undefined) metadata.managedFields = entries
  return next
}

/** The fields that a creator owns, by the shape of the object; undefined when the creator owns none. */
const creations = new WeakMap<OwnershipRules, ShapeCache<FieldSet | undefined>>()

/** The fields that a creator owns depend only on the shape of the object, so objects of one shape share them. */
function* entriesOfCreation(
  rules: OwnershipRules,
  next: ApiObject,
  write: ManagerWrite,
): Steps<ManagedFieldsEntry[] | undefined> {
  let cache = creations.get(rules)
  if (cache === undefined) creations.set(rules, (cache = new ShapeCache()))
  try {
    const fields = cache.get(
      next,
      () => fieldsOfCreation(rules, next, write),
      () => patternOf(mergeTypeOf(rules.schema), emptyObject(rules.schema), next),
    )
    if (fields === undefined) return undefined
    yield
    return [entryOf(ownerOf(rules, write.manager, 'Update', write.time), printFields(fields))]
  } catch (error) {
    // An object with a field that has no path, such as a list item without its key, is stored without owners.
    if (error instanceof TypedError) return undefined
    throw error
  }
}

function fieldsOfCreation(rules: OwnershipRules, next: ApiObject, write: ManagerWrite): FieldSet | undefined {
  const bare = withManagedFields(next, undefined)
  const creation = { live: emptyObject(rules.schema), next: bare, owners: noOwners }
  const [owner] = updateOwners(rules, creation, write).values()
  return owner?.fields
}

function* entriesOfUpdate(rules: OwnershipRules, update: Update): Steps<ManagedFieldsEntry[] | undefined> {
  const isReset = rules.subresource === '' && resetsOwners(update)
  const owners = isReset ? noOwners : ownersOfRequest(rules, update)
  const { live = emptyObject(rules.schema), next } = update
  const isCreated = (live.metadata?.uid ?? '') === ''
  const hasOwners = isCreated || owners.size > 0 || (isReset && update.resetAddsWriter === true)
  if (!hasOwners) return undefined
  // Only the schema check of a custom resource refuses managedFields. Other comparisons may include them, because they have no
  // owner.
  const bare = (object: ApiObject): ApiObject =>
    isCustom(rules.schema) ? withManagedFields(object, undefined) : object
  try {
    const updated = updateOwners(rules, { live: bare(live), next: bare(next), owners }, update)
    yield
    return encodeOwners(updated)
  } catch (error) {
    // An object with a field that has no path, such as a list item without its key, is stored without owners.
    if (error instanceof TypedError) return undefined
    throw error
  }
}

function resetsOwners({ next, emptyListResets }: Update): boolean {
  const given = next.metadata && asGiven(next.metadata, 'managedFields')
  if (!Array.isArray(given)) return false
  if (given.length === 0) return emptyListResets
  return given.length === 1 && isObject(given[0]) && presentKeys(given[0]).length === 0
}

/** The owners before the write: those in the request, which may edit them, else the stored ones. */
function ownersOfRequest(rules: OwnershipRules, { live, next }: Update): Owners {
  const stored = (): Owners => decodeOr(live?.metadata?.managedFields, () => noOwners)
  if (rules.subresource !== '') return stored()
  const given = next.metadata?.managedFields ?? undefined
  // Most clients send the list back unchanged, and the stored list is already decoded.
  if (given === undefined || equalJson(given, live?.metadata?.managedFields)) return stored()
  const owners = decodeOr(given, stored)
  return owners.size === 0 ? stored() : owners
}

/** A malformed list does not fail the request (reference/apply.md 20). */
function decodeOr(entries: readonly ManagedFieldsEntry[] | undefined, fallback: () => Owners): Owners {
  try {
    return decodeOwners(entries)
  } catch {
    return fallback()
  }
}

/** The object with these managedFields, or without any. */
export function withManagedFields(object: ApiObject, entries: ManagedFieldsEntry[] | undefined): ApiObject {
  const { metadata } = object
  if (entries === undefined && metadata?.managedFields === undefined) return object
  // undefined means absent here; `delete` would turn the copy into a slow dictionary.
  return { ...object, metadata: { ...metadata, managedFields: entries } }
}

/** Returns `live` when `next` differs only in the times of its managedFields; the write then changes nothing. */
export function ignoreTimes(live: ApiObject, next: ApiObject): ApiObject {
  const before = live.metadata?.managedFields ?? []
  const after = next.metadata?.managedFields ?? []
  if (before.length !== after.length) return next
  if (!after.every((entry, i) => equalExcept('time', entry, before[i] ?? {}))) return next
  const isSame =
    equalExcept('metadata', live, next) && equalExcept('managedFields', live.metadata ?? {}, next.metadata ?? {})
  return isSame ? live : next
}
