import { SvelteMap } from 'svelte/reactivity'
import type { ListMeta } from '../../worker/api/object.ts'
import type { ResourceType } from '../client/discovery.ts'
import { typeKey } from '../client/discovery.ts'
import type { Informer } from '../client/informer.ts'
import { startInformer } from '../client/informer.ts'
import { metadataAccept } from '../client/metadata.ts'
import { pageTiming } from '../client/page-timing.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

interface MetadataList {
  readonly metadata?: ListMeta
  /** The server writes null for an empty list. */
  readonly items: readonly unknown[] | null
}

interface Metadata {
  readonly metadata?: ListMeta
}

/**
 * The live number of objects of each type. One object is listed (`remainingItemCount` is the number of the others), and
 * a watch of metadata updates the number. So a type of 10,000 objects costs the same as a type of ten.
 */
export class ResourceCounts {
  readonly #counts = new SvelteMap<string, number>()
  readonly #failed = new SvelteMap<string, Error>()
  readonly #informers = new SvelteMap<string, Informer>()
  readonly #cluster: ClusterHandle
  #namespace = ''

  constructor(cluster: ClusterHandle) {
    this.#cluster = cluster
  }

  /**
   * Whether the type has no object. While its number is loading, a type counts as empty: otherwise it could be drawn
   * and removed again.
   */
  isEmpty(type: ResourceType): boolean {
    const key = typeKey(type)
    return this.#informers.has(key) && !this.#failed.has(key) && (this.#counts.get(key) ?? 0) === 0
  }

  of(type: ResourceType): number | undefined {
    return this.#counts.get(typeKey(type))
  }

  /** Why the objects of a type are not counted; undefined while they are. */
  failure(type: ResourceType): Error | undefined {
    return this.#failed.get(typeKey(type))
  }

  /** Counts these types and no others, in one namespace or, when it is empty, in all. */
  follow(types: readonly ResourceType[], namespace: string): void {
    const wanted = new Map(types.map((type) => [typeKey(type), type]))
    for (const [key, informer] of this.#informers) {
      const type = wanted.get(key)
      if (type !== undefined && (namespace === this.#namespace || !type.namespaced)) continue
      informer.stop()
      this.#informers.delete(key)
    }
    this.#namespace = namespace
    for (const [key, type] of wanted) if (!this.#informers.has(key)) this.#informers.set(key, this.#start(key, type))
  }

  stop(): void {
    for (const informer of this.#informers.values()) informer.stop()
    this.#informers.clear()
  }

  #start(key: string, type: ResourceType): Informer {
    const accept = metadataAccept(this.#cluster)
    const namespace = type.namespaced ? this.#namespace : ''
    const counts = this.#counts
    const failed = this.#failed
    return startInformer<MetadataList, Metadata>(
      {
        fetch: (path, init) => this.#cluster.fetch(path, init),
        path: resourcePath({ ...type, namespace, name: '' }),
        accept: accept.list,
        watchAccept: accept.watch,
        limit: 1,
        firstPageOnly: true,
        canWatch: type.verbs.includes('watch'),
        ...pageTiming,
      },
      {
        page: (list) => counts.set(key, (list.items?.length ?? 0) + (list.metadata?.remainingItemCount ?? 0)),
        apply(events) {
          let count = counts.get(key) ?? 0
          for (const { type: change } of events) {
            if (change === 'ADDED') count++
            else if (change === 'DELETED') count--
          }
          counts.set(key, count)
        },
        phase(phase, error) {
          if (phase === 'failed') counts.delete(key)
          if (phase === 'failed') failed.set(key, error ?? new Error('The server did not list this type'))
          else if (phase === 'live') failed.delete(key)
        },
      },
    )
  }
}
