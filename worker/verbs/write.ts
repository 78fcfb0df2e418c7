import type { AdmissionRequest, AdmissionScope, Operation } from '../admission/admission.ts'
import type { GroupResource } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { timeout } from '../api/status.ts'
import type { WriteContext } from '../resources/behaviour.ts'
import type { Resource, ResourceFacts, ResourceVersion } from '../resources/resource.ts'
import type { Basis, Cause, Key, Store, Stored } from '../store/store.ts'
import type { Environment } from './environment.ts'
import { requireKey, requireName } from './storage-key.ts'
import { storeLister } from './store-lister.ts'
import type { Caller, DeleteOptions, Target, WriteOptions } from './verbs.ts'

/** The target of a write: its resource is resolved, because writes need the behaviour of the kind. */
export interface WriteTarget extends Target {
  readonly resource: Resource
}

/** One request to a verb, with the parts of the cluster that the verb works with. */
export interface VerbRequest<Options, RequestTarget extends Target = Target> {
  readonly environment: Environment
  readonly target: RequestTarget
  readonly caller: Caller
  readonly options: Options
}

/**
 * A create, update, patch or apply. Each computes an object and hands it through the same steps: `admit` (mutating
 * admission), `prepare` (the fields of the server), `validate` (rules, then validating admission), `commit` (the
 * store).
 */
export type Write = VerbRequest<WriteOptions, WriteTarget>

export type Deletion = VerbRequest<DeleteOptions, WriteTarget>

/** An object whose top level and metadata the write may change in place. */
export type Draft = ApiObject & { metadata: NonNullable<ApiObject['metadata']> }

/** The change of a stored object, both in the target's version. */
export interface Change {
  readonly live: ApiObject
  readonly next: Draft
}

/**
 * A prepared change. `hub` is the same change in the storage form, for which the rules of the kind are written; in a version
 * without another form it is the change itself. A conversion may add to an object, so each side is converted only once.
 */
export interface PreparedChange extends Change {
  readonly hub: Change
}

/** The key of an object in the store. @throws the errors of `requireName` and `requireKey` */
export function keyOf(target: Target): Key {
  requireName(target.name)
  requireKey(target)
  const { resource, namespace, name } = target
  return { resource: resource.storage, namespace, name }
}

export const groupResource = ({ resource }: Target): GroupResource => ({
  group: resource.group,
  resource: resource.name,
})

/** The cause of a change, for the history. */
export const causeOf = ({ requestId, user, userAgent }: Caller, verb: string): Cause => ({
  requestId,
  user: user.username,
  verb,
  agent: userAgent.slice(0, LONGEST_AGENT),
})

const LONGEST_AGENT = 256

/**
 * Adds a stored change to the trace, and the number of watches that received it. Watches receive a change before the writer is
 * answered.
 */
export function traceStored({ trace }: Caller, store: Store, { key }: Pick<Stored, 'key'>, message: string): void {
  trace.stage('store', message)
  const watches = store.watching(key)
  trace.stage('watchers', watches === 1 ? 'sent to 1 open watch' : `sent to ${watches} open watches`)
}

/**
 * The other objects on which a write depends: a service takes an address that no other service has. Undefined for most kinds.
 * Call it before the write is computed.
 */
export const basisOf = ({ environment, target: { resource, subresource } }: Write): Basis | undefined =>
  resource.behaviour.usesSharedPool === true && subresource === undefined
    ? { resource: resource.storage, revision: environment.store.revision }
    : undefined

/** The group of the resource's storage. Its rules validate the object, and refusals name it. */
export const rulesGroup = ({ storage }: ResourceFacts): string => storage.slice(0, Math.max(0, storage.indexOf('/')))

/** The parts of a write that the rules of a kind may use. */
export const writeContext = ({ environment, target, caller, options }: Write): WriteContext => ({
  dryRun: options.dryRun,
  subresource: target.subresource?.name ?? '',
  warn: (text) => caller.warn(text),
  clock: environment.clock,
  user: caller.user,
  list: (resource) => storeLister(environment.store).list(resource),
})

interface Reviewed {
  readonly operation: Operation
  readonly name: string
  readonly object: ApiObject | undefined
  readonly oldObject: ApiObject | undefined
  readonly options: JsonObject
  readonly dryRun: boolean
}

/**
 * The names of a version for admission. Each version has one object, because the admission chain uses it as a key for compiled
 * steps.
 */
const names = new WeakMap<ResourceVersion, Pick<AdmissionScope, 'resource' | 'kind'>>()

function namesOf({ resource: { group, name, kind }, version }: Target): Pick<AdmissionScope, 'resource' | 'kind'> {
  let found = names.get(version)
  if (found === undefined) {
    found = {
      resource: { group, version: version.version, resource: name },
      kind: { group, version: version.version, kind },
    }
    names.set(version, found)
  }
  return found
}

export function admissionScope(target: Target, operation: Operation): AdmissionScope {
  const { subresource } = target
  const { resource, kind } = namesOf(target)
  return { operation, resource, subresource: subresource?.name ?? '', kind: subresource?.kind ?? kind }
}

/** A request as admission plugins see it. */
export function admissionRequest(
  { target, caller }: Pick<VerbRequest<unknown>, 'target' | 'caller'>,
  reviewed: Reviewed,
): AdmissionRequest {
  const { operation, name, object, oldObject, options, dryRun } = reviewed
  const { subresource, namespace } = target
  const { resource, kind } = namesOf(target)
  return {
    operation,
    resource,
    subresource: subresource?.name ?? '',
    kind: subresource?.kind ?? kind,
    // A namespace is its own namespace to policies and plugins.
    namespace: resource.group === '' && resource.resource === 'namespaces' ? name : namespace,
    name,
    user: caller.user,
    dryRun,
    object,
    oldObject,
    options,
    warn: (text) => caller.warn(text),
    trace: caller.trace,
    deadline: caller.deadline,
  }
}

/** The creation of an object, for admission. */
export const creationReview = (write: Write, name: string, object: ApiObject): AdmissionRequest =>
  admissionRequest(write, {
    operation: 'CREATE',
    name,
    object,
    oldObject: undefined,
    options: writeOptionsObject(write, 'CreateOptions'),
    dryRun: write.options.dryRun,
  })

/** The change of an object, for admission. */
export const updateReview = (write: Write, object: ApiObject, oldObject: ApiObject): AdmissionRequest =>
  admissionRequest(write, {
    operation: 'UPDATE',
    name: write.target.name,
    object,
    oldObject,
    options: writeOptionsObject(write, 'UpdateOptions'),
    dryRun: write.options.dryRun,
  })

function writeOptionsObject(
  { environment, options }: Write,
  kind: 'CreateOptions' | 'UpdateOptions',
): { [key: string]: string | string[] } {
  const { dryRun, fieldManager, validation = '' } = options
  const object: { [key: string]: string | string[] } = {
    kind,
    apiVersion: environment.dialect.spell('meta.{domain}/v1'),
  }
  if (dryRun) object['dryRun'] = ['All']
  if (fieldManager !== '') object['fieldManager'] = fieldManager
  if (validation !== '') object['fieldValidation'] = validation
  return object
}

/** The error that ends the retries of a request whose client has disconnected. */
export const clientGone = (): Error => timeout('the client went away before the request was carried out')
