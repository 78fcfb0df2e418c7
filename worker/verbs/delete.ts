import type { AdmissionRequest } from '../admission/admission.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { conflict, forbidden, methodNotAllowed, notFound } from '../api/status.ts'
import { formatTime } from '../clock/clock.ts'
import { equalJson } from '../patch/json-values.ts'
import type { Resource } from '../resources/resource.ts'
import { RevisionMismatch, type Stored } from '../store/store.ts'
import type { Environment } from './environment.ts'
import { admissionRequest, causeOf, clientGone, groupResource, keyOf, rulesGroup } from './environment.ts'
import { toServed } from './creation.ts'
import { editable, objectOf, readyIn, readyView, storedForm, viewOf } from './object-form.ts'
import type { Caller, Deleted, DeleteOptions, Target } from './verbs.ts'

/** Of a deletion that is one of many. */
interface Review {
  /** What admission is told. */
  readonly name: string
  /** Called once nobody refuses it any more. */
  admitted?(): void
}

/** reference/objects.md 11 and 12 */
export async function deleteOne(
  environment: Environment,
  target: Target,
  caller: Caller,
  options: DeleteOptions,
  review: Review = target,
): Promise<Deleted> {
  if (target.subresource !== undefined) throw methodNotAllowed(groupResource(target), 'delete')
  warnOfDefaults(target, caller, options)
  for (;;) {
    try {
      return await attempt(environment, target, caller, options, review)
    } catch (error) {
      if (!(error instanceof RevisionMismatch)) throw error
      if (caller.signal.aborted) throw clientGone()
    }
  }
}

/** Some kinds' defaults surprise; who chose a policy is not warned. */
export function warnOfDefaults({ resource }: Target, caller: Caller, { propagationPolicy }: DeleteOptions): void {
  if (propagationPolicy === undefined) for (const text of resource.behaviour.deleteWarnings ?? []) caller.warn(text)
}

async function attempt(
  environment: Environment,
  target: Target,
  caller: Caller,
  options: DeleteOptions,
  review: Review,
): Promise<Deleted> {
  const { store, clock, dialect } = environment
  const stored = store.get(keyOf(target))
  if (stored === undefined) throw notFound(groupResource(target), target.name)
  const kept = target.resource.behaviour.keepsForever?.(target.name)
  if (kept !== undefined) throw forbidden(groupResource(target), target.name, kept)
  const waiting = readyIn(target.version, stored)
  if (waiting !== undefined) await waiting
  checkPreconditions(target, stored, options)
  const live = objectOf(target.resource, target.version, stored)
  const request = admissionRequest(target, caller, {
    operation: 'DELETE',
    name: review.name,
    object: undefined,
    oldObject: live,
    options: { ...options.raw, kind: 'DeleteOptions', apiVersion: dialect.spell('meta.{domain}/v1') },
    dryRun: options.dryRun,
  })
  await environment.admission.mutate(request)
  await environment.admission.validate(identified(target, request))
  review.admitted?.()
  const fate = decide(target.resource, live, options, clock.now())
  return carryOut(environment, target, caller, { stored, live, fate }, options)
}

/** Kinds that are emptied first pin down by then which object is meant. */
function identified({ resource }: Target, request: AdmissionRequest): AdmissionRequest {
  const { uid } = request.oldObject?.metadata ?? {}
  if (resource.behaviour.emptied === undefined || uid === undefined) return request
  const { preconditions } = request.options
  const pinned = { uid, ...(isObject(preconditions) ? preconditions : {}) }
  return { ...request, options: { ...request.options, preconditions: pinned } }
}

function checkPreconditions(target: Target, { object, revision }: Stored, { preconditions }: DeleteOptions): void {
  const { resource, name } = target
  const what = { group: rulesGroup(resource), resource: resource.kind }
  const uid = object.metadata?.uid ?? ''
  if (preconditions.uid !== undefined && preconditions.uid !== uid) {
    // Kinds that are emptied first look at it before anybody else does, in words of their own.
    if (resource.behaviour.emptied !== undefined) {
      const seen = `UID in precondition: ${preconditions.uid}, UID in object meta: ${uid}`
      throw conflict(groupResource(target), name, `Precondition failed: ${seen}`)
    }
    const why = `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`
    throw conflict(what, name, why)
  }
  if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== String(revision)) {
    if (resource.behaviour.emptied !== undefined) {
      const seen = `ResourceVersion in precondition: ${preconditions.resourceVersion}, ResourceVersion in object meta: ${revision}`
      throw conflict(groupResource(target), name, `Precondition failed: ${seen}`)
    }
    const why = `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${revision}). The object might have been modified`
    throw conflict(what, name, why)
  }
}

/** What becomes of the object: `marked` is its next state where it stays, or its last one where it goes. */
interface Fate {
  readonly goes: boolean
  readonly marked: ApiObject
  /** The answer is the object in any case: it had a grace period. */
  readonly answersObject: boolean
}

function decide(resource: Resource, live: ApiObject, options: DeleteOptions, now: number): Fate {
  const { behaviour } = resource
  if (behaviour.emptied !== undefined) {
    const next = editable(live)
    if (live.metadata?.deletionTimestamp === undefined) {
      next.metadata.deletionTimestamp = formatTime(now)
      setFinalizers(next, finalizersAfter(resource, live, options))
      behaviour.emptied.mark(next)
      return { goes: false, marked: next, answersObject: true }
    }
    if (behaviour.emptied.held(live)) return { goes: false, marked: live, answersObject: true }
  }
  return behaviour.gracePeriod === undefined
    ? plainFate(resource, live, options, now)
    : gracefulFate(resource, live, options, now)
}

