import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { retried } from '../runtime/awaited-value.ts'
import { copyJson } from '../api/json.ts'
import type { ApiObject, ObjectMeta } from '../api/object.ts'
import { fieldError } from '../api/field-error.ts'
import { conflict, invalid, notFound, staleConflict } from '../api/status.ts'
import { ignoreTimes } from '../apply/managed-fields.ts'
import { equalJson } from '../patch/json-values.ts'
import { validateMetaRevision } from '../resources/object-meta.ts'
import { valueAt } from '../resources/path.ts'
import type { Findings, WriteContext } from '../resources/resource.ts'
import { RevisionMismatch, type Basis, type Stored } from '../store/store.ts'
import { AFTER_ADMISSION, admitNew, withoutDoubledOwners } from './mutation.ts'
import { agreeNamespace } from './body-place.ts'
import { dryAnswer, isCompletedByWrite, refuse, storeNew, toServed, writeOptionsObject } from './creation.ts'
import type { Environment } from './environment.ts'
import {
  admissionRequest,
  admissionScope,
  basisOf,
  causeOf,
  clientGone,
  groupResource,
  keyOf,
  writeContext,
} from './environment.ts'
import {
  editable,
  hubForm,
  inHubForm,
  objectOf,
  readyIn,
  readyView,
  storedForm,
  viewOf,
  withMetadata,
} from './object-form.ts'
import { askingToCreate, guardReferences, guardWrite } from './permission.ts'
import { objectVersion } from './resource-version.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

/** How a request changes an object: PUT, each kind of patch, apply, a subresource. */
export interface Edit {
  /**
   * The object to be stored, in the target's version, with its managedFields; computed anew on every attempt. `live` is
   * undefined where the object is missing. The result is the writer's to change down to its metadata.
   */
  next(live: ApiObject | undefined): ApiObject
  /** A missing object is created. */
  readonly creates: boolean
  /** The uid the object must have; empty: any. */
  readonly uid: string
  /** A subresource of a kind of its own: admission sees that, not the object. */
  readonly view?: EditView
}

/** An object as a Scale. */
interface EditView {
  show(object: ApiObject): ApiObject
  /** The object with what was set in its view. */
  put(object: ApiObject, shown: ApiObject): ApiObject
}

/**
 * One optimistic loop (reference/verbs.md 17): read, compute, admit, validate, commit; again when somebody else was
 * faster. A condition of the request itself is part of the computation and answers 409 there.
 */
export function revise(
  environment: Environment,
  target: Target,
  caller: Caller,
  edit: Edit,
  options: WriteOptions,
): Awaitable<Written> {
  const written = attempt(environment, target, caller, edit, options)
  if (!(written instanceof Promise)) return written
  return written.catch((error: unknown) => {
    if (!(error instanceof RevisionMismatch)) throw error
    if (caller.signal.aborted) throw clientGone()
    return revise(environment, target, caller, edit, options)
  })
}

function attempt(
  environment: Environment,
  target: Target,
  caller: Caller,
  edit: Edit,
  options: WriteOptions,
): Awaitable<Written> {
  const stored = environment.store.get(keyOf(target))
  const waiting = stored && readyIn(target.version, stored)
  if (waiting === undefined) return attemptOn(environment, target, caller, edit, options, stored)
  return waiting.then(() => attemptOn(environment, target, caller, edit, options, stored))
}

function attemptOn(
  environment: Environment,
  target: Target,
  caller: Caller,
  edit: Edit,
  options: WriteOptions,
  stored: Stored | undefined,
): Awaitable<Written> {
  const { resource, version } = target
  const shown = stored && objectOf(resource, version, stored)
  const live = shown && (resource.behaviour.unshown?.(shown) ?? shown)
  checkUid(target, edit.uid, live)
  if (stored === undefined || live === undefined) {
    if (!edit.creates) throw notFound(groupResource(target), target.name)
    // Nobody needs what it may share with the request: a creation is not tried again.
    return andThen(admitNew(environment, target, caller, edit.next(undefined), options), (admitted) => {
      // reference/verbs.md 13: the version of what is gone does not matter.
      if (!options.dryRun) delete admitted.metadata?.resourceVersion
      return storeNew(askingToCreate(environment, target, caller), target, caller, admitted, options)
    })
  }
  const { view } = edit
  const admit = (given: ApiObject): Awaitable<Editable> =>
    view === undefined
      ? admitRevision(environment, target, caller, { live, next: given }, options)
      : admitView(environment, target, caller, { live, next: given }, view, options)
  const admitting = andThen(
    retried(() => edit.next(live)),
    admit,
  )
  return andThen(admitting, (next) => {
    checkVersion(target, stored, next)
    return andThen(resource.behaviour.examine?.(next), (findings) => {
      const basis = basisOf(environment, target)
      prepareRevision(environment, target, caller, { live, next, findings }, options)
      return judgeRevision(environment, target, caller, { stored, live, next, basis }, view, options)
    })
  })
}

