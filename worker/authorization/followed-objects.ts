import type { ApiObject } from '../api/object.ts'
import type { Key, Store, Watch } from '../store/store.ts'

/** Receives the stored objects of a resource, then every change. */
interface Follower {
  put(key: Key, object: ApiObject): void
  remove(key: Key): void
}

/**
 * Passes the objects of a resource and all their changes to `follower` until the store closes. The follower has received
 * every change that a read of the store can return.
 */
export function followObjects(store: Store, resource: string, follower: Follower): void {
  const known = new Map<string, Key>()
  const put = (key: Key, object: ApiObject): void => {
    known.set(`${key.namespace}/${key.name}`, key)
    follower.put(key, object)
  }
  const remove = (key: Key): void => {
    known.delete(`${key.namespace}/${key.name}`)
    follower.remove(key)
  }
  function start(): Watch {
    const snapshot = store.snapshot(resource)
    for (const { key, object } of snapshot.entries()) put(key, object)
    return store.watch({
      resource,
      from: snapshot.revision,
      listener({ type, key, current }) {
        if (type === 'put') put(key, current.object)
        else remove(key)
      },
      ended(why) {
        if (why === 'closed') return
        for (const key of known.values()) remove(key)
        start()
      },
    })
  }
  start()
}
