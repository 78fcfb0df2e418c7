import type { ApiObject } from '../api/object.ts'
import { methodNotAllowed, StatusError } from '../api/status.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { admitNew, dedupOwnerReferences } from './admit.ts'
import { storeNew } from './creation.ts'
import { trackOwnership } from './field-ownership.ts'
import { setDefaults } from './object-defaults.ts'
import { matchNamespace } from './object-place.ts'
import { noteRequested } from './requested-object.ts'
import type { Target, Written } from './verbs.ts'
import { clearFields, ensureMetadata } from './version-conversion.ts'
import { groupResource, type Write } from './write.ts'

type Act = (write: Write, body: ApiObject) => Promise<Written>

/**
 * The actions by subresource or storage name: their bodies are not stored. Each loads with its first request, because
 * few requests have one.
 */
const ACTIONS: ReadonlyMap<string, () => Promise<Act>> = new Map([
  ['binding', async () => (await import('./binding.ts')).bindPod],
  ['bindings', async () => (await import('./binding.ts')).bindNamedPod],
  ['eviction', async () => (await import('./eviction.ts')).evictPod],
  ['token', async () => (await import('./token-request.ts')).requestToken],
])

/** Refuses an object of a definition that is being deleted (reference/custom-resources.md 4). */
function refuseTerminating(target: Target): void {
  if (target.resource.terminating !== true) return
  const { status } = methodNotAllowed(groupResource(target), 'create')
  const message = 'create not allowed while custom resource definition is terminating'
  throw new StatusError({ ...status, message })
}

/** Handles a POST. The write may change `body`. Only promises are awaited, so a usual create waits for its commit alone. */
export function create(write: Write, body: ApiObject): Awaitable<Written> {
  noteRequested(write, body)
  const { resource, version, subresource } = write.target
  const name = subresource?.name ?? resource.storage
  const action = ACTIONS.get(name)
  if (action !== undefined) {
    // The uid in the binding of a pod is a precondition.
    if (name !== 'binding') clearFields(ensureMetadata(body).metadata, ...SERVER_METADATA)
    return action().then((act) => act(write, body))
  }
  if (subresource !== undefined) throw methodNotAllowed(groupResource(write.target), 'create')
  refuseTerminating(write.target)
  const finish = version.verbs.includes('get') ? storeNew : answerReview
  return andThen(admitBody(write, body), (admitted) => finish(write, admitted))
}

async function answerReview(write: Write, admitted: ApiObject): Promise<Written> {
  const { review } = await import('./reviews.ts')
  return review(write, admitted)
}

/** Metadata that a POST cannot set. A mutating webhook, which runs later, and a PUT that creates can set it. */
const SERVER_METADATA = [
  'creationTimestamp',
  'uid',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
] as const

/** The body of a create with its defaults and managedFields, after mutating admission. */
export function admitBody(write: Write, body: ApiObject): Awaitable<ApiObject> {
  const object = ensureMetadata(body)
  clearFields(object.metadata, ...SERVER_METADATA)
  matchNamespace(write.target, object)
  const { caller } = write
  const own = (): Awaitable<ApiObject> => {
    setDefaults(write, object)
    dedupOwnerReferences(caller, object)
    return andThen(caller.pause?.(), () => trackOwnership(write, { live: undefined, next: object }))
  }
  return andThen(andThen(caller.pause?.(), own), (owned) => andThen(caller.pause?.(), () => admitNew(write, owned)))
}
