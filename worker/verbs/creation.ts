import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import type { FieldError } from '../api/field-error.ts'
import type { ApiObject } from '../api/object.ts'
import { alreadyExists, failure, invalid, plainError } from '../api/status.ts'
import { formatTime } from '../clock/clock.ts'
import type { Findings } from '../resources/resource.ts'
import { standardFinalizers, validateMeta } from '../resources/object-meta.ts'
import { canonical } from '../schema/canonical.ts'
import { BasisChanged, RevisionMismatch, type Basis, type Stored } from '../store/store.ts'
import type { Environment } from './environment.ts'
import { admissionRequest, basisOf, causeOf, groupResource, keyOf, rulesGroup, writeContext } from './environment.ts'
import { agreeNamespace } from './body-place.ts'
import { editable, hubForm, inHubForm, readyView, storedForm, toStorage, withMetadata, without } from './object-form.ts'
import { generateName } from '../resources/generated-name.ts'
import { guardReferences } from './permission.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

/** How often a generated name that is taken is generated anew. */
const NAME_ATTEMPTS = 8

/**
 * Stores an object that mutating admission has passed: fills what the server owns, validates, asks the validating
 * plugins, commits. `object` is the caller's to change.
 */
export function storeNew(
  environment: Environment,
  target: Target,
  caller: Caller,
  object: ApiObject,
  options: WriteOptions,
): Awaitable<Written> {
  return andThen(target.resource.behaviour.examine?.(object), (findings) =>
    storeExamined(environment, target, caller, { object, findings }, options),
  )
}

interface Examined {
  readonly object: ApiObject
  readonly findings: Findings | undefined
}

function storeExamined(
  environment: Environment,
  target: Target,
  caller: Caller,
  { object, findings }: Examined,
  options: WriteOptions,
  attempt = 1,
): Awaitable<Written> {
  const basis = basisOf(environment, target)
  // What was given to it of what all share may have to be given anew.
  const draft = basis === undefined ? object : editable(object)
  const next = prepareNew(environment, target, caller, { object: draft, findings }, options)
  const request = admissionRequest(target, caller, {
    operation: 'CREATE',
    // By now a name is there, be it a generated one.
    name: object.metadata?.name || (next.metadata.name ?? ''),
    object: next,
    oldObject: undefined,
    options: writeOptionsObject(environment, 'CreateOptions', options),
    dryRun: options.dryRun,
  })
  const validating = andThen(guardReferences(environment, target, caller, next, undefined), () =>
    environment.admission.validate(request),
  )
  return andThen(validating, () => {
    const { resource, version, subresource, namespace } = target
    const named = { resource, version, subresource, namespace, name: next.metadata.name ?? '' }
    // Those that it was to be stored together with are stored by then.
    const again = (nextAttempt: number): Awaitable<Written> =>
      storeExamined(environment, target, caller, { object, findings }, { ...options, gather: undefined }, nextAttempt)
    return commitNew(environment, named, caller, next, options, {
      basis,
      changed: () => again(attempt),
      exists() {
        if (next === draft || attempt === NAME_ATTEMPTS) throw taken(environment, named, next)
        return again(attempt + 1)
      },
    })
  })
}

type Prepared = ReturnType<typeof editable>