function plainFate(resource: Resource, live: ApiObject, options: DeleteOptions, now: number): Fate {
  const finalizers = finalizersAfter(resource, live, options)
  if (finalizers.length === 0) return { goes: true, marked: live, answersObject: false }
  const next = editable(live)
  setFinalizers(next, finalizers)
  markDeleting(next, now)
  return { goes: false, marked: next, answersObject: true }
}

/** Kinds whose objects get time to end: pods. A second request may shorten the time, never lengthen it. */
function gracefulFate(resource: Resource, live: ApiObject, options: DeleteOptions, now: number): Fate {
  const { deletionTimestamp, deletionGracePeriodSeconds: pending } = live.metadata ?? {}
  const next = editable(live)
  const requested = options.gracePeriodSeconds === undefined ? undefined : atLeastOneSecond(options.gracePeriodSeconds)
  if (deletionTimestamp !== undefined) {
    if (pending === undefined) return plainFate(resource, live, options, now)
    if (requested === undefined || requested >= pending) return { goes: false, marked: live, answersObject: true }
    next.metadata.deletionTimestamp = formatTime(Date.parse(deletionTimestamp) - (pending - requested) * 1000)
    next.metadata.deletionGracePeriodSeconds = requested
  } else {
    const period = resource.behaviour.gracePeriod?.(live, requested) ?? 0
    next.metadata.deletionTimestamp = formatTime(now + period * 1000)
    next.metadata.deletionGracePeriodSeconds = period
    if (next.metadata.generation !== undefined) next.metadata.generation += 1
  }
  const finalizers = finalizersAfter(resource, live, options)
  setFinalizers(next, finalizers)
  const goes = finalizers.length === 0 && next.metadata.deletionGracePeriodSeconds === 0
  return { goes, marked: next, answersObject: true }
}

/** A negative grace period is one second. */
const atLeastOneSecond = (seconds: number): number => (seconds < 0 ? 1 : seconds)

type Editable = ReturnType<typeof editable>

function markDeleting({ metadata }: Editable, now: number): void {
  if (metadata.deletionGracePeriodSeconds === undefined && (metadata.generation ?? 0) > 0) {
    metadata.generation = (metadata.generation ?? 0) + 1
  }
  const { deletionTimestamp } = metadata
  if (deletionTimestamp === undefined || Date.parse(deletionTimestamp) > now) {
    metadata.deletionTimestamp = formatTime(now)
  }
  metadata.deletionGracePeriodSeconds = 0
}

function setFinalizers({ metadata }: Editable, finalizers: readonly string[]): void {
  if (finalizers.length > 0) metadata.finalizers = [...finalizers]
  else delete metadata.finalizers
}

/** The policy's finalizer replaces that of another policy; without a policy the present one stays. */
function finalizersAfter({ behaviour }: Resource, live: ApiObject, options: DeleteOptions): readonly string[] {
  const present = live.metadata?.finalizers ?? []
  const policy =
    behaviour.defaultPropagation === 'None' ? 'Background' : (options.propagationPolicy ?? policyOf(present))
  const wanted = policy ?? behaviour.defaultPropagation
  const others = present.filter((finalizer) => finalizer !== 'orphan' && finalizer !== 'foregroundDeletion')
  const own = wanted === 'Orphan' ? ['orphan'] : wanted === 'Foreground' ? ['foregroundDeletion'] : []
  const next = [...others, ...own]
  const isSame = next.length === present.length && next.every((finalizer) => present.includes(finalizer))
  return isSame ? present : next
}

function policyOf(finalizers: readonly string[]): 'Orphan' | 'Foreground' | undefined {
  for (const finalizer of finalizers) {
    if (finalizer === 'orphan') return 'Orphan'
    if (finalizer === 'foregroundDeletion') return 'Foreground'
  }
  return undefined
}

interface Doomed {
  readonly stored: Stored
  readonly live: ApiObject
  readonly fate: Fate
}

async function carryOut(
  { store }: Environment,
  target: Target,
  caller: Caller,
  { stored, live, fate }: Doomed,
  { dryRun }: DeleteOptions,
): Promise<Deleted> {
  const { resource, version } = target
  const { goes, marked } = fate
  const answersObject = fate.answersObject || resource.behaviour.deleteAnswersObject
  const unchanged = viewOf(resource, version, stored)
  if (goes) {
    if (dryRun) return { removed: true, view: { object: toServed(target, marked) }, answersObject }
    const isMarked = marked !== live
    const removed = await removeMarked(
      store,
      stored,
      isMarked ? await storedForm(resource, version, marked) : undefined,
      caller,
    )
    caller.trace.stage('store', `removed at revision ${removed.revision}`)
    return { removed: true, view: await readyView(resource, version, removed), answersObject }
  }
  const settled = await storedForm(resource, version, marked)
  if (equalJson(settled, stored.object)) return { removed: false, view: unchanged, answersObject }
  if (dryRun) return { removed: false, view: { object: toServed(target, marked) }, answersObject }
  const written = await store.put(stored.key, settled, stored.revision, causeOf(caller, 'delete'))
  caller.trace.stage('store', `marked at revision ${written.revision}: it waits to be removed`)
  return { removed: false, view: await readyView(resource, version, written), answersObject }
}

/** Watchers see the last state before the removal, so an object that was changed for it is written first. */
async function removeMarked(
  store: Environment['store'],
  stored: Stored,
  last: ApiObject | undefined,
  caller: Caller,
): Promise<Stored> {
  const cause = causeOf(caller, 'delete')
  if (last === undefined) return store.remove(stored.key, stored.revision, cause)
  const written = await store.put(stored.key, last, stored.revision, cause)
  return store.remove(stored.key, written.revision, cause)
}
