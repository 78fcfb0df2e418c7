import { bodyOf } from './read-json.ts'
import { PANE_AGENT } from './resource-client.ts'
import { ApiError, errorOf, errorOfEvent } from './api-error.ts'
import type { WatchEvent } from './watch-stream.ts'
import { jsonLines } from './watch-stream.ts'

/** A running informer: it lists one collection, watches it from the revision of the list, and lists it again after 410 Gone. */
export interface Informer {
  stop(): void
}

export type InformerPhase = 'loading' | 'live' | 'reconnecting' | 'failed'

/** Receives the objects of an informer. `apply` is called at most once a frame, and at the end of each watch. */
interface InformerSink<List, Item> {
  /** One page of a new list. The first page replaces all objects. */
  page(list: List, position: { readonly first: boolean; readonly last: boolean }): void
  apply(events: readonly WatchEvent<Item>[]): void
  phase(phase: InformerPhase, error?: Error): void
}

interface Versioned {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string; remainingItemCount?: number }
  readonly rows?: readonly { readonly object?: { readonly metadata?: { readonly resourceVersion?: string } } }[]
}

export interface InformerOptions {
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The collection's path, without query. */
  readonly path: string
  readonly accept: string
  /** The Accept header of watches; by default `accept`. */
  readonly watchAccept?: string
  /** Parameters of every list and watch, such as selectors and `includeObject`. */
  readonly query?: Readonly<Record<string, string>>
  /** The number of objects on a page; 500 by default. */
  readonly limit?: number
  /** Whether the informer lists one page only and watches from its revision. A count of the objects needs no more. */
  readonly firstPageOnly?: boolean
  /** Whether the resource has the watch verb; a resource without it is listed once. Default: true. */
  readonly canWatch?: boolean
  /** Calls `run` once before the next frame. */
  schedule(run: () => void): void
  /** Waits for this many milliseconds; rejects when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** A random number of at least 0 and less than 1. */
  random(): number
}

/** Milliseconds between a watch that the server ended and the next request. */
const SHORT_DELAY = 50
/** Milliseconds after the first failure; each further failure doubles them, up to the longest delay. */
const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000

/** A Table has the resourceVersion in its row, any other object in its metadata. */
function versionOf(object: Versioned): string | undefined {
  return object.rows?.[0]?.object?.metadata?.resourceVersion ?? object.metadata?.resourceVersion
}

const isExpired = (error: unknown): boolean => error instanceof ApiError && error.code === 410

/** Starts an informer. Errors reach `sink.phase`; the informer runs until `stop`. */
export function startInformer<List extends Versioned, Item extends Versioned>(
  options: InformerOptions,
  sink: InformerSink<List, Item>,
): Informer {
  const stopper = new AbortController()
  void new Reflector(options, sink, stopper.signal).run()
  return { stop: () => stopper.abort() }
}

/** The list and watch loop of one informer. */
class Reflector<List extends Versioned, Item extends Versioned> {
  readonly #options: InformerOptions
  readonly #sink: InformerSink<List, Item>
  readonly #signal: AbortSignal
  readonly #batch: FrameBatch<Item>
  /** The resourceVersion to watch from; undefined when a list must come first. */
  #progress: { version: string } | undefined
  /** Whether the server has accepted the last watch. */
  #isWatching = false

