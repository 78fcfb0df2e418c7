import type { Clock } from '../clock/clock.ts'

/** The open watches and the last ended ones, for a page that shows them (reference/observability.md 11). */
export interface WatchRegistry {
  /** @param backlog The bytes that the reader has not taken yet. */
  open(watch: WatchRequest, backlog?: () => number): RegisteredWatch
  /** Whether `MAX_WATCHES` watches are open; the server then refuses further ones. */
  readonly isFull: boolean
  /** Open watches, oldest first, then ended ones, the last ended last. */
  list(): readonly WatchState[]
  /**
   * Calls `listener` for each sent event until the returned function is called.
   * @param after The number of an event: kept events after it are passed first, synchronously.
   */
  follow(listener: EventListener, after?: number): () => void
}

type EventListener = (event: SentEvent, watch: WatchRequest) => void

/** The watched objects and the client. */
export interface WatchRequest {
  readonly user: string
  readonly userAgent: string
  /** The controller of this server that watches; empty for clients. */
  readonly controller: string
  readonly group: string
  readonly version: string
  readonly resource: string
  /** The watched namespace; empty for all namespaces, and for cluster scope. */
  readonly namespace: string
  readonly labelSelector: string
  readonly fieldSelector: string
  /** The parameter as the client sent it. */
  readonly resourceVersion: string
}

export interface WatchState extends WatchRequest {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt?: number
  /** Why it ended: `the client closed it`. */
  readonly ending?: string
  readonly events: number
  readonly bookmarks: number
  readonly bytes: number
  readonly backlog: number
  /** The revision of the cluster at the last event or bookmark; empty before the first. */
  readonly lastVersion: string
  /** The number of earlier times that the same client opened the same watch: after its end, or to list again. */
  readonly reopened: number
}

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'

/** One event of a watch, without its object. */
export interface SentEvent {
  /** Counts the events of all watches. A gap shows that the reader missed events or may not see them. */
  readonly number: number
  readonly watch: number
  readonly type: EventType
  /** The namespace and the name of the object; both are empty for bookmarks and errors. */
  readonly namespace: string
  readonly name: string
  /** The revision of the cluster when the event was sent. */
  readonly resourceVersion: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly at: number
}

type Place = Pick<SentEvent, 'namespace' | 'name'>

export interface RegisteredWatch {
  /**
   * @param bytes The size of the encoded event; 0 for controllers, which share the stored object.
   * @param place Called only after a reader has followed the events once.
   */
  sent(type: EventType, bytes: number, place?: () => Place): void
  /** Records the end of the watch. Only the first call counts. */
  ended(ending: string): void
}

/** The most open watches. One takes 11 KB, and an event that all of them receive blocks the event loop for 0.1 s. */
export const MAX_WATCHES = 20_000
const MAX_ENDED = 100
/** The number of kept events, for a reader that follows again after its connection was lost. */
const MAX_EVENTS = 1000
/** The kept length of texts that clients choose. */
const LONGEST_TEXT = 256
const MAX_COUNTED = 2000

/**
 * The state of a watch, with a number in place of the text `lastVersion`. It is updated for each event of up to 20,000 watches,
 * so the text is made only when it is read.
 */
type Counted = Omit<WatchState, 'lastVersion'>
type Counts = { -readonly [Key in keyof Counted]: Counted[Key] } & { lastRevision: number | undefined }

const stateOf = ({ lastRevision, ...state }: Counts): WatchState => ({
  ...state,
  lastVersion: lastRevision === undefined ? '' : String(lastRevision),
})

const cut = (text: string): string => text.slice(0, LONGEST_TEXT)

const NO_PLACE = (): Place => ({ namespace: '', name: '' })

/** @param revision Returns the newest revision of the cluster; during an event, the revision of the event's change. */
export function watchRegistry(clock: Pick<Clock, 'now'>, revision: () => number): WatchRegistry {
  const open = new Map<number, { readonly state: Counts; readonly backlog: () => number }>()
  const ended: WatchState[] = []
  const openings = new Openings()
  const events = new SentEvents()
  let sequence = 0
  return {
    open(given, backlog = () => 0) {
      const watch = bounded(given)
      const id = ++sequence
      const counts = { events: 0, bookmarks: 0, bytes: 0, backlog: 0, lastRevision: undefined }
      const state: Counts = { ...watch, ...counts, id, startedAt: clock.now(), reopened: openings.count(watch) }
      open.set(id, { state, backlog })
      return {
        sent(type, bytes, place = NO_PLACE) {
          if (type === 'BOOKMARK') state.bookmarks++
          else state.events++
          state.bytes += bytes
          const current = revision()
          state.lastRevision = current
          const number = events.next()
          if (number === undefined) return
          const sent = { watch: id, type, bytes, resourceVersion: String(current), at: clock.now() }
          events.add({ ...place(), ...sent, number }, state)
        },
        ended(ending) {
          if (!open.delete(id)) return
          ended.push({ ...stateOf(state), endedAt: clock.now(), ending })
          if (ended.length > MAX_ENDED) ended.shift()
        },
      }
    },
    get isFull() {
      return open.size >= MAX_WATCHES
    },
    list: () => [
      ...Array.from(open.values(), ({ state, backlog }) => ({ ...stateOf(state), backlog: backlog() })),
      ...ended,
    ],
    follow: (listener, after) => events.follow(listener, after),
  }
}

function bounded(watch: WatchRequest): WatchRequest {
  const { user, userAgent, labelSelector, fieldSelector, resourceVersion } = watch
  const texts = { user: cut(user), userAgent: cut(userAgent), resourceVersion: cut(resourceVersion) }
  return { ...watch, ...texts, labelSelector: cut(labelSelector), fieldSelector: cut(fieldSelector) }
}

/** Numbers the events, and keeps the last ones once a reader has followed them for the first time. */
class SentEvents {
  readonly #listeners = new Set<EventListener>()
  readonly #kept: { readonly event: SentEvent; readonly watch: WatchRequest }[] = []
  #number = 0
  #isFollowed = false

  /** The number of the next event; undefined when no reader has followed the events. */
  next(): number | undefined {
    const number = ++this.#number
    return this.#isFollowed ? number : undefined
  }

  add(event: SentEvent, watch: WatchRequest): void {
    const entry = { event, watch }
    this.#kept.push(entry)
    if (this.#kept.length > MAX_EVENTS) this.#kept.shift()
    for (const listener of this.#listeners) listener(entry.event, watch)
  }

  follow(listener: EventListener, after = Number.POSITIVE_INFINITY): () => void {
    this.#isFollowed = true
    for (const { event, watch } of this.#kept) if (event.number > after) listener(event, watch)
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** The number of openings by client and watch. Beyond `MAX_COUNTED`, the watch opened least recently is dropped. */
class Openings {
  readonly #counts = new Map<string, number>()

  /** Counts an opening, and returns the number of earlier ones. */
  count(watch: WatchRequest): number {
    const key = JSON.stringify({ ...watch, resourceVersion: '' })
    const before = this.#counts.get(key) ?? 0
    this.#counts.delete(key)
    this.#counts.set(key, before + 1)
    for (const [oldest] of this.#counts) {
      if (this.#counts.size <= MAX_COUNTED) break
      this.#counts.delete(oldest)
    }
    return before
  }
}
