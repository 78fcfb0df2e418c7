import { formatGroupVersion } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import type { FieldSet } from '../apply/field-set.ts'
import { TypedError } from '../apply/item-element.ts'
import { managerOfAgent } from '../apply/manager-name.ts'
import type { Tracking, Write } from '../apply/managed-fields.ts'
import { fieldsAt, trackUpdate } from '../apply/managed-fields.ts'
import { mergeTypeOf } from '../apply/merge-type.ts'
import { validateTyped } from '../apply/typed-validate.ts'
import { formatTime } from '../clock/clock.ts'
import type { Resource, ResourceVersion, Subresource } from '../resources/resource.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Environment } from './environment.ts'
import { editable, fromStorage, throughStorage, toStorage } from './object-form.ts'
import type { Caller, Target, WriteOptions } from './verbs.ts'

const trackings = new WeakMap<ResourceVersion, Map<string, Tracking>>()

/** How field ownership of the target is kept; made once per version and subresource. */
export function trackingOf({ resource, version, subresource }: Target): Tracking {
  const bySubresource = trackings.get(version) ?? new Map<string, Tracking>()
  trackings.set(version, bySubresource)
  const name = subresource?.name ?? ''
  let tracking = bySubresource.get(name)
  if (tracking === undefined) {
    const isView = subresource !== undefined && subresource.kind.kind !== resource.kind
    tracking = isView ? viewTracking(subresource, version.custom !== undefined) : makeTracking(resource, version, name)
    bySubresource.set(name, tracking)
  }
  return tracking
}

/** A subresource of a kind of its own: a Scale, of which a writer sets the spec. */
const viewTracking = ({ name, kind, schema }: Subresource, isCustom: boolean): Tracking => {
  const status = fieldsAt('status')
  const why = `request to convert CR to an invalid group/version: ${formatGroupVersion(kind)}`
  return { schema, kind, subresource: name, resetFields: () => status, ...(isCustom && { formless: why }) }
}

function makeTracking(resource: Resource, version: ResourceVersion, subresource: string): Tracking {
  const reset = resetFields(resource, version, subresource)
  return {
    schema: version.schema,
    kind: { group: resource.group, version: version.version, kind: resource.kind },
    subresource,
    ...(reset && { resetFields: () => reset }),
    convert(object, apiVersion) {
      const other = resource.versions.find((candidate) => candidate.apiVersion === apiVersion)
      if (other === undefined) return undefined
      // An apply goes to and fro between the versions of all owners.
      const own = resource.versions.find((candidate) => candidate.apiVersion === object.apiVersion) ?? version
      if (own.custom !== undefined) return convertedBetween(resource, own, version, other, object)
      return { schema: other.schema, object: fromStorage(resource, other, toStorage(resource, own, object)) }
    },
  }
}

/**
 * A custom resource in another version, by way of that of the request, as the conversion leaves it: fields that the other
 * version does not declare have no name there, and nothing has one where a webhook fails.
 * @throws TypedError
 */
function convertedBetween(
  resource: Resource,
  own: ResourceVersion,
  hub: ResourceVersion,
  other: ResourceVersion,
  object: ApiObject,
): { schema: StructSchema; object: ApiObject } {
  try {
    const middle = converted(resource, object, own, hub)
    const last = converted(resource, middle, hub, other)
    validateTyped(mergeTypeOf(other.schema), last, true)
    return { schema: other.schema, object: last }
  } catch (error) {
    throw error instanceof StatusError ? new TypedError(error.message) : error
  }
}

function converted(resource: Resource, object: ApiObject, from: ResourceVersion, to: ResourceVersion): ApiObject {
  if (from.custom?.remote === undefined) return { ...object, apiVersion: to.apiVersion }
  return throughStorage(object, { resource, version: from }, { resource, version: to })
}

/** What a request cannot set through this subresource, and so cannot own. */
function resetFields({ behaviour }: Resource, { custom }: ResourceVersion, subresource: string): FieldSet | undefined {
  if (behaviour.ownsUnchanged) return undefined
  const own = behaviour.subresources?.[subresource]?.unownedFields
  if (own !== undefined) return fieldsAt(...own)
  if (subresource !== 'status') {
    const { statusFields, unownedFields = [] } = behaviour
    return statusFields.length + unownedFields.length > 0 ? fieldsAt(...statusFields, ...unownedFields) : undefined
  }
  const { statusMetadata } = behaviour
  // A custom resource's status keeps the stored metadata as well, but who applies it owns what it says there.
  if (statusMetadata === 'all' || custom !== undefined) return fieldsAt('spec')
  return fieldsAt('spec', statusMetadata === 'none' ? 'metadata' : 'metadata.labels')
}

/** Who writes, for managedFields: the given manager, else the client's name before the slash of its User-Agent. */
export function writerOf({ clock }: Environment, caller: Caller, options: WriteOptions): Write {
  const manager = options.fieldManager || managerOfAgent(caller.userAgent)
  return { manager, time: formatTime(clock.now()) }
}

/** What the store's shape cannot say in this way, it says in another: that is what the writer set. */
function settledForm({ resource, version }: Target, object: ApiObject): ApiObject {
  if (version.convert === undefined) return object
  return editable(fromStorage(resource, version, toStorage(resource, version, object)))
}

/** The object with managedFields that say what this write set. */
export function tracked(
  environment: Environment,
  target: Target,
  caller: Caller,
  options: WriteOptions,
  objects: { readonly live: ApiObject | undefined; readonly next: ApiObject },
): ApiObject {
  // reference/apply.md 18 and 19.
  const asSpecified = environment.dialect.name === 'svc'
  const { manager, time } = writerOf(environment, caller, options)
  return trackUpdate(trackingOf(target), {
    manager,
    time,
    live: objects.live,
    next: settledForm(target, objects.next),
    emptyListResets: !asSpecified,
    resetTracksWriter: asSpecified,
  })
}
