import { boundedNumber } from '../api/numbers.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { asGiven } from '../api/given-empty.ts'
import { copyJson, isObject, setKey, type Json, type JsonObject } from '../api/json.ts'
import type { ApiObject, ObjectMeta } from '../api/object.ts'
import { isUnpruned, markUnpruned } from '../api/unpruned.ts'
import type { ResourceFacts, ResourceVersion } from '../resources/resource.ts'
import { canonical } from '../schema/canonical.ts'
import { propertyOf } from '../schema/custom/json-schema.ts'
import type { Key, Stored } from '../store/store.ts'
import type { Target, Written } from './verbs.ts'

/** A stored object in a served version. */
export function fromStorage(resource: ResourceFacts, version: ResourceVersion, stored: ApiObject): ApiObject {
  if (isShownAsStored(resource, version, stored)) return stored
  const object = version.custom?.fromStored(stored) ?? version.convert?.fromStorage(stored) ?? stored
  return canonical(version.schema, typed(object, resource.kind, version.apiVersion))
}

/** Whether the version is the stored one, and the object was written under the current schema. */
function isShownAsStored(
  { storageVersion, otherSchemaUpTo }: ResourceFacts,
  version: ResourceVersion,
  stored: ApiObject,
): boolean {
  if (version.apiVersion !== storageVersion.apiVersion) return false
  return otherSchemaUpTo === undefined || boundedNumber(stored.metadata?.resourceVersion ?? 0) > otherSchemaUpTo
}

/**
 * Returns the stored form of an object in a served version, with the field order of the server. Parts that the object shares with
 * `settled`, a stored object, already have this order (`canonical`).
 */
export function toStorage(
  resource: ResourceFacts,
  version: ResourceVersion,
  object: ApiObject,
  settled?: ApiObject,
): ApiObject {
  const { storageVersion } = resource
  const isComplete = version === storageVersion && !lacksStatus(storageVersion, object) && !isUnpruned(object)
  const carried = isComplete ? undefined : storageVersion.custom?.toStored(object)
  const converted = carried ?? version.convert?.toStorage(object) ?? object
  return canonical(storageVersion.schema, typed(converted, resource.kind, storageVersion.apiVersion), settled)
}

/**
 * Whether an object lacks the default of its status. A write drops the status of a new custom resource, so the stored form
 * needs the default again.
 */
const lacksStatus = ({ custom }: ResourceVersion, object: ApiObject): boolean =>
  custom !== undefined && object['status'] === undefined && propertyOf(custom.document, 'status')?.default !== undefined

/** The latest conversions of stored objects by webhooks. */
const converted = new WeakMap<Stored, WeakMap<ResourceVersion, ApiObject>>()

/**
 * Calls the conversion webhook for a stored object, so that the object can be shown in a version. Undefined when no conversion
 * is needed.
 * @throws plainError() when the webhook fails
 */
export const convertForRead = (version: ResourceVersion, stored: Stored): Promise<void> | undefined =>
  version.custom?.remote?.show(stored.object)?.then((object) => keep(version, stored, object))

/** `convertForRead` for the states of a watch, which are converted once for all watchers. */
export const convertForWatch = (version: ResourceVersion, stored: Stored): Promise<void> | undefined =>
  version.custom?.remote?.showToWatchers(stored)?.then((object) => keep(version, stored, object))

function keep(version: ResourceVersion, stored: Stored, object: ApiObject): void {
  const forms = converted.get(stored) ?? new WeakMap<ResourceVersion, ApiObject>()
  converted.set(stored, forms.set(version, canonical(version.schema, object)))
}

/**
 * `toStorage` for every version, including versions that a webhook converts.
 * @throws plainError() when the webhook fails
 */
export function storedForm(
  resource: ResourceFacts,
  version: ResourceVersion,
  object: ApiObject,
  settled?: ApiObject,
): Awaitable<ApiObject> {
  const { storageVersion } = resource
  const remote = version === storageVersion ? undefined : version.custom?.remote
  if (remote === undefined) return toStorage(resource, version, object, settled)
  const given = typed(object, resource.kind, version.apiVersion)
  return andThen(remote.convert(given, storageVersion.apiVersion), (hub) => {
    if (isUnpruned(object)) markUnpruned(hub)
    return toStorage(resource, version, hub)
  })
}

/**
 * Converts an object to another version, which may belong to another group. Not for versions that a webhook converts.
 */
export const throughStorage = (object: ApiObject, from: ServedVersion, to: ServedVersion): ApiObject =>
  fromStorage(to.resource, to.version, toStorage(from.resource, from.version, object))

/**
 * `throughStorage` for every version, including versions that a webhook converts.
 * @throws plainError() when the webhook fails
 */
export function convertVersion(object: ApiObject, from: ServedVersion, to: ServedVersion): Awaitable<ApiObject> {
  const remote = from.version.custom?.remote
  if (remote === undefined) return throughStorage(object, from, to)
  if (from.version === to.version) return object
  return remote.convert(typed(object, from.resource.kind, from.version.apiVersion), to.version.apiVersion)
}

export interface ServedVersion {
  readonly resource: ResourceFacts
  readonly version: ResourceVersion
}

