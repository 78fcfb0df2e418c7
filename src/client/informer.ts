import { READER } from './resource-client.ts'
import { ApiError, errorOf, errorOfEvent } from './api-error.ts'
import type { WatchEvent } from './watch-stream.ts'
import { jsonLines } from './watch-stream.ts'

/** Follows one collection: lists it, watches on from there, and lists again when the history is gone. */
export interface Informer {
  stop(): void
}

export type InformerPhase = 'loading' | 'live' | 'reconnecting' | 'failed'

/** Where an informer reports to. `reset` and `apply` come at most once a frame. */
interface InformerSink<List, Item> {
  /** One page of a fresh list; the first one (`more` is false for the last) replaces what was held. */
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
  /** Where a watch has to ask for another form than a list. */
  readonly watchAccept?: string
  /** Selectors, `includeObject`: sent with every list and watch. */
  readonly query?: Readonly<Record<string, string>>
  /** Objects a page; 500 unless told. */
  readonly limit?: number
  /** Lists one page only and watches from there: for counts, which need no objects. */
  readonly firstPageOnly?: boolean
  /** False for a resource without the watch verb: it is listed once. */
  readonly canWatch?: boolean
  /** Calls back once before the next frame. */
  schedule(run: () => void): void
  /** Milliseconds; rejects when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  random(): number
}

const SHORT_DELAY = 50
const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000

/** A table's event carries the version in its row, any other object in its own metadata. */
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

  /** The version to watch on from; undefined: list first. */
  let progress: { version: string } | undefined

  /** Answers the version to watch from. */
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

  /** Answers the version to go on from when the server ends the watch. */
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
        // The server ends each watch after a while; a server that ends them at once must not be hammered.
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
        // Spread out, so that many watches that broke together do not come back together.
        await options.sleep(delay * (0.5 + options.random() / 2), signal).catch(() => undefined)
        delay = Math.min(delay * 2, LONGEST_DELAY)
      }
    }
  }

  void run()
  return { stop: () => stopper.abort() }
}

/** Collects events and hands them over once a frame. */
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
