import { quote } from '../api/go-format.ts'
import { formatGroupVersion, parseGroupVersion } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import { applyConflict, badRequest, plainError } from '../api/status.ts'
import type { StatusError } from '../api/status.ts'
import { compareText } from '../api/byte-order.ts'
import { emptyObject } from './empty-object.ts'
import { equalSets, has, showPath } from './field-set.ts'
import { TypedError } from './item-element.ts'
import type { LastApplied } from './last-applied.ts'
import { fieldsOfLastApplied, refreshLastApplied } from './last-applied.ts'
import { withManagedFields } from './managed-fields.ts'
import { mergeTypeOf } from './merge-type.ts'
import type { Owner, Owners } from './owners.ts'
import { decodeOwners, encodeOwners, noOwners, ownerId, setFields } from './owners.ts'
import { isCustom, updateOwners } from './owner-update.ts'
import { ownerOf, versioned, versionsOf, type ManagerWrite, type OwnershipRules } from './ownership-rules.ts'
import { withoutUnowned } from './unowned-fields.ts'
import type { Applied, FieldConflict, Writer } from './ownership.ts'
import { Ownership } from './ownership.ts'
import { fieldsOfConfig } from './set-from-object.ts'
import { validateTyped } from './typed-validate.ts'
import { isObject, stringOrEmpty, type Json } from '../api/json.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { decode } from '../schema/decode.ts'
import { DecodeError } from '../schema/decode-error.ts'
import { finish, type Steps } from '../runtime/steps.ts'
import { errorMessage } from '../runtime/error-message.ts'

export interface Apply extends ManagerWrite {
  /** The stored object, in the version of the request; undefined when the apply creates it. */
  readonly live: ApiObject | undefined
  /** The request's body. */
  readonly config: ApiObject
  readonly force: boolean
  /** The annotation of client-side apply; undefined when it is ignored. */
  readonly lastApplied?: LastApplied
}

export interface ApplyResult {
  /** The merged object with its managedFields. The caller sets defaults. */
  readonly object: ApiObject
  /** Whether a value changed. The ownership may have changed without one. */
  readonly changed: boolean
}

/**
 * Server-side apply (reference/apply.md 6 to 14).
 * @throws StatusError 400 for a body of another kind or with managedFields; 409 with a cause for each conflict; 500
 * for a body that does not match the schema
 */
export function serverSideApply(rules: OwnershipRules, apply: Apply): ApplyResult {
  return finish(mergeConfig(rules, apply))
}

/** `serverSideApply` in steps. */
export function* mergeConfig(rules: OwnershipRules, apply: Apply): Steps<ApplyResult> {
  const { manager, time } = apply
  const live = apply.live ?? emptyObject(rules.schema)
  const bare = withManagedFields(live, undefined)
  const self = ownerOf(rules, manager, 'Apply', undefined)
  const id = ownerId(self)
  const config = ofRequestedKind(rules, apply.config)
  const before = ownersBefore(rules, apply.live, bare, time)
  yield
  checkConfig(rules, config)
  yield
  // Another version of a custom resource may have stored fields that this version does not declare.
  if (isCustom(rules.schema)) checkLive(rules, bare)
  const { value, after } = yield* ofLiveObject(rules, bare, function* () {
    const writer = { id, owner: { ...self, time: before.get(id)?.time } }
    const resolved = yield* resolve(rules, { ...apply, config }, { bare, owners: before }, writer)
    return { value: resolved.value, after: resolved.owners }
  })
  yield
  if (value !== undefined && rules.conversionError !== undefined) throw unconverted(config, rules.conversionError)
  const out = new Map(after)
  const own = stripUnowned(out, id)
  if (own !== undefined)
    out.set(id, value === undefined ? reusedOwner(own, before.get(id)) : { ...own, time, entry: undefined })
  const merged = withManagedFields((value ?? bare) as ApiObject, encodeOwners(out))
  const { lastApplied } = apply
  const object = lastApplied?.manager === manager ? refreshLastApplied(merged, apply.config, lastApplied) : merged
  return { object, changed: value !== undefined || object !== merged }
}

