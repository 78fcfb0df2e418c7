import { ApiError } from '../client/api-error.ts'
import { getJson } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { ObjectChange } from './object-change.ts'

interface HistoryPage<Change> {
  readonly revision: number
  readonly next?: number
  readonly items: readonly Change[]
}

/** The limit of kept changes. The newest ones are kept. */
const MAX_CHANGES = 4000

/** The changes of a cluster that match a query, since the last compaction, oldest first. `read` requests the newer ones. */
export class ChangeFeed<Change extends ObjectChange = ObjectChange> {
  #changes = $state.raw<readonly Change[]>([])
  #loaded = $state(false)
  #error = $state.raw<Error>()
  #readTo: number | undefined
  #reading: Promise<void> = Promise.resolve()
  readonly #cluster: ClusterHandle
  readonly #query: Readonly<Record<string, string>>

  /** @param query the query of `/debug/history` */
  constructor(cluster: ClusterHandle, query: Readonly<Record<string, string>>) {
    this.#cluster = cluster
    this.#query = query
  }

  get changes(): readonly Change[] {
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

  async #readOn(): Promise<void> {
    let known = this.#changes
    for (let more = true; more;) {
      const page = await this.#page(this.#readTo)
      // The next revisions are compacted. The known changes are dropped, because the new ones do not follow them directly.
      if (page === undefined) {
        known = []
        this.#readTo = undefined
        continue
      }
      if (page.items.length > 0) known = [...known, ...page.items]
      this.#readTo = page.next ?? page.revision
      more = page.next !== undefined
    }
    this.#changes = known.length > MAX_CHANGES ? known.slice(-MAX_CHANGES) : known
    this.#loaded = true
    this.#error = undefined
  }

  /** A page of changes. Undefined when the changes after this revision are compacted. */
  async #page(after: number | undefined): Promise<HistoryPage<Change> | undefined> {
    const query = new URLSearchParams(this.#query)
    if (after !== undefined) query.set('after', String(after))
    try {
      return await getJson<HistoryPage<Change>>(this.#cluster, `/debug/history?${query}`)
    } catch (error) {
      if (after !== undefined && error instanceof ApiError && error.code === 410) return undefined
      throw error
    }
  }
}
