import type { Awaitable } from '../runtime/awaitable.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ObjectMeta } from '../api/object.ts'
import type { Resource, ResourceVersion } from '../resources/resource.ts'
import { canonical } from '../schema/canonical.ts'
import type { Key, Stored } from '../store/store.ts'
import type { Target, Written } from './verbs.ts'

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

/** Stored objects as webhooks have last converted them. */
const converted = new WeakMap<Stored, WeakMap<ResourceVersion, ApiObject>>()

/**
 * What has to be waited for before a stored object can be shown in a version. Undefined: nothing.
 * @throws plainError() where a webhook does not convert it
 */
export const readyIn = (version: ResourceVersion, stored: Stored): Promise<void> | undefined =>
  version.custom?.remote?.show(stored.object)?.then((object) => keep(version, stored, object))

/** The same for a state among changes. */
export const followedIn = (version: ResourceVersion, stored: Stored): Promise<void> | undefined =>
  version.custom?.remote?.follow(stored)?.then((object) => keep(version, stored, object))

function keep(version: ResourceVersion, stored: Stored, object: ApiObject): void {
  const forms = converted.get(stored) ?? new WeakMap<ResourceVersion, ApiObject>()
  converted.set(stored, forms.set(version, canonical(version.schema, object)))
}

/** `toStorage` for every version, one that a webhook converts included. @throws plainError() when the webhook fails */
export async function storedForm(resource: Resource, version: ResourceVersion, object: ApiObject): Promise<ApiObject> {
  const { storageVersion } = resource
  const remote = version === storageVersion ? undefined : version.custom?.remote
  if (remote === undefined) return toStorage(resource, version, object)
  const given = typed(object, resource.kind, version.apiVersion)
  return toStorage(resource, version, await remote.convert(given, storageVersion.apiVersion))
}

/** An object of one version in another one, which may be of another group. Not for versions that a webhook converts. */
export const throughStorage = (object: ApiObject, from: ServedVersion, to: ServedVersion): ApiObject =>
  fromStorage(to.resource, to.version, toStorage(from.resource, from.version, object))

/** `throughStorage` for every version, one that a webhook converts included. @throws plainError() when the webhook fails */
export function convertVersion(object: ApiObject, from: ServedVersion, to: ServedVersion): Awaitable<ApiObject> {
  const remote = from.version.custom?.remote
  if (remote === undefined) return throughStorage(object, from, to)
  if (from.version === to.version) return object
  return remote.convert(typed(object, from.resource.kind, from.version.apiVersion), to.version.apiVersion)
}

export interface ServedVersion {
  readonly resource: Resource
  readonly version: ResourceVersion
}

/** The answer of a write that stored nothing: the object as a read would show it. */
export function toServed({ resource, version }: Target, object: ApiObject): ApiObject {
  const canonicalForm = { ...resource, storageVersion: version }
  return toStorage(canonicalForm, { ...version, convert: undefined }, object)
}

/** The answer of a dry run. A webhook converts `form`, which would have been stored. */
export async function dryRunAnswer(target: Target, object: ApiObject, form?: ApiObject): Promise<ApiObject> {
  const { resource, version } = target
  const remote = version === resource.storageVersion ? undefined : version.custom?.remote
  if (remote === undefined) return toServed(target, object)
  const stored = form ?? (await storedForm(resource, version, object))
  return canonical(version.schema, (await remote.show(stored)) ?? stored)
}

export const typed = (object: ApiObject, kind: string, apiVersion: string): ApiObject =>
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

  get place(): Key {
    return this.#stored.key
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
    return (this.#object ??= shownIn(this.#resource, this.#version, this.#stored))
  }

  get hub(): ApiObject | undefined {
    return this.#version.convert && this.#stored.object
  }

  get place(): Key {
    return this.#stored.key
  }
}

/** The stored bytes are the answer where the version asked for is the stored one. */
export function viewOf(resource: Resource, version: ResourceVersion, stored: Stored, created = false): Written {
  return isAnswer(resource, version, stored)
    ? new StoredView(stored, created)
    : new ConvertedView(resource, version, stored, created)
}

/** What `viewOf` shows of what a request is about, once it can be shown. */
export function readyView(
  resource: Resource,
  version: ResourceVersion,
  stored: Stored,
  created = false,
): Awaitable<Written> {
  const waiting = readyIn(version, stored)
  if (waiting === undefined) return viewOf(resource, version, stored, created)
  return waiting.then(() => viewOf(resource, version, stored, created))
}

/** What `viewOf` shows, for those who want the object alone. */
export const objectOf = (resource: Resource, version: ResourceVersion, stored: Stored): ApiObject =>
  isAnswer(resource, version, stored) ? stored.object : shownIn(resource, version, stored)

const shownIn = (resource: Resource, version: ResourceVersion, stored: Stored): ApiObject =>
  converted.get(stored)?.get(version) ?? fromStorage(resource, version, stored.object)

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
