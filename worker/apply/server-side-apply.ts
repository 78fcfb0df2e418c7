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
import type { Tracking, Write } from './managed-fields.ts'
import { ownerOf, untrack, updateOwners, versioned, versionsOf, withManagedFields } from './managed-fields.ts'
import { mergeTypeOf } from './merge-type.ts'
import type { Owner, Owners } from './owners.ts'
import { decodeOwners, encodeOwners, nobody, ownerId } from './owners.ts'
import type { Applied, FieldConflict } from './ownership.ts'
import { Ownership } from './ownership.ts'
import { fieldsOfConfig } from './set-from-object.ts'
import { stringOrEmpty } from '../api/json.ts'

export interface Apply extends Write {
  /** The object as it is stored, in the version of the request; undefined when apply creates it. */
  readonly live: ApiObject | undefined
  /** The request's body. */
  readonly config: ApiObject
  readonly force: boolean
  /** Undefined: the client's annotation means nothing here. */
  readonly lastApplied?: LastApplied
}

export interface ApplyResult {
  /** Merged, with its managedFields; defaults are the caller's to add. */
  readonly object: ApiObject
  /** False where no value changed; ownership may have. */
  readonly changed: boolean
}

/**
 * Server-side apply (reference/apply.md 6 to 14).
 * @throws StatusError 400 for a body of another kind or with managedFields; 409 with a cause for each conflict; 500
 * where the body does not fit the schema
 */
export function serverSideApply(tracking: Tracking, apply: Apply): ApplyResult {
  const { config, manager, time } = apply
  checkConfig(tracking, config)
  const live = apply.live ?? emptyObject(tracking.schema)
  const bare = withManagedFields(live, undefined)
  const owners = knownOwners(tracking, apply.live, bare, time)
  const self = ownerOf(tracking, manager, 'Apply', undefined)
  const id = ownerId(self)
  const { value, owners: after } = resolve(tracking, apply, bare, owners, id, {
    ...self,
    time: owners.get(id)?.time,
  })
  if (value !== undefined && tracking.formless !== undefined) throw unconverted(config, tracking.formless)
  const out = new Map(after)
  const mine = untrack(out, id)
  if (mine !== undefined)
    out.set(id, value === undefined ? sameOwner(mine, owners.get(id)) : { ...mine, time, entry: undefined })
  const merged = withManagedFields((value ?? bare) as ApiObject, encodeOwners(out))
  const { lastApplied } = apply
  const object = lastApplied?.manager === manager ? refreshLastApplied(merged, config, lastApplied) : merged
  return { object, changed: value !== undefined || object !== merged }
}

/** The owner as it was where nothing about it changed, so that its entry need not be written again. */
const sameOwner = (owner: Owner, before: Owner | undefined): Owner =>
  before?.apiVersion === owner.apiVersion && equalSets(before.fields, owner.fields) ? before : owner

function checkConfig({ kind, schema }: Tracking, config: ApiObject): void {
  if (config.kind !== kind.kind || config.apiVersion !== formatGroupVersion(kind)) {
    throw badRequest(`invalid object type: ${showKind(config)}`)
  }
  const { managedFields } = config.metadata ?? {}
  if (Array.isArray(managedFields)) throw badRequest('metadata.managedFields must be nil')
  try {
    fieldsOfConfig(mergeTypeOf(schema), config)
  } catch (error) {
    if (!(error instanceof TypedError)) throw error
    const { namespace = '', name = '' } = config.metadata ?? {}
    const what = `${namespace}/${name}; ${showKind(config)}`
    throw plainError(`failed to create typed patch object (${what}): ${error.message}`)
  }
}

/** 500: the merged object is none of its kind. */
export function unconverted(config: ApiObject, why: string): StatusError {
  const { namespace = '', name = '' } = config.metadata ?? {}
  return plainError(
    `failed to convert new object (${namespace}/${name}; ${showKind(config)}) to proper version: ${why}`,
  )
}

/** `apps/v1, Kind=Deployment`; a group may be empty. */
export function showKind({ apiVersion, kind }: ApiObject): string {
  // What a client sent as its type may be anything; what is no text is as if it were not there.
  const [given, name] = [apiVersion, kind].map((part: unknown) => stringOrEmpty(part))
  const { group, version } = parseGroupVersion(given ?? '') ?? { group: '', version: given }
  return `${group}/${version}, Kind=${name}`
}

/** An object that nobody tracked yet belongs as a whole to `before-first-apply`. */
function knownOwners(tracking: Tracking, live: ApiObject | undefined, bare: ApiObject, time: string): Owners {
  const owners = live === undefined ? nobody : decode(live)
  if (owners.size > 0) return owners
  const { kind, formless } = tracking
  if (formless !== undefined) {
    const type = showKind({ apiVersion: formatGroupVersion(kind), kind: kind.kind })
    const what = `failed to convert live object (/; ${type}) to proper version`
    throw plainError(`failed to create manager for existing fields: ${what}: ${formless}`)
  }
  if (live === undefined) return nobody
  return updateOwners(tracking, emptyObject(tracking.schema), bare, owners, { manager: 'before-first-apply', time })
}

function decode(live: ApiObject): Owners {
  try {
    return decodeOwners(live.metadata?.managedFields)
  } catch (error) {
    throw plainError(`failed to decode managed fields: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function resolve(
  tracking: Tracking,
  { config, force, manager, lastApplied }: Apply,
  bare: ApiObject,
  owners: Owners,
  id: string,
  self: Owner,
): Applied {
  const ownership = new Ownership(versionsOf(tracking))
  const live = versioned(tracking, bare)
  const attempt = (forced: boolean): Applied | FieldConflict[] =>
    ownership.apply(live, versioned(tracking, config), owners, id, self, forced)
  let result = attempt(force)
  if (Array.isArray(result) && lastApplied?.manager === manager) {
    const allowed = fieldsOfLastApplied(live, bare, lastApplied)
    const left = result.filter(({ path }) => !has(allowed, path))
    result = left.length === 0 ? attempt(true) : left
  }
  if (Array.isArray(result)) throw conflictError(result, owners)
  return result
}

/** One conflict in a line; several as a list by manager (reference/apply.md 15). */
export function conflictError(conflicts: readonly FieldConflict[], owners: Owners): StatusError {
  const sorted = [...conflicts].sort((a, b) => compareText(a.owner, b.owner))
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
  return applyConflict(`Apply failed with ${causes.length} conflicts: ${lines.join('\n')}`, causes)
}

function showOwner(owner: Owner | undefined): string {
  const subresource = owner?.subresource ? ` with subresource ${quote(owner.subresource)}` : ''
  const version = owner?.operation === 'Update' ? ` using ${owner.apiVersion}` : ''
  return `${quote(owner?.manager ?? '')}${subresource}${version}`
}
