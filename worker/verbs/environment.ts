import type { AdmissionRequest, AdmissionScope, Operation } from '../admission/admission.ts'
import type { Admission } from '../admission/chain.ts'
import type { GroupResource } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import type { JsonObject } from '../api/json.ts'
import { timeout } from '../api/status.ts'
import type { AccountTokens } from '../authentication/service-account/account-tokens.ts'
import type { Identify } from '../authentication/authenticators.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { WriteGuard } from '../authorization/write-guard.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog, Resource, ResourceVersion, WriteContext } from '../resources/resource.ts'
import type { Basis, Cause, Key, Store } from '../store/store.ts'
import { storeLister } from './store-lister.ts'
import type { Caller, Target, WriteOptions } from './verbs.ts'

/** What the verbs work with. */
export interface Environment {
  readonly store: Store
  readonly catalog: Catalog
  readonly clock: Clock
  readonly dialect: Dialect
  readonly admission: Admission
  /** Asked by access reviews, and where one verb does the work of another. */
  readonly authorizer: Authorizer
  /** Of what objects grant; by storage name. */
  readonly guards: ReadonlyMap<string, WriteGuard>
  /** Of what objects refer to; asked once these are known to be valid. */
  readonly referenceGuards: ReadonlyMap<string, WriteGuard>
  /** Asked by token reviews. */
  readonly identify: Identify
  /** For whom tokens are meant that this server accepts. */
  readonly audiences: readonly string[]
  /** Makes tokens of service accounts; loaded with the first. */
  readonly accountTokens: () => Promise<AccountTokens>
  /** Tokens may be bound to a node: feature `ServiceAccountTokenNodeBinding`. */
  readonly bindsToNodes: boolean
}

export const keyOf = ({ resource, namespace, name }: Target): Key => ({ resource: resource.storage, namespace, name })

export const groupResource = ({ resource }: Target): GroupResource => ({
  group: resource.group,
  resource: resource.name,
})

export const causeOf = ({ requestId, user }: Caller, verb: string): Cause => ({
  requestId,
  user: user.username,
  verb,
})

/** What the write of an object is computed from besides the object itself; read before that begins. */
export const basisOf = ({ store }: Environment, { resource, subresource }: Target): Basis | undefined =>
  resource.behaviour.sharesOut === true && subresource === undefined
    ? { resource: resource.storage, revision: store.revision }
    : undefined

/** The group by whose rules an object is judged, and named where it is refused: that of its storage. */
export const rulesGroup = ({ storage }: Resource): string => storage.slice(0, Math.max(0, storage.indexOf('/')))

/** What a kind's own steps may use of a request. */
export const writeContext = (
  { clock, store }: Environment,
  { subresource }: Target,
  caller: Caller,
  { dryRun }: WriteOptions,
): WriteContext => ({
  dryRun,
  subresource: subresource?.name ?? '',
  warn: (text) => caller.warn(text),
  clock,
  user: caller.user,
  list: (resource) => storeLister(store).list(resource),
})

interface Reviewed {
  readonly operation: Operation
  readonly name: string
  readonly object: ApiObject | undefined
  readonly oldObject: ApiObject | undefined
  readonly options: JsonObject
  readonly dryRun: boolean
}

/** What admission calls a version: the same objects with every request, by which the chain knows its plugins. */
const names = new WeakMap<ResourceVersion, Pick<AdmissionScope, 'resource' | 'kind'>>()

function namesOf({ resource: { group, name, kind }, version }: Target): Pick<AdmissionScope, 'resource' | 'kind'> {
  let known = names.get(version)
  if (known === undefined) {
    known = {
      resource: { group, version: version.version, resource: name },
      kind: { group, version: version.version, kind },
    }
    names.set(version, known)
  }
  return known
}

export function admissionScope(target: Target, operation: Operation): AdmissionScope {
  const { subresource } = target
  const { resource, kind } = namesOf(target)
  return { operation, resource, subresource: subresource?.name ?? '', kind: subresource?.kind ?? kind }
}

export function admissionRequest(target: Target, caller: Caller, reviewed: Reviewed): AdmissionRequest {
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

/** Nobody reads this answer; it ends a loop that would go on for nobody. */
export const clientGone = (): Error => timeout('the client went away before the request was carried out')
