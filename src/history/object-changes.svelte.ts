import type { Difference } from '../../worker/patch/json-differences.ts'
import { ApiError } from '../client/api-error.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { getJson } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

/** One change of an object, as the server returns it. */
export interface ObjectChange {
  readonly revision: number
  readonly time: string
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly user: string
  readonly verb: string
  /** The field manager of the write. */
  readonly managers: readonly string[]
  /** Only for updates: the differences from the previous revision. */
  readonly changes: readonly FieldChange[]
}

export type FieldChange = Difference

interface HistoryPage {
  readonly revision: number
  readonly next?: number
  readonly items: readonly ObjectChange[]
}

/** The changes of one object since the last compaction, oldest first, followed live. */
export class ObjectHistory {
  #changes = $state.raw<readonly ObjectChange[]>([])
  #loaded = $state(false)
  #error = $state.raw<Error>()
  #readTo: number | undefined
  #reading: Promise<void> = Promise.resolve()
  readonly #cluster: ClusterHandle
  readonly #at: ObjectRef

  constructor(cluster: ClusterHandle, at: ObjectRef) {
    this.#cluster = cluster
    this.#at = at
  }

  get changes(): readonly ObjectChange[] {
    return this.#changes
  }

  get loaded(): boolean {
    return this.#loaded
  }

  get error(): Error | undefined {
    return this.#error
  }

  /** Requests the changes since the last request. */
  read(): void {
    this.#reading = this.#reading
      .then(() => this.#readOn())
      .catch((error: unknown) => {
        this.#error = error instanceof Error ? error : new Error(String(error))
      })
  }

  /** The object at that revision. @throws ApiError 410 when the revision is compacted */
  objectAt(revision: number): Promise<StoredObject> {
    return getJson(this.#cluster, `${resourcePath(this.#at)}?resourceVersion=${revision}&resourceVersionMatch=Exact`)
  }

  async #readOn(): Promise<void> {
    let known = this.#changes
    for (let more = true; more;) {
      const page = await this.#page(this.#readTo)
      // The revisions between are compacted, so the older changes no longer form one sequence with the new ones.
      if (page === undefined) {
        known = []
        this.#readTo = undefined
        continue
      }
      known = [...known, ...page.items]
      this.#readTo = page.next ?? page.revision
      more = page.next !== undefined
    }
    this.#changes = known
    this.#loaded = true
    this.#error = undefined
  }

  /** Undefined when the changes after this revision are compacted. */
  async #page(after: number | undefined): Promise<HistoryPage | undefined> {
    const { group, resource, namespace, name } = this.#at
    const query = new URLSearchParams({ resource: group === '' ? resource : `${group}/${resource}`, namespace, name })
    if (after !== undefined) query.set('after', String(after))
    try {
      return await getJson<HistoryPage>(this.#cluster, `/debug/history?${query}`)
    } catch (error) {
      if (after !== undefined && error instanceof ApiError && error.code === 410) return undefined
      throw error
    }
  }
}
