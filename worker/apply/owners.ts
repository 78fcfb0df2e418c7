import type { JsonObject } from '../api/json.ts'
import type { ManagedFieldsEntry } from '../api/object.ts'
import { compareText } from '../api/byte-order.ts'
import type { FieldSet } from './field-set.ts'
import { isEmpty, parseFields, printFields, union } from './field-set.ts'

/** Who owns which fields of an object: `metadata.managedFields`, decoded. */
export interface Owner {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource: string
  /** The version the fields are written in. */
  readonly apiVersion: string
  /** RFC 3339; absent while an applied ownership never changed a value. */
  readonly time: string | undefined
  readonly fields: FieldSet
  /** The entry it was read from, which serves again while nothing about it changes. */
  readonly entry?: ManagedFieldsEntry | undefined
}

/** By identity: the manager, its operation and subresource, and for updates the version. */
export type Owners = ReadonlyMap<string, Owner>

export const nobody: Owners = new Map()

type Identity = Pick<Owner, 'manager' | 'operation' | 'subresource' | 'apiVersion'>

/** The text that identifies an owner; the real server sorts by it where nothing else decides. */
export function ownerId({ manager, operation, subresource, apiVersion }: Identity): string {
  return JSON.stringify({
    manager: manager === '' ? undefined : manager,
    operation,
    apiVersion: operation === 'Apply' ? undefined : apiVersion,
    subresource: subresource === '' ? undefined : subresource,
  })
}

/**
 * Decodes `metadata.managedFields`. What is kept is the set of an entry's fields: versions of an object share those.
 * @throws Error naming the fault of an entry that is not valid
 */
export function decodeOwners(entries: readonly ManagedFieldsEntry[] | undefined): Owners {
  if (entries === undefined || entries.length === 0) return nobody
  const owners = new Map<string, Owner>()
  entries.forEach((entry, i) => {
    const owner = decodeEntry(entry, i)
    owners.set(ownerId(owner), owner)
  })
  return owners
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
    // One edited by hand may claim the object as a whole, which is nobody's.
    entry: entry.fieldsV1?.['.'] === undefined ? entry : undefined,
  }
}

/** Writes owners back, in the real server's order. An owner that did not change gives its old entry. */
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

/** By operation, then the oldest first, then by manager, version and subresource. */
export function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareText(a.operation ?? '', b.operation ?? '') ||
    seconds(a.time) - seconds(b.time) ||
    compareText(a.manager ?? '', b.manager ?? '') ||
    compareText(a.apiVersion ?? '', b.apiVersion ?? '') ||
    compareText(a.subresource ?? '', b.subresource ?? '')
  )
}

/** Enters an owner with these fields; an owner left with none goes. */
export function setFields(owners: Map<string, Owner>, id: string, owner: Owner, fields: FieldSet): void {
  if (isEmpty(fields)) owners.delete(id)
  else owners.set(id, fields === owner.fields ? owner : { ...owner, fields, entry: undefined })
}

const maxUpdaters = 10

/**
 * Keeps at most ten Update owners: the oldest of a version are folded into one called `ancient-changes`, which takes
 * the time of the youngest in it (reference/apply.md 4).
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
    const held = out.get(bucket) ?? out.get(first)
    if (!out.has(bucket)) out.delete(first)
    out.delete(id)
    out.set(bucket, { ...ancient, time: owner.time, fields: union(owner.fields, held?.fields ?? owner.fields) })
    count--
  }
  return out
}
