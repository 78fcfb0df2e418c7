import { untrack } from 'svelte'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { ChangeFeed } from '../history/change-feed.svelte.ts'
import { Requests } from '../requests/requests.svelte.ts'
import { shownRevision } from '../state/shown-revision.svelte.ts'
import type { ClusterChange, Moment } from './moments.ts'
import { momentOfRevision, momentsOf } from './moments.ts'

/** Milliseconds between two revisions while the timeline plays. */
const PACE = 800
/** Milliseconds without a new revision, after which the changes are read. */
const PAUSE = 150
/**
 * Milliseconds within which several moves count as one, because the page lists everything that it shows again after
 * each move.
 */
const SETTLE = 60

/** The moments of a cluster since the last compaction, and the moment that the page shows. */
export class Timeline {
  readonly #cluster: ClusterHandle
  readonly #feed: ChangeFeed<ClusterChange>
  readonly #requests: Requests
  readonly #moments: readonly Moment[] = $derived.by(() => momentsOf(this.#feed.changes, this.#requests.records))
  /** The id of the chosen moment; undefined means now. */
  #chosen = $state<string>()
  #mark = $state<number>()
  #playing = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #settling: ReturnType<typeof setTimeout> | undefined
  readonly #unfollow: () => void

  constructor(cluster: ClusterHandle) {
    this.#cluster = cluster
    this.#feed = new ChangeFeed(cluster, { limit: '1000' })
    this.#requests = new Requests(cluster)
    let read: ReturnType<typeof setTimeout> | undefined
    const stop = cluster.onState(() => {
      clearTimeout(read)
      read = setTimeout(() => this.#feed.read(), PAUSE)
    })
    this.#unfollow = () => {
      stop()
      clearTimeout(read)
    }
    this.#feed.read()
  }

  get moments(): readonly Moment[] {
    return this.#moments
  }

  get changes(): readonly ClusterChange[] {
    return this.#feed.changes
  }

  get loaded(): boolean {
    return this.#feed.loaded
  }

  get error(): Error | undefined {
    return this.#feed.error
  }

  /** The index of the shown moment; the number of moments when the cluster is shown as it is now. */
  get position(): number {
    const now = this.#moments.length
    const revision = shownRevision.of(this.#cluster.id)
    if (revision === undefined) return now
    const chosen = this.#moments.findIndex(({ id }) => id === this.#chosen)
    return chosen >= 0 ? chosen : momentOfRevision(this.#moments, revision)
  }

  get shown(): Moment | undefined {
    return this.#moments[this.position]
  }

  /** The revision with which the shown revision is compared. */
  get mark(): number | undefined {
    return this.#mark
  }

  set mark(revision: number | undefined) {
    this.#mark = revision
  }

  get playing(): boolean {
    return this.#playing
  }

  /** Shows the moment with this index; the index after the last one shows the cluster as it is now. */
  go(index: number): void {
    const moment = this.#moments[Math.max(0, index)]
    this.#chosen = moment?.id
    clearTimeout(this.#settling)
    const show = (): void => shownRevision.show(this.#cluster.id, moment?.revision, moment && captionOf(moment))
    const { moved } = shownRevision
    // The first move shows the bar at once.
    if (moment === undefined || shownRevision.of(this.#cluster.id) === undefined) show()
    // The reader may have returned to now in the meantime; that move wins.
    else this.#settling = setTimeout(() => moved.aborted || show(), SETTLE)
  }

  step(by: number): void {
    this.pause()
    this.go(Math.min(this.#moments.length, Math.max(0, this.position + by)))
  }

  /** Plays from the shown moment. At now, plays from the first moment. */
  play(): void {
    this.#playing = true
    if (this.position >= this.#moments.length) this.go(0)
    const next = (): void => {
      const index = untrack(() => this.#nextChange())
      if (index >= this.#moments.length) this.pause()
      this.go(index)
      if (this.#playing) this.#timer = setTimeout(next, PACE)
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(next, PACE)
  }

  pause(): void {
    this.#playing = false
    clearTimeout(this.#timer)
  }

  stop(): void {
    this.pause()
    clearTimeout(this.#settling)
    this.#unfollow()
    this.#requests.stop()
  }

  /** The next moment with another revision. Skips events and requests, which change nothing that the page shows. */
  #nextChange(): number {
    const { position } = this
    const from = this.#moments[position]?.revision ?? 0
    const next = this.#moments.findIndex(
      ({ revision, lane }, index) => index > position && revision !== from && lane !== 'events' && lane !== 'requests',
    )
    return next < 0 ? this.#moments.length : next
  }
}

const timeOf = (ms: number): string => new Date(ms).toLocaleTimeString('en-GB')

const captionOf = ({ at, who, what }: Moment): { caption: string; at: number } => ({
  caption: `${timeOf(at)}, after ${who}: ${what}`,
  at,
})