/** The answer to a write that stored nothing: the object as a later GET would return it. */
export function toServed({ resource, version }: Target, object: ApiObject): ApiObject {
  const canonicalForm = { ...resource, storageVersion: version }
  return toStorage(canonicalForm, { ...version, convert: undefined }, object)
}

/**
 * The answer to an update that removed its object. The object was never encoded, so its lists are empty and not null when given
 * so.
 */
export const removedAnswer = (target: Target, object: ApiObject): ApiObject =>
  fillEmpties(copyJson(toServed(target, object)), object)

/** Replaces each null by the empty list or map of the request. */
function fillEmpties<T extends JsonObject>(answer: T, given: JsonObject): T {
  for (const [field, value] of Object.entries(answer)) {
    const own = asGiven(given, field)
    if (value === null && own !== undefined) setKey(answer, field, own)
    else if (isObject(value) && isObject(own)) fillEmpties(value, own)
    else if (Array.isArray(value) && Array.isArray(own)) fillItems(value, own)
  }
  return answer
}

function fillItems(answer: readonly Json[], given: readonly Json[]): void {
  for (const [at, item] of answer.entries()) {
    const own = given[at]
    if (isObject(item) && isObject(own)) fillEmpties(item, own)
  }
}

/**
 * The answer to a dry run. A custom resource in another version than the stored one is converted from `form`, the object that a
 * real run would store; without `form`, the object is converted first.
 */
export async function dryRunAnswer(target: Target, object: ApiObject, form?: ApiObject): Promise<ApiObject> {
  const { resource, version } = target
  const remote = version === resource.storageVersion ? undefined : version.custom?.remote
  if (version.custom === undefined || version === resource.storageVersion) return toServed(target, object)
  const stored = form ?? (await storedForm(resource, version, object))
  if (remote === undefined) return fromStorage(resource, version, stored)
  return canonical(version.schema, (await remote.show(stored)) ?? stored)
}

export const typed = (object: ApiObject, kind: string, apiVersion: string): ApiObject =>
  object.kind === kind && object.apiVersion === apiVersion ? object : { ...object, kind, apiVersion }

/** `storedForm` for a deletion, which changes only the metadata when the version has another form than the storage version. */
export function markedForm({ resource, version }: Target, stored: ApiObject, marked: ApiObject): Awaitable<ApiObject> {
  const { convert } = version
  if (convert === undefined) return storedForm(resource, version, marked)
  const { metadata } = convert.toStorage({ metadata: marked.metadata })
  return toStorage(resource, resource.storageVersion, { ...stored, metadata })
}

/** A stored object as an answer. Most answers need its bytes only, so the object is decoded on first access. */
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

/**
 * A stored object in another version than the stored one. It is converted on first access, because watchers that share encoded
 * bytes never need the object.
 */
class ConvertedView implements Written {
  readonly created: boolean
  readonly #resource: ResourceFacts
  readonly #version: ResourceVersion
  readonly #stored: Stored
  #object: ApiObject | undefined

  constructor(resource: ResourceFacts, version: ResourceVersion, stored: Stored, created: boolean) {
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

/** A stored object as an answer in a version. The stored bytes are the answer when the version is the stored one. */
export function viewOf(resource: ResourceFacts, version: ResourceVersion, stored: Stored, created = false): Written {
  return isAnswer(resource, version, stored)
    ? new StoredView(stored, created)
    : new ConvertedView(resource, version, stored, created)
}

/** `viewOf` for a requested object, after its conversion by a webhook. */
export function readyView(
  resource: ResourceFacts,
  version: ResourceVersion,
  stored: Stored,
  created = false,
): Awaitable<Written> {
  const waiting = convertForRead(version, stored)
  if (waiting === undefined) return viewOf(resource, version, stored, created)
  return waiting.then(() => viewOf(resource, version, stored, created))
}

/** The object of `viewOf`. */
export const objectOf = (resource: ResourceFacts, version: ResourceVersion, stored: Stored): ApiObject =>
  isAnswer(resource, version, stored) ? stored.object : shownIn(resource, version, stored)

const shownIn = (resource: ResourceFacts, version: ResourceVersion, stored: Stored): ApiObject =>
  converted.get(stored)?.get(version) ?? fromStorage(resource, version, stored.object)

const isAnswer = (
  { storageVersion, otherSchemaUpTo }: ResourceFacts,
  { apiVersion }: ResourceVersion,
  { revision }: Stored,
): boolean => apiVersion === storageVersion.apiVersion && (otherSchemaUpTo === undefined || revision > otherSchemaUpTo)

/**
 * Removes fields in place by setting them to undefined: `delete` turns the object into a hash table, which slows later
 * reads and copies.
 */
export function clearFields(holder: JsonObject, ...fields: readonly string[]): void {
  for (const field of fields) if (holder[field] !== undefined) holder[field] = undefined
}

/** A copy whose top level and metadata may be changed in place; the rest is shared. */
export function editable(object: ApiObject): ApiObject & { metadata: ObjectMeta } {
  return { ...object, metadata: { ...object.metadata } }
}

/** Adds metadata to the object when it has none. For callers that may change the object. */
export function ensureMetadata(object: ApiObject): ApiObject & { metadata: ObjectMeta } {
  giveMetadata(object)
  return object
}

function giveMetadata(object: ApiObject): asserts object is ApiObject & { metadata: ObjectMeta } {
  object.metadata ??= {}
}
