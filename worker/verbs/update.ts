import type { Awaitable } from '../runtime/awaitable.ts'
import type { ApiObject } from '../api/object.ts'
import { agreeNamespace, checkName } from './body-place.ts'
import { withoutDoubledOwners } from './mutation.ts'
import type { Environment } from './environment.ts'
import { editable } from './object-form.ts'
import { revise } from './revision.ts'
import { reviseScale } from './scale.ts'
import { tracked } from './tracking.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

export function update(
  environment: Environment,
  target: Target,
  caller: Caller,
  body: ApiObject,
  options: WriteOptions,
): Awaitable<Written> {
  const { resource, subresource } = target
  if (subresource?.name === 'scale') {
    const scale = editable(body)
    agreeNamespace(target, scale)
    const edit = (live: ApiObject): ApiObject =>
      tracked(environment, target, caller, options, { live, next: editable(scale) })
    return reviseScale(environment, target, caller, edit, options, scale.metadata.uid)
  }
  const object = editable(body)
  agreeNamespace(target, object)
  checkName(target, object)
  target.version.defaults?.(object)
  withoutDoubledOwners(caller, object)
  const edit = {
    next: (live: ApiObject | undefined) =>
      tracked(environment, target, caller, options, { live, next: editable(object) }),
    creates: resource.behaviour.createOnUpdate,
    uid: object.metadata.uid ?? '',
  }
  return revise(environment, target, caller, edit, options)
}
