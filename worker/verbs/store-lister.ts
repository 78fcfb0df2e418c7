import type { Lister } from '../admission/admission.ts'
import type { ApiObject } from '../api/object.ts'
import { followObjects } from '../authorization/followed-objects.ts'
import type { Snapshot, Store } from '../store/store.ts'

/** The reads of admission plugins, directly from the store; objects are in their storage version. */
export function storeLister(store: Store): Lister {
  return {
    get: (resource, namespace, name) => store.get({ resource, namespace, name })?.object,
    list(resource, namespace) {
      const snapshot = store.snapshot(resource)
      // An empty kind needs no work. Plugins often list quotas and limit ranges, which few clusters have.
      return snapshot.size === 0 ? [] : objects(snapshot, namespace)
    },
    follow: (resource, changed) => followObjects(store, resource, { put: changed, remove: changed }),
  }
}

function* objects(snapshot: Snapshot, namespace: string | undefined): Iterable<ApiObject> {
  for (const { object } of snapshot.entries({ namespace })) yield object
}
