import type { ApiObject } from '../api/object.ts'
import { methodNotAllowed } from '../api/status.ts'
import { bindPod } from './binding.ts'
import { agreeNamespace } from './body-place.ts'
import { storeNew } from './creation.ts'
import type { Environment } from './environment.ts'
import { groupResource } from './environment.ts'
import { evictPod } from './eviction.ts'
import { admitNew, withoutDoubledOwners } from './mutation.ts'
import { editable } from './object-form.ts'
import { review } from './reviews.ts'
import { tracked } from './tracking.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

export async function create(
  environment: Environment,
  target: Target,
  caller: Caller,
  body: ApiObject,
  options: WriteOptions,
): Promise<Written> {
  const { version, subresource } = target
  if (subresource?.name === 'binding') return bindPod(environment, target, caller, body, options)
  if (subresource?.name === 'eviction') return evictPod(environment, target, caller, body, options)
  if (subresource !== undefined) throw methodNotAllowed(groupResource(target), 'create')
  const object = editable(body)
  agreeNamespace(target, object)
  version.defaults?.(object)
  withoutDoubledOwners(caller, object)
  const next = tracked(environment, target, caller, options, { live: undefined, next: object })
  const admitted = await admitNew(environment, target, caller, next, options)
  if (!version.verbs.includes('get')) return review(environment, target, caller, admitted)
  return storeNew(environment, target, caller, admitted, options)
}