/** Asks those who may refuse what is to be stored, and stores it. */
function judgeRevision(
  environment: Environment,
  target: Target,
  caller: Caller,
  change: Change,
  view: EditView | undefined,
  options: WriteOptions,
): Awaitable<Written> {
  const { live, next } = change
  return andThen(guardReferences(environment, target, caller, next, live), () => {
    const judged = view === undefined ? change : shownPair(change, view)
    const request = revisionRequest(environment, target, caller, judged, options)
    return andThen(environment.admission.validate(request), () =>
      commitRevision(environment, target, caller, change, options),
    )
  })
}

type Editable = ReturnType<typeof editable>

interface Pair {
  readonly live: ApiObject
  readonly next: ApiObject
}

function revisionRequest(
  environment: Environment,
  target: Target,
  caller: Caller,
  { live, next }: Pair,
  options: WriteOptions,
) {
  return admissionRequest(target, caller, {
    operation: 'UPDATE',
    name: target.name,
    object: next,
    oldObject: live,
    options: writeOptionsObject(environment, 'UpdateOptions', options),
    dryRun: options.dryRun,
  })
}

function admitRevision(
  environment: Environment,
  target: Target,
  caller: Caller,
  pair: Pair,
  options: WriteOptions,
): Awaitable<Editable> {
  const mutates = environment.admission.mutates(admissionScope(target, 'UPDATE'))
  const next = mutates ? copyForPlugins(pair.next) : withMetadata(pair.next)
  const request = revisionRequest(environment, target, caller, { live: pair.live, next }, options)
  return andThen(environment.admission.mutate(request), () => {
    withoutDoubledOwners(caller, next, AFTER_ADMISSION)
    return andThen(guardWrite(environment, target, caller, next, pair.live), () => next)
  })
}

const shownPair = ({ live, next }: Pair, { show }: EditView): Pair => ({ live: show(live), next: show(next) })

function admitView(
  environment: Environment,
  target: Target,
  caller: Caller,
  pair: Pair,
  view: EditView,
  options: WriteOptions,
): Awaitable<Editable> {
  const request = revisionRequest(environment, target, caller, shownPair(pair, view), options)
  return andThen(environment.admission.mutate(request), () => {
    const next = editable(request.object === undefined ? pair.next : view.put(pair.next, request.object))
    return andThen(guardWrite(environment, target, caller, next, pair.live), () => next)
  })
}

/** What plugins may change. No plugin changes who owns what, of which more is known than its text. */
function copyForPlugins(object: ApiObject): Editable {
  const copy = editable(object)
  const { metadata } = copy
  for (const key in copy) if (key !== 'metadata') copy[key] = copyJson(copy[key])
  for (const key in metadata) if (key !== 'managedFields') metadata[key] = copyJson(metadata[key])
  return copy
}

