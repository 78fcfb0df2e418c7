import { parseGroupVersion } from '../../api/group-version.ts'
import { quote } from '../../api/go-format.ts'
import type { ApiObject, OwnerReference } from '../../api/object.ts'
import type { Attributes, Decision } from '../../authorization/authorizer.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/**
 * An update that changes the owners needs permission to delete the object. A new `blockOwnerDeletion` needs permission to update
 * the owner's finalizers.
 */
export function ownerReferencesPermissionEnforcement({ authorizer, catalog }: AdmissionContext) {
  const writes = operations('CREATE', 'UPDATE').onEverything
  const podStatus = operations('CREATE', 'UPDATE').on('pods/status')

  const authorize = async (request: AdmissionRequest, attributes: Partial<Attributes>): Promise<Decision> =>
    authorizer.authorize({
      user: request.user,
      verb: 'update',
      resourceRequest: true,
      group: '*',
      version: '*',
      resource: '*',
      subresource: 'finalizers',
      namespace: '',
      name: '*',
      path: '',
      ...attributes,
    })

  const checkDeletion = async (request: AdmissionRequest): Promise<void> => {
    const { resource, subresource, namespace, name } = request
    const { effect, reason } = await authorize(request, { verb: 'delete', ...resource, subresource, namespace, name })
    if (effect === 'allow') return
    throw refused(request, `cannot set an ownerRef on a resource you can't delete: ${reason}, <nil>`)
  }

  const checkOwner = async (request: AdmissionRequest, { apiVersion, kind, name }: OwnerReference): Promise<void> => {
    const found = catalog.byKind({ ...(parseGroupVersion(apiVersion) ?? { group: '', version: apiVersion }), kind })
    if (found === undefined) {
      const unknown = `no matches for kind ${quote(kind)} in version ${quote(apiVersion)}`
      const what = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${unknown}`
      throw refused(request, `cannot set blockOwnerDeletion in this case because ${what}`)
    }
    const { resource, version } = found
    const { effect, reason } = await authorize(request, {
      group: resource.group,
      version: version.version,
      resource: resource.name,
      namespace: resource.namespaced ? request.namespace : '',
      name,
    })
    if (effect === 'allow') return
    const why = "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on"
    throw refused(request, `${why}: ${reason}, <nil>`)
  }

  const check = async (request: AdmissionRequest): Promise<void> => {
    if (request.operation !== 'CREATE') await checkDeletion(request)
    const blocking = newlyBlocked(request.object, request.oldObject)
    if (blocking.length === 0) return
    // For a user with permission on every resource, the kinds of the owners are not checked; they may be unknown.
    if ((await authorize(request, {})).effect === 'allow') return
    for (const owner of blocking) await checkOwner(request, owner)
  }

  return {
    name: 'OwnerReferencesPermissionEnforcement',
    handles: (scope) => writes(scope) && !podStatus(scope),
    validate(request) {
      const isUnchanged = equalJson(ownersOf(request.object), ownersOf(request.oldObject))
      return isUnchanged ? undefined : check(request)
    },
  } satisfies AdmissionPlugin
}

const ownersOf = (object: ApiObject | undefined): OwnerReference[] => object?.metadata?.ownerReferences ?? []

function newlyBlocked(object: ApiObject | undefined, oldObject: ApiObject | undefined): OwnerReference[] {
  const blocks = ({ blockOwnerDeletion }: OwnerReference): boolean => blockOwnerDeletion === true
  const before = new Set(
    ownersOf(oldObject)
      .filter(blocks)
      .map(({ uid }) => uid),
  )
  return ownersOf(object).filter((owner) => blocks(owner) && !before.has(owner.uid))
}
