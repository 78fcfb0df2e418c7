import { copyJson } from '../api/json.ts'
import type { ApiObject, ManagedFieldsEntry } from '../api/object.ts'
import { ownersFault } from '../apply/owners.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { dedupOwners } from '../resources/object-meta.ts'
import { guardWrite } from './permission.ts'
import { copyParts, sharedParts } from './shared-parts.ts'
import { editable, ensureMetadata } from './version-conversion.ts'
import type { Caller } from './verbs.ts'
import {
  admissionScope,
  creationReview,
  updateReview,
  type Change,
  type Draft,
  type Write,
  type WriteTarget,
} from './write.ts'

/*
 * The first step of a write: mutating admission. It runs on the object that the request asks for, whose fields have
 * owners by then, and before the server fills in its own fields. Plugins may change every field but `managedFields`.
 * Example: `DefaultStorageClass` sets `spec.storageClassName` of a claim that names none.
 */

/** Admits a new object, in place. @throws StatusError of the plugin or guard that refuses */
export function admitNew(write: Write, object: ApiObject): Awaitable<ApiObject> {
  const owners = object.metadata?.managedFields
  const mutated = write.environment.admission.mutate(creationReview(write, object.metadata?.name ?? '', object))
  return andThen(mutated, () => {
    afterAdmission(write.caller, object, owners)
    return andThen(guardWrite(write, object, undefined), () => object)
  })
}

/** The form in which admission sees an object through a subresource of another kind: a Scale. */
export interface AdmissionView {
  show(object: ApiObject): ApiObject
  /** The object with the view that plugins have passed. @throws StatusError for a view that the object cannot have */
  put(object: ApiObject, view: ApiObject): ApiObject
  /** The views of the request and of the live object for mutating plugins, with the owners of their fields. */
  asked(live: ApiObject, next: ApiObject): { readonly object: ApiObject; readonly oldObject: ApiObject }
}

/** Admits a change, and returns it with an object that the later steps may change in place. */
export async function admitChange(
  write: Write,
  { live, next }: { readonly live: ApiObject; readonly next: ApiObject },
  view: AdmissionView | undefined,
): Promise<Change> {
  const admitted = view === undefined ? await admitObject(write, live, next) : await admitView(write, live, next, view)
  await guardWrite(write, admitted, live)
  return { live, next: admitted }
}

async function admitObject(write: Write, live: ApiObject, object: ApiObject): Promise<Draft> {
  const { admission } = write.environment
  const next = admission.mutates(admissionScope(write.target, 'UPDATE'))
    ? copyForPlugins(object)
    : ensureMetadata(object)
  // Later steps change the object in place.
  const shared = sharedParts(next, live)
  copyParts(
    next,
    shared.filter((part) => !isPutBack(write.target, part)),
  )
  const owners = next.metadata.managedFields
  await admission.mutate(updateReview(write, next, live))
  afterAdmission(write.caller, next, owners)
  return next
}

/**
 * Whether a write of the status restores the stored part (`prepareSubresource`) before any step can change the part in place.
 */
function isPutBack({ resource: { behaviour }, version, subresource }: WriteTarget, part: string): boolean {
  if (subresource?.name !== 'status' || version.convert !== undefined) return false
  return behaviour.subresources?.['status']?.prepareUpdate === undefined && !behaviour.statusFields.includes(part)
}

async function admitView(
  write: Write,
  live: ApiObject,
  object: ApiObject,
  { asked, put }: AdmissionView,
): Promise<Draft> {
  const seen = asked(live, object)
  const owners = seen.object.metadata?.managedFields
  await write.environment.admission.mutate(updateReview(write, seen.object, seen.oldObject))
  afterAdmission(write.caller, seen.object, owners)
  return editable(put(object, seen.object))
}

/** A copy for plugins. It shares with the object only `managedFields`, which no plugin changes, to keep their decoded form. */
function copyForPlugins(object: ApiObject): Draft {
  const copy = editable(object)
  const { metadata } = copy
  for (const key in copy) if (key !== 'metadata') copy[key] = copyJson(copy[key])
  for (const key in metadata) if (key !== 'managedFields') metadata[key] = copyJson(metadata[key])
  return copy
}

/** Repairs the metadata that plugins have changed, with warnings. @param owners the managedFields before admission */
function afterAdmission(caller: Caller, object: ApiObject, owners: ManagedFieldsEntry[] | undefined): void {
  const { metadata } = object
  const fault = metadata?.managedFields === owners ? undefined : ownersFault(metadata?.managedFields)
  if (metadata !== undefined && fault !== undefined) {
    metadata.managedFields = owners
    caller.warn(
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${fault}`,
    )
  }
  dedupOwnerReferences(caller, object, ' after mutating admission happens')
}

/** Removes duplicate owner references, with a warning. */
export function dedupOwnerReferences(caller: Caller, { metadata }: ApiObject, when = ''): void {
  if (!metadata?.ownerReferences) return
  const { owners, duplicates } = dedupOwners(metadata.ownerReferences)
  if (duplicates.length === 0) return
  metadata.ownerReferences = owners
  caller.warn(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(', ')}`,
  )
}
