import type { Lister } from '../admission/admission.ts'
import type { ApiObject } from '../api/object.ts'
import type { Store } from '../store/store.ts'

/** What admission plugins may read, straight from the store; objects are in their storage version. */
export function storeLister(store: Store): Lister {
  return {
    get: (resource, namespace, name) => store.get({ resource, namespace, name })?.object,
    list: (resource, namespace) => objects(store, resource, namespace),
  }
}

function* objects(store: Store, resource: string, namespace: string | undefined): Iterable<ApiObject> {
  for (const { object } of store.snapshot(resource).entries({ namespace })) yield object
}
