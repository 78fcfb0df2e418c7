import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Catalog } from '../../resources/resource.ts'
import { decode } from '../../schema/decode.ts'
import { patchOf, serverItself } from '../../verbs/server-itself.ts'
import type { Caller, DeleteOptions, Target, Verbs } from '../../verbs/verbs.ts'
import type { GroupVersionResource } from './group-version-resource.ts'
import { namespacedName, type NamespacedName } from './namespaced-name.ts'

/**
 * The API as a controller uses it. A write returns the stored object, after the informer of the resource has received the change.
 * A refused request throws the `StatusError` that any client would receive.
 */
export interface ObjectClient {
  /** The stored object; undefined when there is none. */
  get(resource: GroupVersionResource, name: NamespacedName): Promise<ApiObject | undefined>
  /** The Scale of an object. @throws StatusError NotFound without such an object */
  scale(resource: GroupVersionResource, name: NamespacedName): Promise<ApiObject>
  /** The stored objects of a namespace; an empty namespace means all namespaces, or cluster scope. */
  list(resource: GroupVersionResource, namespace: string): Promise<readonly ApiObject[]>
  /** Creates the object in the namespace of its metadata. The server responds to a binding with a Status. */
  create(resource: GroupVersionResource, object: ApiObject, subresource?: 'binding'): Promise<ApiObject>
  /**
   * Replaces the object or a subresource, and returns the stored object.
   * @throws StatusError Conflict when the stored object has another resourceVersion
   */
  update(
    resource: GroupVersionResource,
    object: ApiObject,
    subresource?: 'status' | 'scale' | 'finalize' | 'approval',
  ): Promise<ApiObject>
  patch(resource: GroupVersionResource, name: NamespacedName, type: PatchType, patch: Json): Promise<ApiObject>
  patchStatus(resource: GroupVersionResource, name: NamespacedName, type: PatchType, patch: Json): Promise<ApiObject>
  /** Resolves even when the object does not exist. @throws StatusError Conflict when a precondition fails */
  delete(resource: GroupVersionResource, name: NamespacedName, options?: DeletionOptions): Promise<void>
  deleteCollection(resource: GroupVersionResource, namespace: string, options?: DeletionOptions): Promise<void>
}

export type PatchType = 'merge' | 'strategic'

export interface DeletionOptions {
  /** The uid that the object must have; else the deletion fails with a conflict. */
  readonly uid?: string
  /** The revision that the object must have; else the deletion fails with a conflict. */
  readonly resourceVersion?: string
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground'
  readonly gracePeriodSeconds?: number
}

interface ObjectClientOptions {
  readonly verbs: Verbs
  readonly catalog: Catalog
  readonly dialect: Dialect
}

const MANAGER = '{system}-controller-manager'

const EVERYTHING = {
  resourceVersion: '',
  resourceVersionMatch: '',
  labelSelector: '',
  fieldSelector: '',
  limit: 0,
  continue: '',
}

/** The resource as the catalog serves it now; undefined when the cluster does not serve it. */
export function findTarget(
  { catalog, dialect }: Pick<ObjectClientOptions, 'catalog' | 'dialect'>,
  { group, version, resource }: GroupVersionResource,
  { namespace, name }: NamespacedName,
  subresourceName?: string,
): Target | undefined {
  const found = catalog.find(dialect.spell(group), version, resource)
  if (found === undefined) return undefined
  const subresource = subresourceName === undefined ? undefined : found.version.subresources.get(subresourceName)
  return { ...found, subresource, namespace, name }
}

/**
 * The client of the controller manager, or of another user. A write is visible to watchers before its response
 * (store/revisioned-store.ts), so informers have received it by then.
 * @param username the user without the prefix `system:`, as a template of the dialect
 */
export function objectClient({ verbs, catalog, dialect }: ObjectClientOptions, username = MANAGER): ObjectClient {
  const manager = dialect.spell(username)
  const user = { ...serverItself.user, username: `system:${manager}` }
  const caller: Caller = { ...serverItself, user }
  const options = { dryRun: false, fieldManager: manager }
  const targetOf = (resource: GroupVersionResource, name: NamespacedName, subresource?: string): Target => {
    const target = findTarget({ catalog, dialect }, resource, name, subresource)
    if (target !== undefined) return target
    throw new Error(`serve ${resource.group}/${resource.version} ${resource.resource}: a controller needs it`)
  }
  const patch = async (target: Target, type: PatchType, body: Json): Promise<ApiObject> =>
    (await verbs.patch(target, caller, patchOf(type, body), options)).object
  return {
    async get(resource, name) {
      const target = targetOf(resource, name)
      return undefinedIfNotFound(async () => (await verbs.get(target, caller, { resourceVersion: '' })).object)
    },
    async scale(resource, name) {
      return (await verbs.get(targetOf(resource, name, 'scale'), caller, { resourceVersion: '' })).object
    },
    async list(resource, namespace) {
      const target = targetOf(resource, { namespace, name: '' })
      const { items } = await verbs.list(target, caller, EVERYTHING)
      return Array.from(items, ({ object }) => object)
    },
    async create(resource, object, subresource) {
      const name = namespacedName(object)
      const target = targetOf(resource, subresource === undefined ? { ...name, name: '' } : name, subresource)
      return (await verbs.create(target, caller, bodyOf(target, object), options)).object
    },
    async update(resource, object, subresource) {
      const target = targetOf(resource, namespacedName(object), subresource)
      return (await verbs.update(target, caller, bodyOf(target, object), options)).object
    },
    patch: async (resource, name, type, body) => patch(targetOf(resource, name), type, body),
    patchStatus: async (resource, name, type, body) => patch(targetOf(resource, name, 'status'), type, body),
    async delete(resource, name, deletion = {}) {
      const target = targetOf(resource, name)
      await undefinedIfNotFound(async () => verbs.delete(target, caller, deleteOptions(deletion)))
    },
    async deleteCollection(resource, namespace, deletion = {}) {
      const target = targetOf(resource, { namespace, name: '' })
      await verbs.deleteCollection(target, caller, EVERYTHING, deleteOptions(deletion))
    },
  }
}

async function undefinedIfNotFound<Answer>(request: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request()
  } catch (error) {
    if (wasRefused(error, 'NotFound')) return undefined
    throw error
  }
}

/** A decoded copy of the object: the verbs change their bodies, and informers share the objects of controllers. */
function bodyOf({ version, subresource }: Target, object: Json): ApiObject {
  const isWhole = subresource === undefined || subresource.schema === version.schema
  if (isWhole && version.custom !== undefined && isObject(object)) return version.custom.read(object).object
  return decode(subresource?.schema ?? version.schema, object).object
}

function deleteOptions({
  uid,
  resourceVersion,
  propagationPolicy,
  gracePeriodSeconds,
}: DeletionOptions): DeleteOptions {
  const preconditions = { ...(uid !== undefined && { uid }), ...(resourceVersion !== undefined && { resourceVersion }) }
  const raw = {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
  }
  return { dryRun: false, gracePeriodSeconds, propagationPolicy, preconditions, raw }
}
