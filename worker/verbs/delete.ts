import { raiseGeneration } from '../api/generation.ts'
import { atLeastOneSecond } from './delete-options.ts'
import { durationOf, type Int64 } from '../api/int64.ts'
import type { AdmissionRequest } from '../admission/admission.ts'
import { objectOrEmpty, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { forbidden, methodNotAllowed, notFound } from '../api/status.ts'
import { formatTime } from '../clock/clock.ts'
import { equalJson } from '../patch/json-values.ts'
import type { Resource } from '../resources/resource.ts'
import { RevisionMismatch, type Stored } from '../store/store.ts'
import type { Deleted, DeleteOptions, Target } from './verbs.ts'
import { checkDeletePreconditions } from './delete-preconditions.ts'
import { emptyObject } from './empty-object.ts'
import { convertForRead, editable, markedForm, objectOf, readyView, toServed, viewOf } from './version-conversion.ts'
import {
  admissionRequest,
  causeOf,
  traceStored,
  clientGone,
  groupResource,
  keyOf,
  type Deletion,
  type Draft,
  type WriteTarget,
} from './write.ts'

/** The admission of one deletion, which may be part of the deletion of a collection. */
interface Review {
  /** The name that admission sees. */
  readonly name: string
  /** Called after admission has accepted the deletion. */
  admitted?(): void
}

/** Deletes one object (reference/objects.md 11 and 12). */
export async function deleteOne(deletion: Deletion, review: Review = deletion.target): Promise<Deleted> {
  const { target, caller } = deletion
  if (target.subresource !== undefined) throw methodNotAllowed(groupResource(target), 'delete')
  warnOfDefaults(deletion)
  for (;;) {
    try {
      return await attempt(deletion, review)
    } catch (error) {
      if (!(error instanceof RevisionMismatch)) throw error
      if (caller.signal.aborted) throw clientGone()
    }
  }
}

/** Warns of the default policy of some kinds, unless the request names a policy. */
export function warnOfDefaults({ target, caller, options }: Deletion): void {
  if (options.propagationPolicy !== undefined) return
  for (const text of target.resource.behaviour.deleteWarnings ?? []) caller.warn(text)
}

async function attempt(deletion: Deletion, review: Review): Promise<Deleted> {
  const { environment, target, options } = deletion
  const { store, clock, dialect } = environment
  // The real server does not check the names of objects when it deletes a collection.
  const undeletable = review === target ? target.resource.behaviour.keepsForever?.(target.name) : undefined
  if (undeletable !== undefined) throw forbidden(groupResource(target), target.name, undeletable)
  const stored = store.get(keyOf(target))
  if (stored === undefined) throw notFound(groupResource(target), target.name)
  await convertForRead(target.version, stored)
  checkDeletePreconditions(target, stored, options)
  const live = objectOf(target.resource, target.version, stored)
  if (isPending(target.resource, live, options)) return carryOut(deletion, { stored, live, fate: waiting(live) })
  const types = { kind: 'DeleteOptions', apiVersion: dialect.spell('meta.{domain}/v1') }
  const period = admittedPeriod(target.resource, live, options)
  const request = admissionRequest(deletion, {
    operation: 'DELETE',
    name: review.name,
    object: undefined,
    oldObject: live,
    // The spreads set the values; the first two also put the members into the order of the real server.
    options: { ...types, ...period, ...options.raw, ...period, ...types },
    dryRun: options.dryRun,
  })
  const admitted = async (oldObject: ApiObject): Promise<void> => {
    const reviewed = { ...request, oldObject }
    await environment.admission.mutate(reviewed)
    await environment.admission.validate(identified(target, reviewed))
  }
  await admitted(live)
  review.admitted?.()
  const fate = decide(target.resource, live, options, clock.now())
  return carryOut(deletion, { stored, live, fate, admitted })
}

/**
 * Whether an earlier request has started a grace period that this one does not shorten. The real server answers such a
 * request with the object and without admission.
 */
function isPending({ behaviour }: Resource, live: ApiObject, { gracePeriodSeconds }: DeleteOptions): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds: pending = 0 } = live.metadata ?? {}
  if (behaviour.gracePeriod === undefined || deletionTimestamp === undefined || pending === 0) return false
  return gracePeriodSeconds === undefined || atLeastOneSecond(gracePeriodSeconds) >= atLeastOneSecond(pending)
}

