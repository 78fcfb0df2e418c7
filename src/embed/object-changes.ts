import type { ListMeta, ObjectMeta } from '../../worker/api/object.ts'
import { discover, typeKey, type ResourceType } from '../client/discovery.ts'
import type { Informer } from '../client/informer.ts'
import { startInformer } from '../client/informer.ts'
import { metadataAccept } from '../client/metadata.ts'
import { pageTiming } from '../client/page-timing.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { ClusterEvents } from '../contracts/embed-api.ts'

interface Metadata {
  readonly metadata?: ObjectMeta
}

/** Types whose changes are not reported. Their changes are many, and result from changes of other types. */
const UNREPORTED: readonly string[] = ['events', 'leases.coordination']

/**
 * Reports each write and delete from now on, with a watch of metadata for each type. New types are watched when their
 * definition is established.
 */
export class ObjectChanges {
  readonly #informers = new Map<string, Informer>()
  readonly #cluster: ClusterHandle
  readonly #report: (change: ClusterEvents['change']) => void
  #isStopped = false

  constructor(cluster: ClusterHandle, report: (change: ClusterEvents['change']) => void) {
    this.#cluster = cluster
    this.#report = report
  }

  /** Watches the types that the cluster serves now. Resolves when the start revision of every watch is known. */
  async follow(): Promise<void> {
    const { types } = await discover(this.#cluster)
    const listed: Promise<void>[] = []
    for (const type of types) {
      const key = typeKey(type)
      const isWanted = type.verbs.includes('watch') && !UNREPORTED.some((name) => key.startsWith(name))
      if (!isWanted || this.#isStopped || this.#informers.has(key)) continue
      listed.push(new Promise((resolve) => this.#informers.set(key, this.#start(type, resolve))))
    }
    await Promise.all(listed)
  }

  stop(): void {
    this.#isStopped = true
    for (const informer of this.#informers.values()) informer.stop()
    this.#informers.clear()
  }

  /** @param settled called when the list of the type was read or has failed */
  #start(type: ResourceType, settled: () => void): Informer {
    const accept = metadataAccept(this.#cluster)
    const { group, version, kind } = type
    const apiVersion = group === '' ? version : `${group}/${version}`
    return startInformer<{ metadata?: ListMeta }, Metadata>(
      {
        fetch: (path, init) => this.#cluster.fetch(path, init),
        path: resourcePath({ ...type, namespace: '', name: '' }),
        accept: accept.list,
        watchAccept: accept.watch,
        // The objects of the list have not changed: the watch needs only the revision of the list.
        limit: 1,
        firstPageOnly: true,
        ...pageTiming,
      },
      {
        page: settled,
        apply: (events) => {
          for (const { type: change, object } of events) {
            if (change === 'BOOKMARK' || change === 'ERROR') continue
            const { name = '', namespace = '' } = object.metadata ?? {}
            this.#report({ type: change, kind, apiVersion, namespace, name })
            if (kind === 'CustomResourceDefinition') void this.follow().catch(() => undefined)
          }
        },
        phase(phase) {
          if (phase !== 'loading') settled()
        },
      },
    )
  }
}
