import { raiseGeneration } from '../api/generation.ts'
import type { ApiObject, ObjectMeta } from '../api/object.ts'
import { internalError } from '../api/status.ts'
import { formatTime } from '../clock/clock.ts'
import { hasGivenEmpty } from '../api/given-empty.ts'
import { generateName } from '../resources/generated-name.ts'
import { givenAt, valueAt } from '../resources/path.ts'
import type { WriteContext } from '../resources/behaviour.ts'
import type { Stored } from '../store/store.ts'
import { matchNamespace } from './object-place.ts'
import { inHubForm } from './hub-form.ts'
import { clearFields, editable, ensureMetadata } from './version-conversion.ts'
import { writeContext, type Change, type Draft, type PreparedChange, type Write, type WriteTarget } from './write.ts'
import { equalValues, schemaAt } from '../resources/rules/equal-specs.ts'

/*
 * The second step of a write: the server fills in its own fields and puts back those that the request may not change.
 * It runs after mutating admission and before validation, and may change every field of the object, in place.
 * Examples: a new object gets its uid and loses its status; an update keeps the stored status.
 */

/**
 * Prepares a new object in place. When the name is generated, prepares a copy, because the name may have to be generated again.
 * @throws internalError() when the path has a name and the object needs a generated one
 */
export function prepareNew(write: Write, object: ApiObject): Draft {
  const { environment, target } = write
  const { clock } = environment
  const { behaviour } = target.resource
  const isGenerated = (object.metadata?.name ?? '') === '' && (object.metadata?.generateName ?? '') !== ''
  // The real server generates names for creates only; a webhook may remove the name of an apply.
  if (isGenerated && target.name !== '') throw internalError('metadata.name was not generated')
  const next = isGenerated ? editable(object) : ensureMetadata(object)
  const { metadata } = next
  if (!write.options.dryRun) clearFields(metadata, 'selfLink')
  metadata.uid = clock.uuid()
  metadata.creationTimestamp = formatTime(clock.now())
  const { generateName: prefix = '' } = metadata
  if (isGenerated) metadata.name = behaviour.keepsPrefix === true ? prefix : generateName(clock, prefix)
  if (behaviour.generation.length > 0) metadata.generation = 1
  inHubForm(target.version, next, (hub) => {
    if (!behaviour.statusOnCreate) clearFields(hub, ...behaviour.statusFields)
    behaviour.dropGated?.(hub)
    behaviour.prepareCreate?.(hub, writeContext(write))
  })
  matchNamespace(target, next)
  return next
}

/** Prepares the change of a stored object, and raises its generation when the kind requires it. */
export function prepareChange(
  write: Write,
  { live, next, stored }: Change & { readonly stored: Stored },
): PreparedChange {
  const { target } = write
  const { resource, subresource, version } = target
  const { behaviour } = resource
  const old = live.metadata ?? {}
  matchNamespace(target, next)
  restoreServerMetadata(next.metadata, old)
  // The real server removes the field when it encodes an object for storage.
  if (!write.options.dryRun) delete next.metadata.selfLink
  const hubLive = version.convert === undefined ? live : stored.object
  const isRaised = behaviour.countsGated === true && raisesGeneration(target, live, next)
  const hub = inHubForm(version, next, (form) => {
    const dropGated = (): void => {
      if (behaviour.subresources?.[subresource?.name ?? '']?.keepsGated !== true) behaviour.dropGated?.(form, hubLive)
    }
    if (subresource === undefined) {
      for (const field of behaviour.statusFields) restore(form, hubLive, field)
      dropGated()
      behaviour.prepareUpdate?.(form, hubLive, writeContext(write))
    } else {
      prepareSubresource(target, form, hubLive, writeContext(write))
      dropGated()
    }
  })
  if (isRaised || raisesGeneration(target, live, next)) raiseGeneration(next.metadata, old)
  if (hub !== next) hub.metadata.generation = next.metadata.generation
  return { live, next, hub: { live: hubLive, next: hub } }
}

/** Whether a change raises the generation. A status write never does, although it may change annotations. */
function raisesGeneration({ resource, subresource, version }: WriteTarget, live: ApiObject, next: ApiObject): boolean {
  if (subresource?.name === 'status') return false
  const { behaviour } = resource
  return (
    behaviour.raisesGeneration?.(next, live) ??
    behaviour.generation.some((path) => {
      const part = valueAt(next, path)
      if (!equalValues(schemaAt(version.schema, path), part, valueAt(live, path))) return true
      const isGivenEmpty = part === undefined && givenAt(next, path) !== undefined
      return behaviour.strictGeneration === true && (isGivenEmpty || hasGivenEmpty(part))
    })
  )
}

function restoreServerMetadata(metadata: ObjectMeta, old: ObjectMeta): void {
  if (old.generation === undefined) delete metadata.generation
  else metadata.generation = old.generation
  if ((metadata.uid ?? '') === '' && old.uid !== undefined) metadata.uid = old.uid
  metadata.creationTimestamp = old.creationTimestamp ?? null
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp
  if (old.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds ??= old.deletionGracePeriodSeconds
  }
}

function restore(next: ApiObject, live: ApiObject, field: string): void {
  if (live[field] === undefined) delete next[field]
  else next[field] = live[field]
}

function prepareSubresource(
  { resource, subresource, version }: WriteTarget,
  next: Draft,
  live: ApiObject,
  context: WriteContext,
): void {
  const { behaviour } = resource
  const name = subresource?.name ?? ''
  const prepareUpdate = behaviour.subresources?.[name]?.prepareUpdate
  if (prepareUpdate !== undefined) {
    prepareUpdate(next, live, context)
    return
  }
  if (name !== 'status') return
  const written = new Set(['kind', 'apiVersion', 'metadata', ...behaviour.statusFields])
  for (const field of new Set([...Object.keys(next), ...Object.keys(live)])) {
    if (!written.has(field)) restore(next, live, field)
  }
  const old = live.metadata ?? {}
  if (behaviour.statusMetadata === 'all but labels') restore(next.metadata, old, 'labels')
  if (behaviour.statusMetadata === 'none' || behaviour.statusMetadata === 'reset') {
    for (const field of ['labels', 'annotations', 'finalizers', 'ownerReferences']) restore(next.metadata, old, field)
  }
  if (behaviour.statusMetadata === 'reset') {
    for (const field of ['deletionTimestamp', 'selfLink']) restore(next.metadata, old, field)
  }
  if (behaviour.statusMetadata === 'stored') {
    const { resourceVersion, managedFields } = next.metadata
    next.metadata = { ...structuredClone(old), resourceVersion, managedFields }
    // Another kind or version is replaced; a missing one is refused later. A built-in kind keeps the version of the request.
    if (version.custom !== undefined) {
      for (const field of ['kind', 'apiVersion']) if ((next[field] ?? '') !== '') restore(next, live, field)
    }
  }
  behaviour.prepareStatus?.(next, live)
}