/** Another object than the given one where a name was generated, since it may have to be generated again. */
function prepareNew(
  environment: Environment,
  target: Target,
  caller: Caller,
  { object, findings }: Examined,
  options: WriteOptions,
): Prepared {
  const { clock } = environment
  const { behaviour } = target.resource
  const isGenerated = (object.metadata?.name ?? '') === '' && (object.metadata?.generateName ?? '') !== ''
  const next = isGenerated ? editable(object) : withMetadata(object)
  const { metadata } = next
  without(metadata, 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink')
  metadata.uid = clock.uuid()
  metadata.creationTimestamp = formatTime(clock.now())
  if (isGenerated) metadata.name = generateName(clock, metadata.generateName ?? '')
  if (behaviour.generation.length > 0) metadata.generation = 1
  inHubForm(target.version, next, (hub) => {
    if (!behaviour.statusOnCreate) without(hub, ...behaviour.statusFields)
    behaviour.dropGated?.(hub)
    behaviour.prepareCreate?.(hub, writeContext(environment, target, caller, options))
  })
  agreeNamespace(target, next)
  refuse(target, metadata.name ?? '', [
    ...validateMeta(metadata, { namespaced: target.resource.namespaced, nameRule: behaviour.nameRule }),
    ...(behaviour.anyFinalizer === true ? [] : standardFinalizers(metadata.finalizers ?? [])),
    ...(behaviour.validate?.(hubForm(target.version, next), findings) ?? []),
  ])
  for (const text of behaviour.warnings?.(next, undefined) ?? []) caller.warn(text)
  return next
}

/**
 * What was created without some of its defaults. A server that starts anew has forgotten it, and then answers a write
 * that changes nothing without storing it.
 */
const unread = new WeakSet<Stored>()

/** The next write is stored whatever it changes (`Behaviour.completeNew`). */
export const isCompletedByWrite = (stored: Stored): boolean => unread.has(stored)

/** @throws invalid() where there are errors. */
export function refuse({ resource }: Target, name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(rulesGroup(resource), resource.kind, name, errors)
}

interface Otherwise {
  readonly basis: Basis | undefined
  /** Answers where the basis changed. */
  changed(): Awaitable<Written>
  /** Answers where the name is taken. */
  exists(): Awaitable<Written>
}

function commitNew(
  { store }: Environment,
  target: Target,
  caller: Caller,
  object: Prepared,
  { dryRun, gather }: WriteOptions,
  { basis, changed, exists }: Otherwise,
): Awaitable<Written> {
  const { resource, version } = target
  const key = keyOf(target)
  const completed = resource.behaviour.completeNew?.(object) ?? false
  if (dryRun) {
    if (store.get(key) !== undefined) return exists()
    return andThen(dryAnswer(target, object), (served) => ({ object: served, created: true }))
  }
  const { resourceVersion } = object.metadata
  if (resourceVersion !== undefined && /^0*[1-9]\d*$/.test(resourceVersion)) {
    throw plainError('resourceVersion should not be set on objects to be created')
  }
  without(object.metadata, 'resourceVersion')
  return andThen(storedForm(resource, version, object), (form) => {
    const write = (): Promise<Stored> => store.put(key, form, 0, causeOf(caller, 'create'), basis)
    return (gather?.(write) ?? write()).then(
      (stored) => {
        caller.trace.stage('store', `created at revision ${stored.revision}`)
        if (completed) unread.add(stored)
        return readyView(resource, version, stored, true)
      },
      (error: unknown) => {
        if (error instanceof BasisChanged) return changed()
        if (error instanceof RevisionMismatch) return exists()
        throw error
      },
    )
  })
}

/** What a write would have answered: the object as it would be read, though nothing was stored. */
export function toServed({ resource, version }: Target, object: ApiObject): ApiObject {
  const canonicalForm = { ...resource, storageVersion: version }
  return toStorage(canonicalForm, { ...version, convert: undefined }, object)
}

/** The same; where a webhook converts, it converts what would have been stored. */
export function dryAnswer(target: Target, object: ApiObject, form?: ApiObject): Awaitable<ApiObject> {
  const { resource, version } = target
  const remote = version === resource.storageVersion ? undefined : version.custom?.remote
  if (remote === undefined) return toServed(target, object)
  return andThen(form ?? storedForm(resource, version, object), async (stored) =>
    canonical(version.schema, (await remote.show(stored)) ?? stored),
  )
}

function taken({ store }: Environment, target: Target, { metadata }: Prepared): Error {
  const error = alreadyExists(groupResource(target), target.name)
  const { status } = error
  if ((metadata.generateName ?? '') !== '') {
    return failure({
      code: 409,
      reason: 'AlreadyExists',
      message: `${status.message ?? ''}, the server was not able to generate a unique name for the object`,
      details: { ...status.details, retryAfterSeconds: 1 },
    })
  }
  const existing = store.get(keyOf(target))
  if (existing?.object.metadata?.deletionTimestamp === undefined) return error
  return failure({
    code: 409,
    reason: 'AlreadyExists',
    message: `object is being deleted: ${status.message ?? ''}`,
    ...(status.details && { details: status.details }),
  })
}

/** Options as admission sees them. */
export function writeOptionsObject(
  { dialect }: Environment,
  kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
  { dryRun, fieldManager, validation = '' }: WriteOptions,
): { [key: string]: string | string[] } {
  const object: { [key: string]: string | string[] } = { kind, apiVersion: dialect.spell('meta.{domain}/v1') }
  if (dryRun) object['dryRun'] = ['All']
  if (fieldManager !== '') object['fieldManager'] = fieldManager
  if (validation !== '') object['fieldValidation'] = validation
  return object
}
