import type { Informer } from '../client/informer.ts'
import { startInformer } from '../client/informer.ts'
import type { ObjectList } from '../client/list-items.ts'
import { listItems } from '../client/list-items.ts'
import { pageTiming } from '../client/page-timing.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

/** The selected objects of one collection, complete and live: one object by its name, or the events of an object. */
export class ObjectWatch {
  #objects = $state.raw<readonly StoredObject[]>([])
  #loaded = $state(false)
  #error = $state.raw<Error>()
  readonly #informer: Informer

  constructor(cluster: ClusterHandle, collection: ObjectRef, fieldSelector: string) {
    const held = new Map<string, StoredObject>()
    const keyOf = ({ metadata }: StoredObject): string => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`
    const show = (): void => {
      this.#objects = [...held.values()]
      this.#loaded = true
    }
    this.#informer = startInformer<ObjectList<StoredObject>, StoredObject>(
      {
        fetch: (path, init) => cluster.fetch(path, init),
        path: resourcePath({ ...collection, name: '' }),
        accept: 'application/json',
        query: { fieldSelector },
        ...pageTiming,
      },
      {
        page(list, { first, last }) {
          if (first) held.clear()
          for (const item of listItems(list)) held.set(keyOf(item), item)
          if (last) show()
        },
        apply(events) {
          for (const { type, object } of events) {
            if (type === 'DELETED') held.delete(keyOf(object))
            else held.set(keyOf(object), object)
          }
          show()
        },
        phase: (_, error) => {
          this.#error = error
        },
      },
    )
  }

  get objects(): readonly StoredObject[] {
    return this.#objects
  }

  get loaded(): boolean {
    return this.#loaded
  }

  get error(): Error | undefined {
    return this.#error
  }

  stop(): void {
    this.#informer.stop()
  }
}

/** One object, live. */
export function watchObject(cluster: ClusterHandle, ref: ObjectRef): ObjectWatch {
  return new ObjectWatch(cluster, ref, `metadata.name=${ref.name}`)
}
