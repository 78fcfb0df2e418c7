import type { ListMeta } from '../../worker/api/object.ts'
import type { Informer } from '../client/informer.ts'
import { startInformer } from '../client/informer.ts'
import { pageTiming } from '../client/page-timing.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

interface List {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ListMeta
  readonly items: readonly StoredObject[] | null
}

/** The selected objects of one collection, complete and live: one object by its name, or its events. */
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
    this.#informer = startInformer<List, StoredObject>(
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
          // Items of a list omit kind and apiVersion, which the list has.
          const kind = list.kind?.replace(/List$/, '') ?? ''
          for (const item of list.items ?? [])
            held.set(keyOf(item), {
              ...item,
              apiVersion: item.apiVersion ?? list.apiVersion ?? '',
              kind: item.kind ?? kind,
            })
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
