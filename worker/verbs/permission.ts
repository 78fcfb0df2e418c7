import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import type { ApiObject } from '../api/object.ts'
import { forbidden } from '../api/status.ts'
import type { Environment } from './environment.ts'
import { groupResource } from './environment.ts'
import type { Caller, Target } from './verbs.ts'

/** Asks the guard of a kind, where it has one, whether its author may write this very content. */
export function guardWrite(
  { guards }: Environment,
  { resource, namespace, name }: Target,
  { user }: Caller,
  object: ApiObject,
  old: ApiObject | undefined,
): Awaitable<void> {
  return guards.get(resource.storage)?.({ user, namespace, name, object, old })
}

/** Asks the guard of what objects of a kind refer to, where it has one. The object is valid. */
export function guardReferences(
  { referenceGuards }: Environment,
  { resource, namespace, name }: Target,
  { user }: Caller,
  object: ApiObject,
  old: ApiObject | undefined,
): Awaitable<void> {
  return referenceGuards.get(resource.storage)?.({ user, namespace, name, object, old })
}

/**
 * The environment of a creation by another verb than `create`, which its author needs as well
 * (reference/authorisation.md 5). As on the real server it is asked for once the object is known to be valid.
 */
export function askingToCreate(environment: Environment, target: Target, caller: Caller): Environment {
  const { admission } = environment
  return {
    ...environment,
    admission: {
      ...admission,
      validate: (request) => andThen(permitCreate(environment, target, caller), () => admission.validate(request)),
    },
  }
}

function permitCreate({ authorizer }: Environment, target: Target, { user }: Caller): Awaitable<void> {
  const { resource, version, subresource, namespace, name } = target
  const decision = authorizer.authorize({
    user,
    verb: 'create',
    resourceRequest: true,
    group: resource.group,
    version: version.version,
    resource: resource.name,
    subresource: subresource?.name ?? '',
    namespace,
    name,
    path: '',
  })
  return andThen(decision, ({ effect, reason }) => {
    if (effect !== 'allow') throw forbidden(groupResource(target), name, reason)
  })
}
