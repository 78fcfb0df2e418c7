import { numberOfText } from '../../../worker/api/numbers.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import type { ResourceType } from '../../client/discovery.ts'
import type { Informer } from '../../client/informer.ts'
import { startInformer } from '../../client/informer.ts'
import type { ObjectList } from '../../client/list-items.ts'
import { listItems } from '../../client/list-items.ts'
import type { StoredObject } from '../../client/resource-client.ts'
import { resourcePath } from '../../client/resource-path.ts'
import type { ClusterSource } from './cluster-source.ts'

/** The objects of one resource, kept current by an informer. */
export class ObservedObjects {
  /** Resolves when the first list is complete, or was refused. */
  readonly ready: Promise<void>
  readonly #objects = new Map<string, StoredObject>()
  /** The resourceVersions of the first list, by uid. */
  readonly #first = new Map<string, string>()
  readonly #informer: Informer
  #revision = 0

  constructor(source: ClusterSource, type: ResourceType, changed: () => void) {
    const path = resourcePath({ ...type, namespace: '', name: '' })
    let resolve = (): void => undefined
    this.ready = new Promise((done) => (resolve = done))
    let isFirst = true
    const { schedule, sleep, random } = source
    const options = { fetch: source.fetch.bind(source), path, accept: 'application/json', schedule, sleep, random }
    this.#informer = startInformer<ObjectList<StoredObject>, StoredObject>(options, {
      page: (list, { first, last }) => {
        if (first) this.#objects.clear()
        for (const item of listItems(list)) this.#keep(item, isFirst)
        this.#advance(list.metadata?.resourceVersion)
        if (!last) return
        isFirst = false
        resolve()
        changed()
      },
      apply: (events) => {
        for (const { type: change, object } of events) {
          if (change === 'DELETED') this.#objects.delete(object.metadata.uid ?? '')
          else this.#keep(object, false)
          this.#advance(object.metadata.resourceVersion)
        }
        changed()
      },
      phase(phase) {
        if (phase === 'failed') resolve()
      },
    })
  }

  get all(): readonly JsonObject[] {
    return [...this.#objects.values()]
  }

  in(namespace: string): readonly JsonObject[] {
    return [...this.#objects.values()].filter(({ metadata }) => metadata.namespace === namespace)
  }

  /** The objects that were written since the first list. */
  get changed(): readonly JsonObject[] {
    return [...this.#objects.values()].filter(
      ({ metadata: { uid = '', resourceVersion } }) => this.#first.get(uid) !== resourceVersion,
    )
  }

  get revision(): number {
    return this.#revision
  }

  stop(): void {
    this.#informer.stop()
  }

  #keep(object: StoredObject, isOld: boolean): void {
    const { uid = '', resourceVersion = '' } = object.metadata
    this.#objects.set(uid, object)
    if (isOld) this.#first.set(uid, resourceVersion)
  }

  #advance(version: string | undefined): void {
    const revision = numberOfText(version)
    if (revision > this.#revision) this.#revision = revision
  }
}