/** The grace period that admission sees: the effective period for kinds with a grace period, else the requested one. */
function admittedPeriod(
  { behaviour }: Resource,
  live: ApiObject,
  { gracePeriodSeconds }: DeleteOptions,
): { gracePeriodSeconds?: Int64 } {
  // For kinds whose contents are deleted first, such as namespaces, admission sees the requested options unchanged.
  if (behaviour.emptied !== undefined) return {}
  const requested = gracePeriodSeconds === undefined ? undefined : atLeastOneSecond(gracePeriodSeconds)
  const first = live.metadata?.deletionTimestamp === undefined ? behaviour.gracePeriod?.(live, requested) : undefined
  const period = first ?? requested
  return period === undefined ? {} : { gracePeriodSeconds: period }
}

/** Adds the uid of the object to the preconditions, for a kind whose contents are deleted first. */
function identified({ resource }: WriteTarget, request: AdmissionRequest): AdmissionRequest {
  const { uid } = request.oldObject?.metadata ?? {}
  if (resource.behaviour.emptied === undefined || uid === undefined) return request
  const { preconditions } = request.options
  const pinned = { uid, ...objectOrEmpty(preconditions) }
  return { ...request, options: { ...request.options, preconditions: pinned } }
}

/** The effect of a deletion: whether the object `goes`, and its last state if so, else its next state (`marked`). */
interface Fate {
  readonly goes: boolean
  readonly marked: ApiObject
  /** Whether every kind answers with the object. When false, only kinds with `deleteAnswersObject` do. */
  readonly answersObject: boolean
  /** Whether the deletion removes the last finalizer. */
  readonly unpins?: boolean
}

function decide(resource: Resource, live: ApiObject, options: DeleteOptions, now: number): Fate {
  const { behaviour } = resource
  if (behaviour.emptied !== undefined) {
    const next = editable(live)
    if (live.metadata?.deletionTimestamp === undefined) {
      next.metadata.deletionTimestamp = formatTime(now)
      if (behaviour.emptied.takesPolicy === true) setFinalizers(next, finalizersAfter(resource, live, options))
      behaviour.emptied.mark(next)
      return { goes: false, marked: next, answersObject: true }
    }
    if (behaviour.emptied.held(live)) return waiting(live)
  }
  return behaviour.gracePeriod === undefined
    ? plainFate(resource, live, options, now)
    : gracefulFate(resource, live, options, now)
}

const waiting = (live: ApiObject): Fate => ({ goes: false, marked: live, answersObject: true })

function plainFate(resource: Resource, live: ApiObject, options: DeleteOptions, now: number): Fate {
  const finalizers = finalizersAfter(resource, live, options)
  const unpins = (live.metadata?.finalizers ?? []).length > 0
  if (finalizers.length === 0) return { goes: true, marked: live, answersObject: false, unpins }
  const next = editable(live)
  setFinalizers(next, finalizers)
  markDeleting(next, now)
  return { goes: false, marked: next, answersObject: true }
}

/** Returns the fate of a pod, which has a grace period. A second request may shorten the period, never lengthen it. */
function gracefulFate(resource: Resource, live: ApiObject, options: DeleteOptions, now: number): Fate {
  const { deletionTimestamp, deletionGracePeriodSeconds: pending, generation } = live.metadata ?? {}
  const next = editable(live)
  const metadata: JsonObject = next.metadata
  const requested = options.gracePeriodSeconds === undefined ? undefined : atLeastOneSecond(options.gracePeriodSeconds)
  if (deletionTimestamp !== undefined) {
    // No period is running: `isPending` has answered the requests that do not shorten a running period.
    if (pending === undefined || pending === 0 || requested === undefined)
      return plainFate(resource, live, options, now)
    const begun = Date.parse(deletionTimestamp) - durationOf(pending)
    next.metadata.deletionTimestamp = formatTime(begun + durationOf(requested))
    metadata['deletionGracePeriodSeconds'] = requested
  } else {
    const period = resource.behaviour.gracePeriod?.(live, requested) ?? 0
    next.metadata.deletionTimestamp = formatTime(now + durationOf(period))
    metadata['deletionGracePeriodSeconds'] = period
    if (generation !== undefined) raiseGeneration(metadata, metadata)
  }
  const finalizers = finalizersAfter(resource, live, options)
  setFinalizers(next, finalizers)
  const goes = finalizers.length === 0 && next.metadata.deletionGracePeriodSeconds === 0
  return { goes, marked: next, answersObject: true }
}

function markDeleting({ metadata }: Draft, now: number): void {
  const { deletionTimestamp, deletionGracePeriodSeconds: period, generation = 0 } = metadata
  if (period === undefined && generation > 0) raiseGeneration(metadata, metadata)
  if (deletionTimestamp === undefined || Date.parse(deletionTimestamp) > now) {
    metadata.deletionTimestamp = formatTime(now)
  }
  metadata.deletionGracePeriodSeconds = 0
}

