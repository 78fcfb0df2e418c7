import { READER } from './resource-client.ts'
import { ApiError, errorOf, errorOfEvent } from './api-error.ts'
import type { WatchEvent } from './watch-stream.ts'
import { jsonLines } from './watch-stream.ts'

/** Follows one collection: lists it, watches from the revision of the list, and lists again after 410 Gone. */
export interface Informer {
  stop(): void
}

export type InformerPhase = 'loading' | 'live' | 'reconnecting' | 'failed'

/** Receives the objects of an informer. `reset` and `apply` are called at most once a frame. */
interface InformerSink<List, Item> {
  /** One page of a new list. The first page replaces all objects; `more` is false for the last. */
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
  /** The Accept header of watches, when it differs from that of lists. */
  readonly watchAccept?: string
  /** Selectors, `includeObject`: sent with every list and watch. */
  readonly query?: Readonly<Record<string, string>>
  /** Objects a page; 500 by default. */
  readonly limit?: number
  /** Lists one page only and watches from its revision: for counts, which need no objects. */
  readonly firstPageOnly?: boolean
  /** False for a resource without the watch verb: it is listed once. */
  readonly canWatch?: boolean
  /** Calls `run` once before the next frame. */
  schedule(run: () => void): void
  /** Waits for this many milliseconds; rejects when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  random(): number
}

const SHORT_DELAY = 50
const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000

/** A Table event has the resourceVersion in its row, any other object in its metadata. */
function versionOf(object: Versioned): string | undefined {
  return object.rows?.[0]?.object?.metadata?.resourceVersion ?? object.metadata?.resourceVersion
}

const isExpired = (error: unknown): boolean => error instanceof ApiError && error.code === 410

export function startInformer<List extends Versioned, Item extends Versioned>(
  options: InformerOptions,
  sink: InformerSink<List, Item>,
): Informer {
  const stopper = new AbortController()
  const { signal } = stopper
  const batch = new FrameBatch<Item>(options.schedule, (events) => {
    if (!signal.aborted) sink.apply(events)
  })

  const url = (extra: Readonly<Record<string, string>>): string =>
    `${options.path}?${new URLSearchParams({ ...options.query, ...extra })}`

  async function open(extra: Readonly<Record<string, string>>, accept = options.accept): Promise<Response> {
    signal.throwIfAborted()
    const response = await options.fetch(url(extra), { headers: { 'User-Agent': READER, Accept: accept }, signal })
    if (!response.ok) throw await errorOf(response)
    return response
  }

  /** The resourceVersion to watch from; undefined when a list must come first. */
  let progress: { version: string } | undefined

  /** Returns the resourceVersion to watch from. */
  async function list(): Promise<string> {
    let token = ''
    let first = true
    for (;;) {
      const query: Record<string, string> = { limit: String(options.limit ?? 500) }
      if (token !== '') query['continue'] = token
      const page = (await (await open(query)).json()) as List
      signal.throwIfAborted()
      token = options.firstPageOnly === true ? '' : (page.metadata?.continue ?? '')
      batch.clear()
      sink.page(page, { first, last: token === '' })
      first = false
      if (token === '') return page.metadata?.resourceVersion ?? ''
    }
  }

  /** Returns the last resourceVersion when the server ends the watch. */
  async function watch(from: string): Promise<string> {
    const query = { watch: 'true', allowWatchBookmarks: 'true', resourceVersion: from }
    const response = await open(query, options.watchAccept)
    if (response.body === null) throw new Error('The watch answered without a body')
    sink.phase('live')
    let version = from
    try {
      for await (const events of jsonLines<WatchEvent<Item>>(response.body)) {
        for (const event of events) {
          if (event.type === 'ERROR') throw errorOfEvent(event.object)
          version = versionOf(event.object) ?? version
          progress = { version }
          if (event.type !== 'BOOKMARK') batch.add(event)
        }
      }
    } finally {
      batch.flush()
    }
    return version
  }

  async function run(): Promise<void> {
    let delay = FIRST_DELAY
    sink.phase('loading')
    while (!signal.aborted) {
      try {
        progress ??= { version: await list() }
        if (options.canWatch === false) return sink.phase('live')
        progress = { version: await watch(progress.version) }
        // The server ends each watch after some minutes; the pause bounds the request rate when it ends them at once.
        delay = FIRST_DELAY
        await options.sleep(SHORT_DELAY, signal).catch(() => undefined)
      } catch (error) {
        if (signal.aborted) return
        if (isExpired(error)) {
          progress = undefined
          sink.phase('reconnecting')
        } else {
          const cause = error instanceof Error ? error : new Error(String(error))
          sink.phase(cause instanceof ApiError && cause.code < 500 ? 'failed' : 'reconnecting', cause)
        }
        // Jitter: watches that broke together must not reconnect together.
        await options.sleep(delay * (0.5 + options.random() / 2), signal).catch(() => undefined)
        delay = Math.min(delay * 2, LONGEST_DELAY)
      }
    }
  }

  void run()
  return { stop: () => stopper.abort() }
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
