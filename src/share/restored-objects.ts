import { exactJson } from '../../worker/api/exact-json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { isObject } from '../../worker/api/json.ts'
import { parseGroupVersion } from '../../worker/api/group-version.ts'
import { ApiError } from '../client/api-error.ts'
import type { ResourceType } from '../client/discovery.ts'
import { createObject, send } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

/** An object that could not be created, with the message of the server. */
interface RestoreFault {
  readonly title: string
  readonly error: Error
}

type Resolve = (group: string, kind: string) => Promise<ResourceType | undefined>

const keyOf = (kind: string, namespace: string, name: string): string => `${kind}/${namespace}/${name}`

/** The object with the new uids of its owners. References to owners that were not restored are removed. */
function withOwners(object: ApiObject, uids: ReadonlyMap<string, string>): ApiObject {
  const owners = object.metadata?.ownerReferences
  if (owners === undefined) return object
  const namespace = object.metadata?.namespace ?? ''
  const ownerReferences = owners.flatMap((owner) => {
    const uid = uids.get(keyOf(owner.kind, namespace, owner.name)) ?? uids.get(keyOf(owner.kind, '', owner.name))
    return uid === undefined ? [] : [{ ...owner, uid }]
  })
  return { ...object, metadata: { ...object.metadata, ownerReferences } }
}

async function writeStatus(cluster: ClusterHandle, ref: ObjectRef, object: ApiObject): Promise<void> {
  const status = object['status']
  if (!isObject(status) || Object.keys(status).length === 0) return
  try {
    await send(cluster, `${resourcePath(ref)}/status`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: exactJson({ status }),
    })
  } catch (error) {
    // For a kind without a status subresource, the create has already stored the status.
    if (!(error instanceof ApiError) || (error.code !== 404 && error.code !== 405)) throw error
  }
}

/** Creates the objects in order; existing objects are unchanged. Returns the failures. */
export async function restoreObjects(
  cluster: ClusterHandle,
  objects: readonly ApiObject[],
  resolve: Resolve,
): Promise<RestoreFault[]> {
  const faults: RestoreFault[] = []
  const uids = new Map<string, string>()
  for (const object of objects) {
    const kind = object.kind ?? ''
    const { name = '', namespace = '' } = object.metadata ?? {}
    try {
      const type = await resolve(parseGroupVersion(object.apiVersion ?? '')?.group ?? '', kind)
      if (type === undefined) throw new Error(`The cluster does not serve ${kind} of ${object.apiVersion}`)
      const version = parseGroupVersion(object.apiVersion ?? '')?.version ?? type.version
      const ref = {
        group: type.group,
        version,
        resource: type.resource,
        namespace: type.namespaced ? namespace || 'default' : '',
        name,
      }
      const made = await createObject(cluster, ref, withOwners(object, uids))
      uids.set(keyOf(kind, namespace, name), made.metadata.uid ?? '')
      await writeStatus(cluster, ref, object)
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'AlreadyExists') continue
      faults.push({ title: `${kind} ${name}`, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  return faults
}