function checkUid(target: Target, uid: string, live: ApiObject | undefined): void {
  const actual = live?.metadata?.uid ?? ''
  if (uid === '' || uid === actual) return
  const { resource, version, namespace, name } = target
  const root = version.custom === undefined ? ['/registry'] : ['/registry', resource.group]
  const key = [...root, resource.name, ...(namespace === '' ? [] : [namespace]), name].join('/')
  throw conflict(
    groupResource(target),
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${actual}`,
  )
}

/** reference/verbs.md 10 to 12. */
function checkVersion(target: Target, stored: Stored, next: { metadata: ObjectMeta }): void {
  const given = objectVersion(next.metadata.resourceVersion)
  const { resource, name } = target
  if (given === 0 && !resource.behaviour.unconditionalUpdate) {
    // The real server names the resource here where it names the kind elsewhere.
    const fault = fieldError.invalidShown('metadata.resourceVersion', '0x0', 'must be specified for an update')
    throw invalid(resource.group, resource.name, name, [fault])
  }
  if (given !== 0 && given !== stored.revision) throw staleConflict(groupResource(target), name)
  next.metadata.resourceVersion = String(stored.revision)
}

/** Puts back what the request may not change, counts the generation, validates. */
function prepareRevision(
  environment: Environment,
  target: Target,
  caller: Caller,
  {
    live,
    next,
    findings,
  }: { readonly live: ApiObject; readonly next: Editable; readonly findings: Findings | undefined },
  options: WriteOptions,
): void {
  const { resource, subresource } = target
  const { behaviour } = resource
  const old = live.metadata ?? {}
  agreeNamespace(target, next)
  copyOwned(next.metadata, old)
  const hubLive = hubForm(target.version, live)
  inHubForm(target.version, next, (hub) => {
    if (subresource === undefined) {
      for (const field of behaviour.statusFields) restore(hub, hubLive, field)
      behaviour.prepareUpdate?.(hub, hubLive, writeContext(environment, target, caller, options))
    } else prepareSubresource(target, hub, hubLive, writeContext(environment, target, caller, options))
    if (behaviour.subresources?.[subresource?.name ?? '']?.keepsGated !== true) behaviour.dropGated?.(hub, hubLive)
  })
  // A status is no change of what is wanted, even where its annotations are.
  if (
    subresource?.name !== 'status' &&
    (behaviour.raisesGeneration?.(next, live) ??
      behaviour.generation.some((path) => !equalJson(valueAt(next, path), valueAt(live, path))))
  ) {
    next.metadata.generation = (old.generation ?? 0) + 1
  }
  const { nameRule, metadataChecks: checks, anyFinalizer = false } = behaviour
  const rules = { namespaced: resource.namespaced, nameRule, checks, anyFinalizer }
  const faults = validateMetaRevision(next.metadata, old, rules)
  const hub = hubForm(target.version, next)
  const ofKind = behaviour.validateUpdate?.(hub, hubLive, subresource?.name ?? '', findings) ?? []
  refuse(target, target.name, [...faults, ...ofKind])
  // Nobody who writes a status has written what there is to be warned of.
  if (subresource?.name === 'status') return
  for (const text of behaviour.warnings?.(next, live) ?? []) caller.warn(text)
}

function copyOwned(metadata: ObjectMeta, old: ObjectMeta): void {
  if (old.generation === undefined) delete metadata.generation
  else metadata.generation = old.generation
  delete metadata.selfLink
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
  { resource, subresource }: Target,
  next: Editable,
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
  if (behaviour.statusMetadata === 'none') {
    for (const field of ['labels', 'annotations', 'finalizers', 'ownerReferences']) restore(next.metadata, old, field)
  }
  behaviour.prepareStatus?.(next, live)
}

interface Change extends Pair {
  readonly stored: Stored
  readonly basis: Basis | undefined
}

function commitRevision(
  { store }: Environment,
  target: Target,
  caller: Caller,
  { stored, live, next, basis }: Change,
  { dryRun }: WriteOptions,
): Awaitable<Written> {
  const { resource, version } = target
  if (goesNow(target, live, next)) {
    const removing = dryRun ? undefined : store.remove(stored.key, stored.revision, causeOf(caller, 'update'))
    return andThen<unknown, Written>(removing, () => ({ object: toServed(target, next), created: false }))
  }
  return andThen(storedForm(resource, version, next), (form) => {
    const settled = ignoreTimes(stored.object, form)
    if (equalJson(settled, stored.object) && !isCompletedByWrite(stored)) {
      caller.trace.stage('store', 'nothing changed')
      return viewOf(resource, version, stored)
    }
    if (dryRun) return andThen(dryAnswer(target, next, form), (object) => ({ object, created: false }))
    return store.put(stored.key, settled, stored.revision, causeOf(caller, 'update'), basis).then((current) => {
      caller.trace.stage('store', `updated at revision ${current.revision}`)
      return readyView(resource, version, current)
    })
  })
}

/** reference/objects.md 12: the update that takes off the last finalizer removes the object. */
function goesNow({ resource }: Target, live: ApiObject, next: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = live.metadata ?? {}
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds > 0) return false
  if ((next.metadata?.finalizers ?? []).length > 0) return false
  return resource.behaviour.emptied?.held(next) !== true
}
