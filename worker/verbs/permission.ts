import type { ApiObject } from '../api/object.ts'
import { forbidden } from '../api/status.ts'
import type { Environment } from './environment.ts'
import { groupResource, type Write } from './write.ts'

/** Calls the guard of the kind, if there is one. The guard checks that the caller may grant the permissions in the object. */
export function guardWrite(
  { environment, target, caller: { user } }: Write,
  object: ApiObject,
  old: ApiObject | undefined,
): Promise<void> | void {
  const { resource, namespace, name } = target
  return environment.guards.get(resource.storage)?.({ user, namespace, name, object, old })
}

/**
 * Calls the guard of the kind, if there is one. The guard checks that the caller may refer to the objects that the valid object
 * names.
 */
export function guardReferences(
  { environment, target, caller: { user } }: Write,
  object: ApiObject,
  old: ApiObject | undefined,
): Promise<void> | void {
  const { resource, namespace, name } = target
  return environment.referenceGuards.get(resource.storage)?.({ user, namespace, name, object, old })
}

/**
 * The environment of a creation by another verb than `create`. The caller also needs permission to `create`
 * (reference/authorisation.md 5). As on the real server, the authorizer decides after the object is validated.
 */
export function withCreatePermission(write: Write): Environment {
  const { environment } = write
  const { admission } = environment
  return {
    ...environment,
    admission: {
      ...admission,
      async validate(request) {
        await permitCreate(write)
        await admission.validate(request)
      },
    },
  }
}

async function permitCreate({ environment, target, caller: { user } }: Write): Promise<void> {
  const { resource, version, subresource, namespace, name } = target
  const { effect, reason } = await environment.authorizer.authorize({
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
  if (effect !== 'allow') throw forbidden(groupResource(target), name, reason)
}