  constructor(options: InformerOptions, sink: InformerSink<List, Item>, signal: AbortSignal) {
    this.#options = options
    this.#sink = sink
    this.#signal = signal
    this.#batch = new FrameBatch<Item>(options.schedule, (events) => {
      if (!signal.aborted) sink.apply(events)
    })
  }

  async run(): Promise<void> {
    const options = this.#options
    const signal = this.#signal
    let delay = FIRST_DELAY
    this.#sink.phase('loading')
    while (!signal.aborted) {
      try {
        this.#progress ??= { version: await this.#list() }
        if (options.canWatch === false) return this.#sink.phase('live')
        this.#progress = { version: await this.#watch(this.#progress.version) }
        // The server ends each watch after some minutes; the pause bounds the request rate when it ends them at once.
        delay = FIRST_DELAY
        await options.sleep(SHORT_DELAY, signal).catch(() => undefined)
      } catch (error) {
        if (signal.aborted) return
        if (this.#expired(error)) {
          await options.sleep(SHORT_DELAY, signal).catch(() => undefined)
          continue
        }
        this.#failed(error)
        // Jitter: watches that failed together should not reconnect together.
        await options.sleep(delay * (0.5 + options.random() / 2), signal).catch(() => undefined)
        delay = Math.min(delay * 2, LONGEST_DELAY)
      }
    }
  }

  /** Whether an error ended an accepted watch with 410. A list follows such a watch without backoff, as in client-go. */
  #expired(error: unknown): boolean {
    if (!this.#isWatching || !isExpired(error)) return false
    this.#isWatching = false
    this.#progress = undefined
    return true
  }

  #failed(error: unknown): void {
    if (isExpired(error)) {
      this.#progress = undefined
      this.#sink.phase('reconnecting')
      return
    }
    const cause = error instanceof Error ? error : new Error(String(error))
    this.#sink.phase(cause instanceof ApiError && cause.code < 500 ? 'failed' : 'reconnecting', cause)
  }

  async #open(extra: Readonly<Record<string, string>>, accept = this.#options.accept): Promise<Response> {
    const options = this.#options
    const signal = this.#signal
    signal.throwIfAborted()
    const url = `${options.path}?${new URLSearchParams({ ...options.query, ...extra })}`
    const response = await options.fetch(url, { headers: { 'User-Agent': PANE_AGENT, Accept: accept }, signal })
    if (!response.ok) throw await errorOf(response)
    return response
  }

  /** Returns the resourceVersion to watch from. */
  async #list(): Promise<string> {
    const { limit = 500, firstPageOnly } = this.#options
    let token = ''
    let first = true
    for (;;) {
      const query: Record<string, string> = { limit: String(limit) }
      if (token !== '') query['continue'] = token
      const page = await bodyOf<List>(await this.#open(query))
      this.#signal.throwIfAborted()
      token = firstPageOnly === true ? '' : (page.metadata?.continue ?? '')
      this.#batch.clear()
      this.#sink.page(page, { first, last: token === '' })
      first = false
      if (token === '') return page.metadata?.resourceVersion ?? ''
    }
  }

  /** Returns the last resourceVersion when the server ends the watch. */
  async #watch(from: string): Promise<string> {
    this.#isWatching = false
    const query = { watch: 'true', allowWatchBookmarks: 'true', resourceVersion: from }
    const response = await this.#open(query, this.#options.watchAccept)
    if (response.body === null) throw new Error('The watch answered without a body')
    this.#isWatching = true
    this.#sink.phase('live')
    let version = from
    try {
      for await (const events of jsonLines<WatchEvent<Item>>(response.body)) {
        for (const event of events) {
          if (event.type === 'ERROR') throw errorOfEvent(event.object)
          version = versionOf(event.object) ?? version
          this.#progress = { version }
          if (event.type !== 'BOOKMARK') this.#batch.add(event)
        }
      }
    } finally {
      this.#batch.flush()
    }
    return version
  }
}

/** Collects events and delivers them once a frame. */
class FrameBatch<Item> {
  #events: WatchEvent<Item>[] = []
  readonly #schedule: (run: () => void) => void
  readonly #deliver: (events: readonly WatchEvent<Item>[]) => void

  constructor(schedule: (run: () => void) => void, deliver: (events: readonly WatchEvent<Item>[]) => void) {
    this.#schedule = schedule
    this.#deliver = deliver
  }

  add(event: WatchEvent<Item>): void {
    if (this.#events.push(event) === 1) this.#schedule(() => this.flush())
  }

  clear(): void {
    this.#events = []
  }

  flush(): void {
    if (this.#events.length === 0) return
    const events = this.#events
    this.#events = []
    this.#deliver(events)
  }
}
