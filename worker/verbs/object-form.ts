import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ObjectMeta } from '../api/object.ts'
import type { Resource, ResourceVersion } from '../resources/resource.ts'
import { canonical } from '../schema/canonical.ts'
import type { Stored } from '../store/store.ts'
import type { Written } from './verbs.ts'

/** A stored object in a served version. */
export function fromStorage(resource: Resource, version: ResourceVersion, stored: ApiObject): ApiObject {
  if (isShownAsStored(resource, version, stored)) return stored
  const object = version.custom?.fromStored(stored) ?? version.convert?.fromStorage(stored) ?? stored
  return canonical(version.schema, typed(object, resource.kind, version.apiVersion))
}

/** Whether the version asked for is the stored one, and the object was written under the schema of today. */
function isShownAsStored({ storageVersion, since }: Resource, version: ResourceVersion, stored: ApiObject): boolean {
  if (version.apiVersion !== storageVersion.apiVersion) return false
  return since === undefined || Number(stored.metadata?.resourceVersion ?? 0) > since
}

/** An object of a served version as it is stored: complete, in the order the server writes. */
export function toStorage(resource: Resource, version: ResourceVersion, object: ApiObject): ApiObject {
  const { storageVersion } = resource
  const carried = version === storageVersion ? undefined : storageVersion.custom?.toStored(object)
  const converted = carried ?? version.convert?.toStorage(object) ?? object
  return canonical(storageVersion.schema, typed(converted, resource.kind, storageVersion.apiVersion))
}

/** An object of one version as another one shows it. */
export const throughStorage = (object: ApiObject, from: Served, to: Served): ApiObject =>
  fromStorage(to.resource, to.version, toStorage(from.resource, from.version, object))

interface Served {
  readonly resource: Resource
  readonly version: ResourceVersion
}

const typed = (object: ApiObject, kind: string, apiVersion: string): ApiObject =>
  object.kind === kind && object.apiVersion === apiVersion ? object : { ...object, kind, apiVersion }

/** The shape in which a kind's rules are written: that of the store. */
export const hubForm = ({ convert }: ResourceVersion, object: ApiObject): ApiObject =>
  convert === undefined ? object : convert.toStorage(object)

/**
 * Runs rules that change an object in the shape of the store, and brings the object back: it and its metadata stay the
 * ones they were. Objects of a version without a shape of its own are changed as they are.
 */
export function inHubForm<T extends ApiObject>(version: ResourceVersion, object: T, change: (hub: T) => void): void {
  const { convert } = version
  if (convert === undefined) return change(object)
  const hub = convert.toStorage(object)
  // The shapes have the same metadata, so a copy of one is what its original is.
  const copy = { ...hub, metadata: { ...hub.metadata } } as T
  change(copy)
  const changed = convert.fromStorage(copy)
  if (object.metadata && changed.metadata) changed.metadata = refilled(object.metadata, changed.metadata)
  refilled(object, changed)
}

/** The target with the contents of the source, and nothing else. */
function refilled<T extends object>(target: T, source: object): T {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key)
  return Object.assign(target, source)
}

/** A stored object as the answer: its bytes will mostly do, so the object is only made when somebody looks at it. */
class StoredView implements Written {
  readonly created: boolean
  readonly #stored: Stored

  constructor(stored: Stored, created: boolean) {
    this.#stored = stored
    this.created = created
  }

  get object(): ApiObject {
    return this.#stored.object
  }

  get bytes(): Uint8Array {
    return this.#stored.bytes
  }

  get line(): Uint8Array | undefined {
    return this.#stored.line
  }

  get metadataEnd(): number | undefined {
    return this.#stored.metadataEnd
  }
}

/** A stored object in another version than its own; converted when somebody looks, since watchers share the bytes. */
class ConvertedView implements Written {
  readonly created: boolean
  readonly #resource: Resource
  readonly #version: ResourceVersion
  readonly #stored: Stored
  #object: ApiObject | undefined

  constructor(resource: Resource, version: ResourceVersion, stored: Stored, created: boolean) {
    this.#resource = resource
    this.#version = version
    this.#stored = stored
    this.created = created
  }

  get object(): ApiObject {
    return (this.#object ??= fromStorage(this.#resource, this.#version, this.#stored.object))
  }

  get hub(): ApiObject | undefined {
    return this.#version.convert && this.#stored.object
  }
}

/** The stored bytes are the answer where the version asked for is the stored one. */
export function viewOf(resource: Resource, version: ResourceVersion, stored: Stored, created = false): Written {
  return isAnswer(resource, version, stored)
    ? new StoredView(stored, created)
    : new ConvertedView(resource, version, stored, created)
}

/** What `viewOf` shows, for those who want the object alone. */
export const objectOf = (resource: Resource, version: ResourceVersion, stored: Stored): ApiObject =>
  isAnswer(resource, version, stored) ? stored.object : fromStorage(resource, version, stored.object)

const isAnswer = (
  { storageVersion, since }: Resource,
  { apiVersion }: ResourceVersion,
  { revision }: Stored,
): boolean => apiVersion === storageVersion.apiVersion && (since === undefined || revision > since)

/**
 * Takes fields away, in place. Absence is written as undefined: a `delete` turns the object into a hash table, which all
 * later readers and copies pay for.
 */
export function without(holder: JsonObject, ...fields: readonly string[]): void {
  for (const field of fields) if (holder[field] !== undefined) holder[field] = undefined
}

/** A copy whose top level and metadata may be changed in place; the rest is shared. */
export function editable(object: ApiObject): ApiObject & { metadata: ObjectMeta } {
  return { ...object, metadata: { ...object.metadata } }
}

/** The object itself, with metadata: for those whose it is to change. */
export function withMetadata(object: ApiObject): ApiObject & { metadata: ObjectMeta } {
  giveMetadata(object)
  return object
}

function giveMetadata(object: ApiObject): asserts object is ApiObject & { metadata: ObjectMeta } {
  object.metadata ??= {}
}