/**
 * Removes the fields that no manager can own (`withoutUnowned`) from the applier, in place. Returns the applier; undefined when
 * it has no fields left.
 */
function stripUnowned(owners: Map<string, Owner>, id: string): Owner | undefined {
  const owner = owners.get(id)
  if (owner !== undefined) setFields(owners, id, owner, withoutUnowned(owner.fields))
  return owners.get(id)
}

/** Returns `before` when the owner did not change, because its entry can be reused. */
const reusedOwner = (owner: Owner, before: Owner | undefined): Owner =>
  before?.apiVersion === owner.apiVersion && equalSets(before.fields, owner.fields) ? before : owner

/**
 * Whether an entry is well-formed. The real server treats a list with a malformed entry as absent, and refuses the list later,
 * when it decodes the object.
 */
function isEntry(value: Json): boolean {
  if (!isObject(value)) return false
  try {
    decode(builtinType('apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry'), value)
    return true
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}

/**
 * The configuration, with its apiVersion in canonical form: `/v1` names the version `v1` too.
 * @throws StatusError 400 when its kind or version is not the one of the request
 */
function ofRequestedKind({ kind }: OwnershipRules, config: ApiObject): ApiObject {
  const apiVersion = formatGroupVersion(kind)
  const given = parseGroupVersion(stringOrEmpty(config.apiVersion))
  if (config.kind !== kind.kind || given === undefined || formatGroupVersion(given) !== apiVersion)
    throw badRequest(`invalid object type: ${showKind(config)}`)
  return config.apiVersion === apiVersion ? config : { ...config, apiVersion }
}

/**
 * Checks the configuration. The fields that are found on the way are cached for the merge.
 * @throws StatusError 400 and 500, as `serverSideApply`
 */
function checkConfig({ schema }: OwnershipRules, config: ApiObject): void {
  const { managedFields } = config.metadata ?? {}
  if (Array.isArray(managedFields) && managedFields.every(isEntry))
    throw badRequest('metadata.managedFields must be nil')
  const failed = `failed to create typed patch object (${showObject(config)})`
  checkTyped(failed, () => fieldsOfConfig(mergeTypeOf(schema), config))
}

/**
 * Runs a merge with the live object.
 * @throws StatusError 500 when the live object does not match the schema: an update may store list items without keys
 */
function* ofLiveObject<T>(rules: OwnershipRules, live: ApiObject, merge: () => Steps<T>): Steps<T> {
  try {
    return yield* merge()
  } catch (error) {
    if (error instanceof TypedError) checkLive(rules, live)
    throw error
  }
}

function checkLive({ schema }: OwnershipRules, live: ApiObject): void {
  const failed = `failed to create typed live object (${showObject(live)})`
  checkTyped(failed, () => validateTyped(mergeTypeOf(schema), live, true))
}

/** Runs a check. @throws StatusError 500 that begins with `failed` when the check throws TypedError */
function checkTyped(failed: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof TypedError)) throw error
    throw plainError(`${failed}: ${error.message}`)
  }
}

/** The 500 for a merged object that cannot be converted to its kind. */
export function unconverted(config: ApiObject, why: string): StatusError {
  return plainError(`failed to convert new object (${showObject(config)}) to proper version: ${why}`)
}

/** `shop/web; apps/v1, Kind=Deployment`. A client may send any JSON: a name that is not a string counts as missing. */
function showObject(object: ApiObject): string {
  const { namespace, name } = object.metadata ?? {}
  return `${stringOrEmpty(namespace)}/${stringOrEmpty(name)}; ${showKind(object)}`
}

