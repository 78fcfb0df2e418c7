import type { SentEvent, WatchState } from '../../worker/observability/watch-registry.ts'
import { repeat } from '../client/repeat.ts'
import { PANE_AGENT, getJson, send } from '../client/resource-client.ts'
import { jsonLines } from '../client/watch-stream.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

interface WatchList {
  readonly revision: number
  readonly compactedRevision: number
  readonly items: readonly WatchState[]
}

const PATH = '/debug/watches'
const MAX_EVENTS = 300

/** The open watches and informers of a cluster with their counts, and the events that they send. */
export class Watches {
  #all = $state.raw<readonly WatchState[]>([])
  #events = $state.raw<readonly SentEvent[]>([])
  #compactedRevision = $state(0)
  #loaded = $state(false)
  #error = $state.raw<Error>()
  /** Whether the watches of the page's own panes are shown. */
  #own = $state(false)
  #paused = $state(false)
  /** The number of the last received event. */
  #lastNumber: number | undefined
  readonly #cluster: ClusterHandle
  readonly #stopper = new AbortController()

  constructor(cluster: ClusterHandle) {
    this.#cluster = cluster
    void this.#repeat(() => this.read())
    void this.#repeat(() => this.#follow())
  }

  get all(): readonly WatchState[] {
    if (this.#own) return this.#all
    return this.#all.filter(({ userAgent }) => !userAgent.startsWith(PANE_AGENT))
  }

  /** Newest first. */
  get events(): readonly SentEvent[] {
    if (this.#own) return this.#events
    const shown = new Set(this.all.map(({ id }) => id))
    return this.#events.filter(({ watch }) => shown.has(watch))
  }

  /** The lowest revision from which a watch may start. */
  get compactedRevision(): number {
    return this.#compactedRevision
  }

  get loaded(): boolean {
    return this.#loaded
  }

  get error(): Error | undefined {
    return this.#error
  }

  get own(): boolean {
    return this.#own
  }

  set own(own: boolean) {
    this.#own = own
  }

  get paused(): boolean {
    return this.#paused
  }

  set paused(paused: boolean) {
    this.#paused = paused
  }

  stop(): void {
    this.#stopper.abort()
  }

  async read(): Promise<void> {
    const { items, compactedRevision } = await getJson<WatchList>(this.#cluster, PATH)
    // Open watches come first, sorted by resource, then the ended ones, the last one first.
    const open = items.filter(({ endedAt }) => endedAt === undefined)
    const ended = items.filter(({ endedAt }) => endedAt !== undefined).toReversed()
    this.#all = [...open.toSorted((a, b) => a.resource.localeCompare(b.resource, 'en')), ...ended]
    this.#compactedRevision = compactedRevision
    this.#loaded = true
  }

  async #follow(): Promise<void> {
    // After a lost connection the stream continues with the next event.
    const after = this.#lastNumber === undefined ? '' : `&after=${this.#lastNumber}`
    const stream = await send(this.#cluster, `${PATH}?watch=true${after}`, { signal: this.#stopper.signal })
    if (stream.body === null) return
    for await (const events of jsonLines<SentEvent>(stream.body)) {
      this.#lastNumber = events.at(-1)?.number ?? this.#lastNumber
      if (!this.#paused) this.#events = [...events.toReversed(), ...this.#events].slice(0, MAX_EVENTS)
    }
  }

  #repeat(run: () => Promise<void>): Promise<void> {
    return repeat(run, { signal: this.#stopper.signal, attempted: (error) => (this.#error = error) })
  }
}
