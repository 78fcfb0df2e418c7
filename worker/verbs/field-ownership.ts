import { asGiven, noteEmpty } from '../api/given-empty.ts'
import { quote } from '../api/go-format.ts'
import { formatGroupVersion, parseGroupVersion, type GroupVersionKind } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import { copyWritten } from '../api/written-quantity.ts'
import type { FieldSet } from '../apply/field-set.ts'
import { TypedError } from '../apply/item-element.ts'
import { managerOfAgent } from '../apply/manager-name.ts'
import { fieldsAt, managedFieldsUpdate } from '../apply/managed-fields.ts'
import { mergeTypeOf } from '../apply/merge-type.ts'
import type { ManagerWrite, OwnershipRules } from '../apply/ownership-rules.ts'
import { validateTyped } from '../apply/typed-validate.ts'
import { formatTime } from '../clock/clock.ts'
import { stringifyJson } from '../codec/encode.ts'
import type { Resource, ResourceFacts, ResourceVersion, Subresource } from '../resources/resource.ts'
import type { Awaitable } from '../runtime/awaitable.ts'
import { LoadedValues } from '../runtime/loaded-values.ts'
import { finish, finishWithPauses, type Steps } from '../runtime/steps.ts'
import { canonical } from '../schema/canonical.ts'
import { decode } from '../schema/decode.ts'
import { DecodeError } from '../schema/decode-error.ts'
import type { StructSchema } from '../schema/schema.ts'
import { withoutOwners, withReadableOwners } from './stored-times.ts'
import type { Target } from './verbs.ts'
import { noteHub } from './hub-form.ts'
import { editable, fromStorage, toStorage, typed } from './version-conversion.ts'
import type { Write, WriteTarget } from './write.ts'

/** The object with managedFields that name the fields that this write set. */
export function trackOwnership(
  write: Write,
  { live, next }: { readonly live: ApiObject | undefined; readonly next: ApiObject },
): Awaitable<ApiObject> {
  // The dialects differ in a write that resets the ownership (reference/apply.md 18 and 19).
  const asSpecified = write.environment.dialect.name === 'svc'
  const { manager, time } = managerOf(write)
  const isCustom = write.target.version.custom !== undefined
  // The write of a custom status may name another kind or version, whose fields the real server cannot compare.
  if (isCustom && !isKind(next, trackingOf(write.target).kind)) return withoutOwners(next)
  const given = isCustom ? withReadableOwners(next) : next
  const settled = settledForm(write.target, given)
  return withTracking(write, (tracking, isRepeated) =>
    managedFieldsUpdate(tracking, {
      manager,
      time,
      live,
      next: isRepeated ? editable(settled) : settled,
      emptyListResets: !asSpecified,
      resetAddsWriter: asSpecified,
    }),
  )
}

const isKind = ({ kind, apiVersion }: ApiObject, expected: GroupVersionKind): boolean =>
  kind === expected.kind && apiVersion === formatGroupVersion(expected)

/**
 * Runs a computation of field ownership, which needs the object in the versions of all owners. The computation pauses between its
 * steps. For a kind with a conversion webhook it does not pause, and is repeated until every conversion is loaded (see
 * `LoadedValues`).
 */
export function withTracking<Result>(
  { target, caller }: Pick<Write, 'target' | 'caller'>,
  compute: (tracking: OwnershipRules, isRepeated: boolean) => Steps<Result>,
): Awaitable<Result> {
  const tracking = trackingOf(target)
  const { resource, version } = target
  if (version.custom?.remote === undefined) return finishWithPauses(compute(tracking, false), () => caller.pause?.())
  const conversions: Conversions = { resource, hub: version, loaded: new LoadedValues() }
  const convert: OwnershipRules['convert'] = (object, apiVersion) => convertedByWebhook(conversions, object, apiVersion)
  return conversions.loaded.compute(() =>
    finish(compute(tracking.convert === undefined ? tracking : { ...tracking, convert }, true)),
  )
}

const trackings = new WeakMap<ResourceVersion, Map<string, OwnershipRules>>()

