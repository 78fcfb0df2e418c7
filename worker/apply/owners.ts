import type { JsonObject } from '../api/json.ts'
import type { ManagedFieldsEntry } from '../api/object.ts'
import { compareText } from '../api/byte-order.ts'
import type { FieldSet } from './field-set.ts'
import { isEmpty, parseFields, printFields, union } from './field-set.ts'

/** A decoded entry of `metadata.managedFields`: a field owner and its fields. */
export interface Owner {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource: string
  /** The version in which the fields are named. */
  readonly apiVersion: string
  /** RFC 3339; undefined for an apply that has not changed a value yet. */
  readonly time: string | undefined
  readonly fields: FieldSet
  /** The entry that this owner was decoded from; undefined after a change. */
  readonly entry?: ManagedFieldsEntry | undefined
}

/** Owners by `ownerId`. */
export type Owners = ReadonlyMap<string, Owner>

export const noOwners: Owners = new Map()

type Identity = Pick<Owner, 'manager' | 'operation' | 'subresource' | 'apiVersion'>

/**
 * The identity of an owner: manager, operation and subresource, and for updates the version. The real server sorts by
 * this text when times are equal.
 */
export function ownerId({ manager, operation, subresource, apiVersion }: Identity): string {
  return JSON.stringify({
    manager: manager === '' ? undefined : manager,
    operation,
    apiVersion: operation === 'Apply' ? undefined : apiVersion,
    subresource: subresource === '' ? undefined : subresource,
  })
}

/** Decodes `metadata.managedFields`. @throws Error with the fault of a malformed entry */
export function decodeOwners(entries: readonly ManagedFieldsEntry[] | undefined): Owners {
  if (entries === undefined || entries.length === 0) return noOwners
  const owners = new Map<string, Owner>()
  entries.forEach((entry, i) => {
    const owner = decodeEntry(entry, i)
    owners.set(ownerId(owner), owner)
  })
  return owners
}

/** The fault of malformed managedFields. */
export function ownersFault(entries: readonly ManagedFieldsEntry[] | undefined): string | undefined {
  try {
    decodeOwners(entries)
    return undefined
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
}

function decodeEntry(entry: ManagedFieldsEntry, index: number): Owner {
  const { operation, apiVersion, fieldsType } = entry
  if (operation !== 'Apply' && operation !== 'Update') throw new Error('operation must be `Apply` or `Update`')
  if (apiVersion === undefined || apiVersion === '') throw new Error('apiVersion must not be empty')
  if (fieldsType === undefined) throw new Error(`missing fieldsType in managed fields entry ${index}`)
  if (fieldsType !== 'FieldsV1') {
    throw new Error(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`)
  }
  return {
    manager: entry.manager ?? '',
    operation,
    subresource: entry.subresource ?? '',
    apiVersion,
    time: entry.time ?? undefined,
    fields: parseFields(entry.fieldsV1 ?? {}),
    // An entry edited by hand may claim the whole object, which cannot have an owner. Such an entry is not reused, but written
    // again.
    entry: entry.fieldsV1?.['.'] === undefined ? entry : undefined,
  }
}

/** Encodes owners in the real server's order. An unchanged owner keeps its entry. */
export function encodeOwners(owners: Owners): ManagedFieldsEntry[] | undefined {
  if (owners.size === 0) return undefined
  const entries: ManagedFieldsEntry[] = []
  for (const owner of owners.values()) entries.push(owner.entry ?? entryOf(owner, printFields(owner.fields)))
  return entries.length === 1 ? entries : entries.sort(compareEntries)
}

/** The entry in the real server's field order. */
export function entryOf(owner: Owner, fieldsV1: JsonObject): ManagedFieldsEntry {
  const { manager, operation, apiVersion, time, subresource } = owner
  const entry: ManagedFieldsEntry = {}
  if (manager !== '') entry.manager = manager
  entry.operation = operation
  entry.apiVersion = apiVersion
  if (time !== undefined) entry.time = time
  entry.fieldsType = 'FieldsV1'
  entry.fieldsV1 = fieldsV1
  if (subresource !== '') entry.subresource = subresource
  return entry
}

const seconds = (time: string | undefined): number => (time === undefined ? 0 : Math.floor(Date.parse(time) / 1000))

/** Orders by operation, time, manager, version and subresource. */
export function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareText(a.operation ?? '', b.operation ?? '') ||
    seconds(a.time) - seconds(b.time) ||
    compareText(a.manager ?? '', b.manager ?? '') ||
    compareText(a.apiVersion ?? '', b.apiVersion ?? '') ||
    compareText(a.subresource ?? '', b.subresource ?? '')
  )
}

/** Sets the fields of an owner, or removes an owner without fields. */
export function setFields(owners: Map<string, Owner>, id: string, owner: Owner, fields: FieldSet): void {
  if (isEmpty(fields)) owners.delete(id)
  else owners.set(id, fields === owner.fields ? owner : { ...owner, fields, entry: undefined })
}

const maxUpdaters = 10

/**
 * Reduces the Update owners to `limit`, unless their versions differ: the oldest owners of one version are merged into
 * `ancient-changes`, which has the time of the newest merged owner (reference/apply.md 4).
 */
export function capUpdaters(owners: Owners, limit = maxUpdaters): Owners {
  if (owners.size <= limit) return owners
  const updaters = [...owners].filter(([, owner]) => owner.operation === 'Update')
  if (updaters.length <= limit) return owners
  updaters.sort(([a, x], [b, y]) => seconds(x.time) - seconds(y.time) || compareText(a, b))
  const out = new Map(owners)
  const firstOf = new Map<string, string>()
  let count = updaters.length
  for (const [id, owner] of updaters) {
    if (count <= limit) break
    const { apiVersion } = owner
    const first = firstOf.get(apiVersion)
    if (first === undefined) {
      firstOf.set(apiVersion, id)
      continue
    }
    const ancient = { manager: 'ancient-changes', operation: 'Update', subresource: '', apiVersion } as const
    const bucket = ownerId(ancient)
    const merged = out.get(bucket) ?? out.get(first)
    if (!out.has(bucket)) out.delete(first)
    out.delete(id)
    out.set(bucket, { ...ancient, time: owner.time, fields: union(owner.fields, merged?.fields ?? owner.fields) })
    count--
  }
  return out
}
