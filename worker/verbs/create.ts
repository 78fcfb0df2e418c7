import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { retried } from '../runtime/awaited-value.ts'
import type { ApiObject } from '../api/object.ts'
import { methodNotAllowed, StatusError } from '../api/status.ts'
import { agreeNamespace } from './body-place.ts'
import { storeNew } from './creation.ts'
import type { Environment } from './environment.ts'
import { groupResource } from './environment.ts'
import { admitNew, withoutDoubledOwners } from './mutation.ts'
import { withMetadata } from './object-form.ts'
import { tracked } from './tracking.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

type Act = (...request: Parameters<typeof create>) => Promise<Written>

/** What is posted to be done rather than kept, by subresource or storage name; few requests do. */
const ACTIONS: ReadonlyMap<string, () => Promise<Act>> = new Map([
  ['binding', async () => (await import('./binding.ts')).bindPod],
  ['bindings', async () => (await import('./binding.ts')).bindNamedPod],
  ['eviction', async () => (await import('./eviction.ts')).evictPod],
  ['token', async () => (await import('./token-request.ts')).requestToken],
])

/** reference/custom-resources.md 4. */
function refuseTerminating(target: Target): void {
  if (target.resource.terminating !== true) return
  const { status } = methodNotAllowed(groupResource(target), 'create')
  const message = 'create not allowed while custom resource definition is terminating'
  throw new StatusError({ ...status, message })
}

export function create(
  environment: Environment,
  target: Target,
  caller: Caller,
  body: ApiObject,
  options: WriteOptions,
): Awaitable<Written> {
  const { version, subresource } = target
  const action = ACTIONS.get(subresource?.name ?? target.resource.storage)
  if (action !== undefined) return action().then((act) => act(environment, target, caller, body, options))
  if (subresource !== undefined) throw methodNotAllowed(groupResource(target), 'create')
  refuseTerminating(target)
  const object = withMetadata(body)
  agreeNamespace(target, object)
  version.defaults?.(object)
  withoutDoubledOwners(caller, object)
  const next = retried(() => tracked(environment, target, caller, options, { live: undefined, next: object }))
  const admitting = andThen(next, (given) => admitNew(environment, target, caller, given, options))
  return andThen(admitting, (admitted) =>
    version.verbs.includes('get')
      ? storeNew(environment, target, caller, admitted, options)
      : import('./reviews.ts').then(({ review }) => review(environment, target, caller, admitted, options)),
  )
}
