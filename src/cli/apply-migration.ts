import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject, ManagedFieldsEntry } from '../../worker/api/object.ts'
import { stringifyJson } from '../../worker/codec/encode.ts'
import type { DryRun } from './write-options.ts'
import { changeQuery } from './write-options.ts'
import { resourcePath } from './discovery.ts'
import { hasReason } from './failure.ts'
import { lastAppliedKey, lastAppliedOf } from './last-applied.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'

/** After this many conflicts the migration is left to the next apply. */
const MAX_ATTEMPTS = 5

/** An object that server-side apply has written, with the context of further requests about it. */
export interface ServerApplied {
  readonly session: Session
  readonly target: Target
  readonly dryRun: DryRun
  readonly manager: string
  /** Sends the apply again. */
  apply(): Promise<ApiObject>
}

/**
 * Moves the fields that client-side apply owns to the manager of server-side apply. Without the move, the former
 * manager would keep a field that the manifest no longer contains. A failure prints a warning, because the object is
 * applied already. Returns the object after the move.
 */
export async function migrated(applied: ServerApplied, object: ApiObject): Promise<ApiObject> {
  const { session } = applied
  const warn = (what: string, error: unknown): void =>
    session.host.stderr(
      `Warning: ${what} This is non-fatal and will be retried next time you apply. Error: ${(error as Error).message}\n`,
    )
  let current: ApiObject
  try {
    current = await withOwnedAnnotation(applied, object)
  } catch (error) {
    warn(`failed to migrate ${lastAppliedKey(session)} for Server-Side Apply.`, error)
    return object
  }
  let moved: ApiObject | undefined
  try {
    moved = await withMovedFields(applied, current)
  } catch (error) {
    warn('server rejected managed fields migration to Server-Side Apply.', error)
  }
  if (moved === undefined) return current
  try {
    return await applied.apply()
  } catch (error) {
    warn('failed to re-apply configuration after performing Server-Side Apply migration.', error)
    return moved
  }
}

/**
 * Gives the last-applied-configuration annotation a separate field owner. Otherwise the next apply would remove the
 * annotation, because the migration makes `manager` its owner and no manifest contains it.
 */
async function withOwnedAnnotation({ session, target, dryRun, manager }: ServerApplied, object: ApiObject) {
  const { apiVersion, kind, metadata: { name, namespace } = {} } = object
  const value = lastAppliedOf(session, object)
  // The server keeps the annotation up to date for the default manager only.
  if (manager !== session.cli || value === undefined) return object
  if (annotationOwners(session, object, 'Apply').length > 0) return object
  const annotations = { [lastAppliedKey(session)]: value }
  const client = await session.client()
  return client.json({
    method: 'PATCH',
    path: resourcePath(target.type, target.namespace, target.name),
    query: { ...changeQuery(session, dryRun), fieldManager: `${session.cli}-last-applied` },
    contentType: 'application/apply-patch+yaml',
    body: stringifyJson({ apiVersion, kind, metadata: { annotations, name, namespace } }),
  }) as Promise<ApiObject>
}

/** The object with the moved fields; undefined when there is no field to move. */
async function withMovedFields({ session, target, dryRun, manager }: ServerApplied, object: ApiObject) {
  const owners = new Set(annotationOwners(session, object, 'Update').map((entry) => entry.manager ?? ''))
  const client = await session.client()
  const path = resourcePath(target.type, target.namespace, target.name)
  let current = object
  let conflict: unknown
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { managedFields = [], resourceVersion } = current.metadata ?? {}
    let moved: readonly ManagedFieldsEntry[] = managedFields
    for (const owner of owners) moved = withoutUpdates(moved, owner, manager)
    if (moved === managedFields) return undefined
    const patch = [
      { op: 'replace', path: '/metadata/managedFields', value: moved as unknown as Json },
      // A JSON patch that tests the version would fail as an invalid request. With a replaced version, an outdated one
      // is a conflict, and the loop tries again.
      { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
    ]
    try {
      const query = { ...changeQuery(session, dryRun), fieldManager: manager }
      const body = stringifyJson(patch)
      return (await client.json({
        method: 'PATCH',
        path,
        query,
        contentType: 'application/json-patch+json',
        body,
      })) as ApiObject
    } catch (error) {
      if (!hasReason(error, 'Conflict')) throw error
      conflict = error
      current = await client.json({ path })
    }
  }
  throw conflict
}

type Operation = 'Apply' | 'Update'

/** The managedFields entries with this operation that own the last-applied-configuration annotation. */
function annotationOwners(session: Session, object: ApiObject, operation: Operation): ManagedFieldsEntry[] {
  return (object.metadata?.managedFields ?? []).filter(
    (entry) => entry.operation === operation && ownsAnnotation(entry.fieldsV1, lastAppliedKey(session)),
  )
}

function ownsAnnotation(fields: unknown, key: string): boolean {
  let at = fields
  for (const member of ['f:metadata', 'f:annotations', `f:${key}`])
    at = isObject(at) && Object.hasOwn(at, member) ? at[member] : undefined
  return at !== undefined
}

const isOf = (entry: ManagedFieldsEntry, manager: string, operation: Operation): boolean =>
  entry.manager === manager && entry.operation === operation && !entry.subresource

/**
 * The managedFields after the move. The Apply entry of `manager` gains the fields that `owner` updated in the same API
 * version, and the Update entries of `owner` are removed. Returns the same array when there is no entry to move.
 */
export function withoutUpdates(
  entries: readonly ManagedFieldsEntry[],
  owner: string,
  manager: string,
): readonly ManagedFieldsEntry[] {
  const applied = entries.findIndex((entry) => isOf(entry, manager, 'Apply'))
  const at = applied < 0 ? entries.findIndex((entry) => isOf(entry, owner, 'Update')) : applied
  const target = entries[at]
  if (target === undefined) return entries
  const updated = entries.find((entry) => isOf(entry, owner, 'Update') && entry.apiVersion === target.apiVersion)
  if (applied >= 0 && !entries.some((entry) => isOf(entry, owner, 'Update'))) return entries
  const fieldsV1 = union(target.fieldsV1 ?? {}, updated?.fieldsV1 ?? {})
  return entries
    .map((entry, index) => (index === at ? { ...entry, manager, operation: 'Apply' as const, fieldsV1 } : entry))
    .filter((entry) => !isOf(entry, owner, 'Update'))
}

/** The union of two field sets. A field set is an object whose leaves are empty objects. */
function union(some: JsonObject, others: JsonObject): JsonObject {
  const members = new Map(Object.entries(some))
  for (const [key, other] of Object.entries(others)) {
    const one = members.get(key)
    members.set(key, isObject(one) && isObject(other) ? union(one, other) : other)
  }
  return Object.fromEntries(members)
}