/** The rules of field ownership of the target, made once for each version and subresource. */
function trackingOf({ resource, version, subresource }: WriteTarget): OwnershipRules {
  const bySubresource = trackings.get(version) ?? new Map<string, OwnershipRules>()
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

/** The rules for a subresource of another kind. */
const viewTracking = ({ name, kind, schema }: Subresource, isCustom: boolean): OwnershipRules => {
  const why = `request to convert CR to an invalid group/version: ${formatGroupVersion(kind)}`
  return {
    schema,
    kind,
    subresource: name,
    ...(isCustom && { conversionError: why }),
  }
}

function makeTracking(resource: Resource, version: ResourceVersion, subresource: string): OwnershipRules {
  const reset = resetFields(resource, version, subresource)
  return {
    schema: version.schema,
    kind: { group: resource.group, version: version.version, kind: resource.kind },
    subresource,
    // For a custom resource, the real server resets fields in the version of the request only.
    ...(reset && {
      resetFields: (apiVersion) =>
        version.custom === undefined || apiVersion === version.apiVersion ? reset : undefined,
    }),
    convert(object, apiVersion) {
      const other = findVersion(resource, apiVersion)
      if (other === undefined) return unknownVersion(resource, version, object, apiVersion)
      // Apply converts between the versions of all owners.
      const own = findVersion(resource, object.apiVersion) ?? version
      if (own.custom === undefined) {
        const between = own !== other
        const given = between ? decodedForm(own.schema, object) : object
        const converted = fromStorage(resource, other, toStorage(resource, own, given))
        return { schema: other.schema, object: between ? canonical(other.schema, converted) : converted }
      }
      const converted = { ...object, apiVersion: other.apiVersion }
      validateTyped(mergeTypeOf(other.schema), converted, true)
      return { schema: other.schema, object: converted }
    },
  }
}

/**
 * The object as a conversion of the real server decodes it: list items that a removal set to null become empty structs. An
 * object that cannot be decoded is refused later, after the merge.
 */
function decodedForm(schema: StructSchema, object: ApiObject): ApiObject {
  try {
    return decode(schema, object).object
  } catch (error) {
    if (error instanceof DecodeError) return object
    throw error
  }
}

/**
 * Handles a field owner whose version is unknown. The real server skips the owner for a built-in kind, and fails for a custom
 * resource.
 * @throws TypedError
 */
function unknownVersion(
  { group, kind }: ResourceFacts,
  { custom, apiVersion }: ResourceVersion,
  object: ApiObject,
  other: string,
): undefined {
  if (custom === undefined) return
  if (parseGroupVersion(other)?.group === group)
    throw new TypedError(`request to convert CR to an invalid group/version: ${other}`)
  const from = `${object.apiVersion ?? apiVersion}, Kind=${kind}`
  throw new TypedError(`${from} is unstructured and is not suitable for converting to ${quote(other)}`)
}

function findVersion(
  { versions, unserved = [] }: ResourceFacts,
  apiVersion: string | undefined,
): ResourceVersion | undefined {
  const isNamed = (candidate: ResourceVersion): boolean => candidate.apiVersion === apiVersion
  return versions.find(isNamed) ?? unserved.find(isNamed)
}

/** The conversions by a webhook that one write needs. */
interface Conversions {
  readonly resource: Resource
  /** The version of the request. */
  readonly hub: ResourceVersion
  readonly loaded: LoadedValues<ApiObject>
}

/**
 * An object in another version, converted through the version of the request; undefined until the webhook has answered.
 * @throws TypedError when the webhook fails, or converts to fields that the other version does not declare
 */
function convertedByWebhook(
  { resource, hub, loaded }: Conversions,
  object: ApiObject,
  apiVersion: string,
): ReturnType<NonNullable<OwnershipRules['convert']>> {
  const other = findVersion(resource, apiVersion)
  if (other === undefined) return unknownVersion(resource, hub, object, apiVersion)
  const convert = (given: ApiObject | undefined, from: ResourceVersion, to: ResourceVersion): ApiObject | undefined => {
    const remote = from.custom?.remote
    if (given === undefined || remote === undefined || from === to) return given
    const source = typed(given, resource.kind, from.apiVersion)
    const key = stringifyJson([to.apiVersion, source])
    return loaded.read(key, () => remote.convert(source, to.apiVersion))
  }
  try {
    const middle = convert(object, findVersion(resource, object.apiVersion) ?? hub, hub)
    const converted = convert(middle, hub, other)
    if (converted === undefined) return undefined
    validateTyped(mergeTypeOf(other.schema), converted, true)
    return { schema: other.schema, object: converted }
  } catch (error) {
    throw error instanceof StatusError ? new TypedError(error.message) : error
  }
}

/** The fields that a request through this subresource cannot set, and therefore cannot own. */
function resetFields({ behaviour }: Resource, { custom }: ResourceVersion, subresource: string): FieldSet | undefined {
  if (behaviour.ownsUnchanged) return undefined
  const own = behaviour.subresources?.[subresource]?.unownedFields
  if (own !== undefined) return fieldsAt(...own)
  if (subresource !== 'status') {
    const { statusFields, unownedFields = [] } = behaviour
    return statusFields.length + unownedFields.length > 0 ? fieldsAt(...statusFields, ...unownedFields) : undefined
  }
  const { statusMetadata } = behaviour
  // A status write of a custom resource keeps the stored metadata, but an apply owns the metadata that it names.
  if (statusMetadata === 'all' || custom !== undefined) return fieldsAt('spec')
  return fieldsAt('spec', statusMetadata === 'all but labels' ? 'metadata.labels' : 'metadata')
}

/** The manager of a write: the given one, else the client's name before the slash of its User-Agent. */
export function managerOf({ environment, caller, options }: Write): ManagerWrite {
  const manager = options.fieldManager || managerOfAgent(caller.userAgent)
  return { manager, time: formatTime(environment.clock.now()) }
}

/** The object after a round trip through the storage version: fields are owned in the spelling of that version. */
function settledForm({ resource, version }: Target, object: ApiObject): ApiObject {
  if (version.convert === undefined) return object
  const hub = toStorage(resource, version, object)
  const settled = editable(fromStorage(resource, version, hub))
  // An empty managedFields list resets ownership, and the conversion would omit it.
  const given = settled.metadata.managedFields ?? (object.metadata && asGiven(object.metadata, 'managedFields'))
  if (Array.isArray(given) && given.length === 0) noteEmpty(settled.metadata, 'managedFields', given)
  // The rules of events distinguish a written zero time from an absent one.
  copyWritten(object, settled)
  noteHub(settled, version, hub)
  return settled
}
