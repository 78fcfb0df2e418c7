import type { StoredObject } from '../client/resource-client.ts'
import { getJson } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { ChangeFeed } from './change-feed.svelte.ts'

const queryOf = ({ group, resource, namespace, name }: ObjectRef): Record<string, string> => ({
  resource: group === '' ? resource : `${group}/${resource}`,
  namespace,
  name,
})

/** The changes of one object since the last compaction, oldest first; a watch keeps them current. */
export class ObjectHistory extends ChangeFeed {
  readonly #at: ObjectRef
  readonly #cluster: ClusterHandle

  constructor(cluster: ClusterHandle, at: ObjectRef) {
    super(cluster, queryOf(at))
    this.#cluster = cluster
    this.#at = at
  }

  /** The object at that revision. @throws ApiError 410 when the revision is compacted */
  objectAt(revision: number): Promise<StoredObject> {
    return objectAt(this.#cluster, this.#at, revision)
  }
}

/** The object at a revision. @throws ApiError 410 when the revision is compacted, 404 when the object did not exist then */
export const objectAt = (cluster: ClusterHandle, at: ObjectRef, revision: number): Promise<StoredObject> =>
  getJson(cluster, `${resourcePath(at)}?atRevision=${revision}`)
