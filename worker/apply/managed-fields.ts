import type { GroupVersionKind } from '../api/group-version.ts'
import { formatGroupVersion } from '../api/group-version.ts'
import { isObject, type JsonObject } from '../api/json.ts'
import type { ApiObject, ManagedFieldsEntry } from '../api/object.ts'
import { equalExcept, equalJson, presentKeys } from '../patch/json-values.ts'
import { asGiven } from '../api/given-empty.ts'
import type { Schema } from '../schema/schema.ts'
import { emptyObject } from './empty-object.ts'
import type { FieldSet } from './field-set.ts'
import {
  covers,
  difference,
  equalSets,
  fieldSetOf,
  isEmpty,
  noFields,
  overlaps,
  printFields,
  union,
} from './field-set.ts'
import { TypedError } from './item-element.ts'
import { mergeTypeOf } from './merge-type.ts'
import type { Owner, Owners } from './owners.ts'
import { capUpdaters, decodeOwners, encodeOwners, entryOf, nobody, ownerId, setFields } from './owners.ts'
import type { Versioned, Versions } from './ownership.ts'
import { isOfType, Ownership } from './ownership.ts'
import { fieldElement } from './path-element.ts'
import { ByShape, patternOf } from './shape.ts'
import type { Comparison } from './typed-compare.ts'
import { validateTyped } from './typed-validate.ts'

/**
 * Field ownership of one resource in one version: what a write needs to know besides the objects. Made once per
 * resource version and subresource, and used for every write to it.
 */
export interface Tracking {
  readonly schema: Schema
  readonly kind: GroupVersionKind
  /** Empty for the resource itself. */
  readonly subresource: string
  /** Fields a request cannot set here (status on the resource, spec on `/status`), by version. Default: none. */
  readonly resetFields?: (apiVersion: string) => FieldSet | undefined
  /** The object in another served version; undefined where there is no such version. Default: all are alike. */
  readonly convert?: (object: ApiObject, apiVersion: string) => { schema: Schema; object: ApiObject } | undefined
  /** Why objects have no internal form in the real server, so that an apply that needs it fails. Default: they have. */
  readonly formless?: string
}

export interface Write {
  /** The field manager; empty means `unknown`. */
  readonly manager: string
  /** RFC 3339, whole seconds, UTC. */
  readonly time: string
}

export interface Update extends Write {
  /** The object as it is stored, in the version of the request; undefined when it is created. */
  readonly live: ApiObject | undefined
  /**
   * The object to be stored, in the same version, with the managedFields the request gave it. Its metadata is written to,
   * unless it is that of the live object.
   */
  readonly next: ApiObject
  /** Whether `managedFields: []` resets as `[{}]` does. (reference/apply.md 18) */
  readonly emptyListResets: boolean
  /**
   * Whether the writer of a reset then owns what it changed (reference/apply.md 19). Otherwise
   * nothing is tracked until the next apply, as in the real server. Default: false.
   */
  readonly resetTracksWriter?: boolean
}

/** Metadata that nobody owns. */
const untracked = fieldSetOf(
  ...['apiVersion', 'kind', 'metadata'].map((name) => [fieldElement(name)]),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => [fieldElement('metadata'), fieldElement(name)]),
)

/** A path of plain fields, for reset fields: `fieldsAt('status', 'metadata.deletionTimestamp')`. */
export const fieldsAt = (...texts: string[]): FieldSet =>
  fieldSetOf(...texts.map((text) => text.split('.').map(fieldElement)))

/**
 * The object of a create, update or patch with its new managedFields. Call it once a request, on the decoded object
 * with its defaults, before admission and before what the resource itself fills in: the real server gives the writer
 * neither what a plugin adds (`spec.priority`) nor what is allocated (`spec.clusterIP`).
 */
export function trackUpdate(tracking: Tracking, update: Update): ApiObject {
  const { live, next } = update
  const isPlainCreation = live === undefined && (next.metadata?.managedFields ?? undefined) === undefined
  const entries = isPlainCreation ? trackCreation(tracking, next, update) : trackChange(tracking, update)
  const { metadata } = next
  if (metadata === undefined || metadata === live?.metadata) return withManagedFields(next, entries)
  if (entries !== undefined || metadata.managedFields !== undefined) metadata.managedFields = entries
  return next
}