/** `apps/v1, Kind=Deployment`; a group may be empty. An `apiVersion` that cannot be read hides the kind. */
export function showKind({ apiVersion, kind }: ApiObject): string {
  const groupVersion = parseGroupVersion(stringOrEmpty(apiVersion))
  if (groupVersion === undefined) return '/, Kind='
  return `${groupVersion.group}/${groupVersion.version}, Kind=${stringOrEmpty(kind)}`
}

/** The owners before the apply. When a stored object has no owners, `before-first-apply` owns the whole object. */
function ownersBefore(rules: OwnershipRules, live: ApiObject | undefined, bare: ApiObject, time: string): Owners {
  const owners = live === undefined ? noOwners : ownersOf(live)
  if (owners.size > 0) return owners
  const { kind, conversionError } = rules
  if (conversionError !== undefined) {
    const type = showKind({ apiVersion: formatGroupVersion(kind), kind: kind.kind })
    const what = `failed to convert live object (/; ${type}) to proper version`
    throw plainError(`failed to create manager for existing fields: ${what}: ${conversionError}`)
  }
  if (live === undefined) return noOwners
  const failed = `failed to create manager for existing fields: failed to convert new object (${showObject(bare)}) to smd typed`
  checkTyped(failed, () => validateTyped(mergeTypeOf(rules.schema), bare, true))
  const change = { live: emptyObject(rules.schema), next: bare, owners }
  return updateOwners(rules, change, { manager: 'before-first-apply', time })
}

function ownersOf(live: ApiObject): Owners {
  try {
    return decodeOwners(live.metadata?.managedFields)
  } catch (error) {
    throw plainError(`failed to decode managed fields: ${errorMessage(error)}`)
  }
}

function* resolve(
  rules: OwnershipRules,
  { config, force, manager, lastApplied }: Apply,
  { bare, owners }: { readonly bare: ApiObject; readonly owners: Owners },
  writer: Writer,
): Steps<Applied> {
  const ownership = new Ownership(versionsOf(rules))
  const live = versioned(rules, bare)
  const attempt = (forced: boolean): Steps<Applied | FieldConflict[]> =>
    ownership.apply({ live, config: versioned(rules, config), owners }, writer, forced)
  let result = yield* attempt(force)
  // A manager that used client-side apply before may take over the fields in the annotation of that apply.
  if (Array.isArray(result) && lastApplied?.manager === manager) {
    const allowed = fieldsOfLastApplied(live, bare, lastApplied)
    const left = result.filter(({ path }) => !has(allowed, path))
    result = left.length === 0 ? yield* attempt(true) : left
  }
  if (Array.isArray(result)) throw conflictError(result, owners)
  return result
}

/** The most conflicts that an answer lists; its message counts all of them. */
const MAX_CONFLICTS = 1000

/** One conflict is a line; several are a list by manager (reference/apply.md 15). */
export function conflictError(conflicts: readonly FieldConflict[], owners: Owners): StatusError {
  const sorted = [...conflicts].sort((a, b) => compareText(a.owner, b.owner)).slice(0, MAX_CONFLICTS)
  const causes = sorted.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${showOwner(owners.get(owner))}`,
    field: showPath(path),
  }))
  const [first] = causes
  if (first !== undefined && causes.length === 1) {
    return applyConflict(`Apply failed with 1 conflict: ${first.message}: ${first.field}`, causes)
  }
  const lines: string[] = []
  for (const [i, { owner, path }] of sorted.entries()) {
    if (owner !== sorted[i - 1]?.owner) lines.push(`conflicts with ${showOwner(owners.get(owner))}:`)
    lines.push(`- ${showPath(path)}`)
  }
  return applyConflict(`Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`, causes)
}

function showOwner(owner: Owner | undefined): string {
  const subresource = owner?.subresource ? ` with subresource ${quote(owner.subresource)}` : ''
  const version = owner?.operation === 'Update' ? ` using ${owner.apiVersion}` : ''
  return `${quote(owner?.manager ?? '')}${subresource}${version}`
}
