import type { RequestRecord } from '../../worker/observability/trace.ts'
import { repeat } from '../client/repeat.ts'
import { PANE_AGENT, getJson, send } from '../client/resource-client.ts'
import { jsonLines } from '../client/watch-stream.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

const PATH = '/debug/requests'
/** The limit of kept requests, which applies separately to clients and to controllers. */
const KEPT = 1000
const isOfClient = ({ controller }: RequestRecord): boolean => controller === ''

/** The requests and responses that the server has recorded, newest first, live. */
export class Requests {
  #records = $state.raw<readonly RequestRecord[]>([])
  #error = $state.raw<Error>()
  #own = $state(false)
  #controllers = $state(false)
  readonly #cluster: ClusterHandle
  readonly #stopper = new AbortController()

  constructor(cluster: ClusterHandle) {
    this.#cluster = cluster
    const { signal } = this.#stopper
    void repeat(() => this.#follow(signal), { signal, attempted: (error) => (this.#error = error) })
  }

  /** All records, including requests of the page's panes and of controllers. */
  get all(): readonly RequestRecord[] {
    return this.#records
  }

  /**
   * The records. Requests of this page's panes are included only when `own` is set, and requests of controllers only when
   * `controllers` is set.
   */
  get records(): readonly RequestRecord[] {
    return this.#records.filter(
      ({ userAgent, controller }) =>
        (this.#own || !userAgent.startsWith(PANE_AGENT)) && (this.#controllers || controller === ''),
    )
  }

  get error(): Error | undefined {
    return this.#error
  }

  /** Whether the list includes the requests of this page's panes. */
  get own(): boolean {
    return this.#own
  }

  set own(own: boolean) {
    this.#own = own
  }

  /** Whether the list includes the writes of controllers and simulated nodes. */
  get controllers(): boolean {
    return this.#controllers
  }

  set controllers(controllers: boolean) {
    this.#controllers = controllers
  }

  stop(): void {
    this.#stopper.abort()
  }

  async #follow(signal: AbortSignal): Promise<void> {
    // Subscribes before it lists, so no request is missed. Duplicates have the same id.
    const stream = await send(this.#cluster, `${PATH}?controllers=true&watch=true`, { signal })
    this.#add((await getJson<{ items: readonly RequestRecord[] }>(this.#cluster, `${PATH}?controllers=true`)).items)
    if (stream.body === null) return
    for await (const records of jsonLines<RequestRecord>(stream.body)) this.#add(records)
  }

  #add(added: readonly RequestRecord[]): void {
    const known = new Map(this.#records.map((record) => [record.id, record]))
    for (const record of added) if (!record.url.startsWith(PATH)) known.set(record.id, record)
    const all = [...known.values()].sort((a, b) => b.startedAt - a.startedAt)
    const [clients, controllers] = [all.filter(isOfClient).slice(0, KEPT), all.filter((each) => !isOfClient(each))]
    this.#records = [...clients, ...controllers.slice(0, KEPT)].sort((a, b) => b.startedAt - a.startedAt)
  }
}