/** Owned fields of created objects; undefined: none. */
const creations = new WeakMap<Tracking, ByShape<JsonObject | undefined>>()

/** What a creator owns follows from the shape of the object, so it is found out once a shape, and shared. */
function trackCreation(tracking: Tracking, next: ApiObject, write: Write): ManagedFieldsEntry[] | undefined {
  let known = creations.get(tracking)
  if (known === undefined) creations.set(tracking, (known = new ByShape()))
  try {
    const fieldsV1 = known.of(
      next,
      () => fieldsOfCreation(tracking, next, write),
      () => patternOf(mergeTypeOf(tracking.schema), emptyObject(tracking.schema), next),
    )
    return fieldsV1 && [entryOf(ownerOf(tracking, write.manager, 'Update', write.time), fieldsV1)]
  } catch (error) {
    // An object whose fields cannot be named (a list item without its key) is stored without owners.
    if (error instanceof TypedError) return undefined
    throw error
  }
}

function fieldsOfCreation(tracking: Tracking, next: ApiObject, write: Write): JsonObject | undefined {
  const bare = withManagedFields(next, undefined)
  const [owner] = updateOwners(tracking, emptyObject(tracking.schema), bare, nobody, write).values()
  return owner && printFields(owner.fields)
}

function trackChange(tracking: Tracking, update: Update): ManagedFieldsEntry[] | undefined {
  const isReset = tracking.subresource === '' && resetsOwners(update)
  const owners = isReset ? nobody : ownersOfRequest(tracking, update)
  const { live = emptyObject(tracking.schema), next } = update
  const isCreated = (live.metadata?.uid ?? '') === ''
  const isTracked = isCreated || owners.size > 0 || (isReset && update.resetTracksWriter === true)
  if (!isTracked) return undefined
  // Nobody owns managedFields, so they may differ; but a check by the schema of a custom resource would see them.
  const bare = (object: ApiObject): ApiObject =>
    isCustom(tracking.schema) ? withManagedFields(object, undefined) : object
  try {
    return encodeOwners(updateOwners(tracking, bare(live), bare(next), owners, update))
  } catch (error) {
    // An object whose fields cannot be named (a list item without its key) is stored without owners.
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

/** The owners to start from: the request's own list, which may edit them, else the stored ones. */
function ownersOfRequest(tracking: Tracking, { live, next }: Update): Owners {
  const stored = (): Owners => decodeOr(live?.metadata?.managedFields, () => nobody)
  if (tracking.subresource !== '') return stored()
  const given = next.metadata?.managedFields ?? undefined
  // Who changes what was read gives the list as it was; what is stored is known already.
  if (given === undefined || equalJson(given, live?.metadata?.managedFields)) return stored()
  const owners = decodeOr(given, stored)
  return owners.size === 0 ? stored() : owners
}

/** Lists that cannot be read do not fail a request (reference/apply.md 20). */
function decodeOr(entries: readonly ManagedFieldsEntry[] | undefined, fallback: () => Owners): Owners {
  try {
    return decodeOwners(entries)
  } catch {
    return fallback()
  }
}

/** @throws TypedError where the fields of the object cannot be named */
export function updateOwners(
  tracking: Tracking,
  live: ApiObject,
  next: ApiObject,
  owners: Owners,
  { manager, time }: Write,
): Owners {
  checkTyped(tracking, live, next)
  const writer = ownerOf(tracking, manager, 'Update', time)
  const id = ownerId(writer)
  const ownership = new Ownership(versionsOf(tracking))
  const [before, after] = [versioned(tracking, live), versioned(tracking, next)]
  const changes = ownership.changes(before, after)
  if (isOfType(owners, after) && isOwnWork(owners, id, changes)) {
    const own = owners.get(id)
    const isNothing = covers(untracked, changes.added) && covers(untracked, changes.modified)
    return own === undefined || isNothing ? owners : new Map(owners).set(id, { ...writer, fields: own.fields })
  }
  // The write is one owner of its own first, so that an unchanged object leaves its manager's time alone.
  const self = 'current-operation'
  const out = new Map(ownership.update(before, after, owners, self, writer, changes))
  const gained = difference(out.get(self)?.fields ?? noFields, untracked)
  out.delete(self)
  if (!isEmpty(gained)) {
    const fields = union(out.get(id)?.fields ?? noFields, gained)
    // Mostly a writer sets again what is its own: then the set that was read and printed before serves on.
    const own = owners.get(id)?.fields
    out.set(id, { ...writer, fields: own !== undefined && equalSets(own, fields) ? own : fields })
  }
  return capUpdaters(out)
}

/** Whether a write gave other values to fields that are the writer's alone, and changed nothing else: as most do. */
function isOwnWork(owners: Owners, id: string, { added, modified, removed }: Comparison): boolean {
  if (!owners.has(id) || !covers(untracked, removed)) return false
  for (const [other, { fields }] of owners) {
    if (trackedPart(fields) !== fields) return false
    if (other !== id) {
      if (overlaps(fields, modified) || overlaps(fields, added)) return false
    } else if (!covers(fields, modified, untracked) || !covers(fields, added, untracked)) return false
  }
  return true
}

const isCustom = (schema: Schema): boolean => schema.type === 'struct' && schema.name === undefined

/**
 * Objects of built-in types were decoded as such; those of a custom resource may have been stored under another schema.
 * @throws TypedError
 */
function checkTyped({ schema }: Tracking, ...objects: readonly ApiObject[]): void {
  if (!isCustom(schema)) return
  for (const object of objects) validateTyped(mergeTypeOf(schema), object, true)
}

const trackedParts = new WeakMap<FieldSet, FieldSet>()

/** A set without what nobody owns; kept, because the sets of configurations come again and again. */
function trackedPart(fields: FieldSet): FieldSet {
  let part = trackedParts.get(fields)
  if (part === undefined) trackedParts.set(fields, (part = difference(fields, untracked)))
  return part
}

/** Takes what nobody owns from who applied, in place; the owner as it then is. */
export function untrack(owners: Map<string, Owner>, id: string): Owner | undefined {
  const owner = owners.get(id)
  if (owner !== undefined) setFields(owners, id, owner, trackedPart(owner.fields))
  return owners.get(id)
}

export function ownerOf(
  { kind, subresource }: Tracking,
  manager: string,
  operation: Owner['operation'],
  time: string | undefined,
): Owner {
  const apiVersion = formatGroupVersion(kind)
  return { manager: manager === '' ? 'unknown' : manager, operation, subresource, apiVersion, time, fields: noFields }
}

export const versioned = ({ schema, kind }: Tracking, value: ApiObject): Versioned => ({
  apiVersion: formatGroupVersion(kind),
  type: mergeTypeOf(schema),
  value,
})

export function versionsOf({ convert, resetFields }: Tracking): Versions {
  return {
    convert(value, apiVersion) {
      if (apiVersion === value.apiVersion) return value
      if (convert === undefined) return { ...value, apiVersion }
      const converted = convert(value.value as ApiObject, apiVersion)
      return converted && { apiVersion, type: mergeTypeOf(converted.schema), value: converted.object }
    },
    resetFields: resetFields ?? (() => undefined),
  }
}

/** The object with these managedFields, or without any; the object itself where it has none to lose. */
export function withManagedFields(object: ApiObject, entries: ManagedFieldsEntry[] | undefined): ApiObject {
  const { metadata } = object
  if (entries === undefined && metadata?.managedFields === undefined) return object
  // Absence is written: taking the member out would make the copy a slow one.
  return { ...object, metadata: { ...metadata, managedFields: entries } }
}

/**
 * An object that differs from the stored one in nothing but the times of its managedFields is no change: gives the
 * stored one then, so that nothing is written.
 */
export function ignoreTimes(live: ApiObject, next: ApiObject): ApiObject {
  const before = live.metadata?.managedFields ?? []
  const after = next.metadata?.managedFields ?? []
  if (before.length !== after.length) return next
  if (!after.every((entry, i) => equalExcept('time', entry, before[i] ?? {}))) return next
  const isSame =
    equalExcept('metadata', live, next) && equalExcept('managedFields', live.metadata ?? {}, next.metadata ?? {})
  return isSame ? live : next
}