function setFinalizers({ metadata }: Draft, finalizers: readonly string[]): void {
  if (finalizers.length > 0) metadata.finalizers = [...finalizers]
  else delete metadata.finalizers
}

/**
 * The finalizers after a deletion. The finalizer of the requested policy replaces the finalizer of another policy. Without a
 * requested policy, the current finalizer stays. With neither, the default policy of the kind decides.
 */
function finalizersAfter({ behaviour }: Resource, live: ApiObject, options: DeleteOptions): readonly string[] {
  const present = live.metadata?.finalizers ?? []
  const policy =
    behaviour.defaultPropagation === 'None' ? 'Background' : (options.propagationPolicy ?? policyOf(present))
  const wanted = policy ?? behaviour.defaultPropagation
  const others = present.filter((finalizer) => finalizer !== 'orphan' && finalizer !== 'foregroundDeletion')
  const next = [...others, ...POLICY_FINALIZERS[wanted]]
  const before = new Set(present)
  const isSame = next.length === present.length && next.every((finalizer) => before.has(finalizer))
  return isSame ? present : next
}

const POLICY_FINALIZERS: Readonly<Record<'Orphan' | 'Foreground' | 'Background' | 'None', readonly string[]>> = {
  Orphan: ['orphan'],
  Foreground: ['foregroundDeletion'],
  Background: [],
  None: [],
}

function policyOf(finalizers: readonly string[]): 'Orphan' | 'Foreground' | undefined {
  for (const finalizer of finalizers) {
    if (finalizer === 'orphan') return 'Orphan'
    if (finalizer === 'foregroundDeletion') return 'Foreground'
  }
  return undefined
}

interface Decided {
  readonly stored: Stored
  readonly live: ApiObject
  readonly fate: Fate
  /** Admits the deletion of a state of the object; absent when the deletion needs no admission. */
  admitted?(oldObject: ApiObject): Promise<void>
}

async function carryOut(deletion: Deletion, decided: Decided): Promise<Deleted> {
  const { stored, live, fate } = decided
  const { environment, target, caller, options } = deletion
  const { store } = environment
  const { dryRun } = options
  const { resource, version } = target
  const { goes, marked } = fate
  const answersObject = fate.answersObject || resource.behaviour.deleteAnswersObject
  if (goes) {
    // The real server decodes this answer from the write. A dry run writes nothing, so its answer is the empty result.
    if (dryRun && fate.unpins) return { removed: true, view: { object: emptyResult(target) }, answersObject: true }
    if (dryRun) return { removed: true, view: { object: toServed(target, marked) }, answersObject }
    const last = marked === live ? undefined : await markedForm(target, stored.object, marked)
    if (fate.unpins) await decided.admitted?.(live)
    const removed = await removeMarked(deletion, decided, last)
    traceStored(caller, store, removed, `removed at revision ${removed.revision}`)
    return { removed: true, view: await readyView(resource, version, removed), answersObject }
  }
  const settled = await markedForm(target, stored.object, marked)
  if (stored.isStale !== true && equalJson(settled, stored.object))
    return { removed: false, view: viewOf(resource, version, stored), answersObject }
  if (dryRun) return { removed: false, view: { object: toServed(target, marked) }, answersObject }
  const written = await store.put(stored.key, settled, stored.revision, { cause: causeOf(caller, 'delete') })
  traceStored(caller, store, written, `marked at revision ${written.revision}: it waits to be removed`)
  return { removed: false, view: await readyView(resource, version, written), answersObject }
}

/**
 * Writes the last state of an object, then removes the object, because watchers see the last state. Admission decides again
 * before the removal. When another client (a node's agent) removes the object between the two steps, the last state is the
 * result.
 */
async function removeMarked(
  { environment: { store }, caller, target }: Deletion,
  { stored, admitted }: Decided,
  last: ApiObject | undefined,
): Promise<Stored> {
  const cause = causeOf(caller, 'delete')
  if (last === undefined) return store.remove(stored.key, stored.revision, cause)
  const written = await store.put(stored.key, last, stored.revision, { cause })
  await convertForRead(target.version, written)
  await admitted?.(objectOf(target.resource, target.version, written))
  try {
    return await store.remove(stored.key, written.revision, cause)
  } catch (error) {
    if (error instanceof RevisionMismatch && store.get(stored.key) === undefined) return written
    throw error
  }
}

/**
 * The object before the real server has decoded anything into it. For a built-in kind it has kind, apiVersion and zero values;
 * for a custom resource it has no fields.
 */
const emptyResult = (target: Target): ApiObject =>
  target.version.custom === undefined
    ? { kind: target.resource.kind, apiVersion: target.version.apiVersion, ...emptyObject(target) }
    : emptyObject(target)
