import { clampedInteger, durationOf } from '../api/int64.ts'
import type { ApiObject } from '../api/object.ts'
import { expired, internalError, StatusError } from '../api/status.ts'
import type { Change, Snapshot, Stored } from '../store/store.ts'
import { Compacted } from '../store/store.ts'
import type { Environment } from './environment.ts'
import { awaitRevision, parameterVersion } from './resource-version.ts'
import type { Selection } from './selection.ts'
import { compileSelection } from './selection.ts'
import { requireKey } from './storage-key.ts'
import type { Target, View, Watcher, WatchEvent, WatchOptions } from './verbs.ts'
import { convertForWatch, viewOf } from './version-conversion.ts'
import type { VerbRequest } from './write.ts'

/** Milliseconds between two bookmarks of a watch. */
const BOOKMARK_INTERVAL = 60_000
/** Milliseconds before the end of a watch at which it sends its last bookmark. */
const LAST_BOOKMARK_LEAD = 2000
/** Milliseconds until a failed conversion webhook is called again. */
const RETRY_MS = 1000

/**
 * The shortest duration of a watch without `timeoutSeconds`, in seconds. The longest is twice this time. The server
 * chooses a time between the two at random, so that watches do not end together.
 */
const MIN_TIMEOUT = 1800

export async function watch(request: VerbRequest<WatchOptions>, watcher: Watcher): Promise<() => void> {
  const { environment, target, caller, options } = request
  const compiling = compileSelection(environment, target, options)
  const selection = compiling instanceof Promise ? await compiling : compiling
  if (target.resource.traits.uncached) requireKey({ ...target, name: selection?.name ?? '' })
  const revision = parameterVersion(options.resourceVersion)
  const initial = options.sendInitialEvents ?? revision === 0
  if (options.sendInitialEvents === true && !target.resource.traits.uncached) {
    const failed = await awaitRevision(environment, revision).catch(statusOf)
    if (failed !== undefined) {
      watcher.event({ type: 'ERROR', status: failed })
      watcher.end()
      return () => undefined
    }
  }
  return new WatchSession(request, watcher, selection).start(caller.signal, clampedInteger(revision), initial)
}

/**
 * The status of a refusal, which the watch sends as an ERROR event: the store did not reach the revision in time.
 * @throws every other error
 */
function statusOf(error: unknown): StatusError['status'] {
  if (error instanceof StatusError) return error.status
  throw error
}

const nothing = (): readonly Stored[] => []

/** The watch of one watcher, with its timers. */
class WatchSession {
  readonly #environment: Environment
  readonly #target: Target
  readonly #options: WatchOptions
  readonly #watcher: Watcher
  readonly #selection: Selection | undefined
  readonly #undo: (() => void)[] = []
  #seen = 0
  #ended = false
  /** Settles when all earlier events are sent; undefined before the first task of a watch with a conversion webhook. */
  #queue: Promise<void> | undefined

  constructor(
    { environment, target, options }: VerbRequest<WatchOptions>,
    watcher: Watcher,
    selection: Selection | undefined,
  ) {
    this.#environment = environment
    this.#target = target
    this.#options = options
    this.#watcher = watcher
    this.#selection = selection
  }

  start(signal: AbortSignal, from: number, initial: boolean): () => void {
    const { store, clock } = this.#environment
    const start = from > 0 && !initial ? from : store.revision
    if (initial) this.#sendInitial()
    this.#seen = start
    if (!this.#follow(start)) return () => this.#end()
    const time = durationOf(this.#options.timeoutSeconds ?? 0) || (MIN_TIMEOUT + clock.random(MIN_TIMEOUT)) * 1000
    this.#undo.push(clock.after(time, () => this.#inOrder(nothing, () => this.#end())))
    if (this.#options.allowWatchBookmarks && !this.#target.resource.traits.uncached)
      this.#scheduleBookmarks(start, time - LAST_BOOKMARK_LEAD)
    const stop = (): void => this.#end()
    signal.addEventListener('abort', stop, { once: true })
    this.#undo.push(() => signal.removeEventListener('abort', stop))
    const { withdrawn } = this.#target.resource
    withdrawn?.addEventListener('abort', stop, { once: true })
    this.#undo.push(() => withdrawn?.removeEventListener('abort', stop))
    if (signal.aborted || withdrawn?.aborted === true) this.#end()
    return stop
  }

  #sendInitial(): void {
    const { resource, namespace } = this.#target
    const snapshot = this.#environment.store.snapshot(resource.storage)
    const entries = (): Iterable<Stored> => snapshot.entries({ namespace })
    this.#inOrder(entries, () => this.#sendState(snapshot), RETRY_MS)
  }

  #sendState(snapshot: Snapshot): void {
    const { namespace } = this.#target
    for (const stored of snapshot.entries({ namespace })) {
      const view = this.#view(stored)
      if (this.#selection?.matches(view.object) ?? true) this.#emit({ type: 'ADDED', view, encoded: new Map() })
    }
    if (!this.#options.sendInitialEvents || !this.#options.allowWatchBookmarks) return
    const { bookmarkDelay = 0 } = this.#options
    const end = (revision: number): void =>
      this.#emit({ type: 'BOOKMARK', resourceVersion: String(revision), initialEventsEnd: true })
    if (bookmarkDelay === 0) return end(snapshot.revision)
    const { clock, store } = this.#environment
    this.#undo.push(clock.after(bookmarkDelay, () => this.#inOrder(nothing, () => end(store.revision))))
  }

  /**
   * Starts to follow the store. Returns false when the requested history is compacted; the watch then ends with an ERROR event.
   */
  #follow(from: number): boolean {
    const { store } = this.#environment
    const { resource, namespace } = this.#target
    try {
      const following = store.watch({
        resource: resource.storage,
        namespace: namespace === '' ? undefined : namespace,
        from,
        only: this.#watchedValue(),
        listener: (change) => this.#take(change, from),
        ended: () => this.#end(),
      })
      this.#undo.push(() => following.stop())
      return true
    } catch (error) {
      if (!(error instanceof Compacted)) throw error
      this.#emit({ type: 'ERROR', status: expired(this.#tooOld(from, error.compactedRevision)).status })
      this.#end()
      return false
    }
  }

  /**
   * The field selector's value that the store compares with stored objects; undefined when stored objects have another
   * form than the watched version.
   */
  #watchedValue(): Selection['only'] {
    const { resource, version } = this.#target
    return version === resource.storageVersion && version.custom === undefined ? this.#selection?.only : undefined
  }

  /** The message for a revision that is older than the history (reference/watch.md 3). */
  #tooOld(from: number, compacted: number): string {
    return this.#target.resource.traits.uncached
      ? 'The resourceVersion for the provided watch is too old.'
      : `too old resource version: ${from} (${compacted})`
  }

  #take(change: Change, from: number): void {
    if (change.revision <= from) return
    this.#seen = change.revision
    const { current } = change
    // Without a selector, the event does not depend on the fields of the previous state.
    const previous = this.#selection && change.previous
    this.#inOrder(
      () => (previous === undefined ? [current] : [previous, current]),
      () => {
        const event = this.#eventOf(change)
        if (event !== undefined) this.#emit(event)
      },
    )
  }

  /**
   * Runs a task at once when there is no conversion webhook. Otherwise the task runs after all earlier tasks and after the
   * webhook has converted the states that the task shows. With `retryMs` a failed conversion is retried, like the initial state
   * on the real server. Without it, a failed conversion ends the watch, and the client must start another.
   */
  #inOrder(shown: () => Iterable<Stored>, task: () => void, retryMs?: number): void {
    if (this.#target.version.custom?.remote === undefined) return task()
    const before = this.#queue
    const work = async (): Promise<void> => {
      await before
      while (!this.#ended && !(await this.#convert(shown()))) {
        if (retryMs === undefined) return this.#end()
        await new Promise<void>((resolve) => this.#environment.clock.after(retryMs, resolve))
      }
      if (!this.#ended) task()
    }
    this.#queue = work().catch((error: unknown) => {
      this.#emit({ type: 'ERROR', status: internalError(String(error)).status })
      this.#end()
    })
  }

  /** Lets the webhook convert the states. Returns false when it fails. */
  async #convert(shown: Iterable<Stored>): Promise<boolean> {
    try {
      for (const stored of shown) await convertForWatch(this.#target.version, stored)
      return true
    } catch (error) {
      if (error instanceof StatusError) return false
      throw error
    }
  }

  /**
   * The event of a change; undefined when the watcher does not see the change. For a watcher with a selector, an object that
   * stops matching is deleted, and an object that starts to match is added.
   */
  #eventOf({ type, revision, current, previous, encoded }: Change): WatchEvent | undefined {
    const selection = this.#selection
    const was = previous !== undefined && (selection === undefined || selection.matches(this.#view(previous).object))
    if (type === 'remove') return was ? { type: 'DELETED', view: this.#view(current), encoded } : undefined
    const view = this.#view(current)
    if (selection?.matches(view.object) ?? true) return { type: was ? 'MODIFIED' : 'ADDED', view, encoded }
    if (!was || previous === undefined) return undefined
    return { type: 'DELETED', view: at(this.#view(previous).object, revision), encoded }
  }

  #view(stored: Stored): View {
    return viewOf(this.#target.resource, this.#target.version, stored)
  }

  #emit(event: WatchEvent): void {
    if (!this.#ended) this.#watcher.event(event)
  }

  /**
   * @param last Milliseconds until the last bookmark. It is sent only when the resource has changed since the start of the watch.
   */
  #scheduleBookmarks(start: number, last: number): void {
    const { clock } = this.#environment
    if (last > 0) this.#undo.push(clock.after(last, () => this.#bookmark(() => this.#lastChange(start))))
    const each = (): void => {
      this.#bookmark(() => this.#environment.store.revision)
      next()
    }
    const next = (): void => void this.#undo.push(clock.after(BOOKMARK_INTERVAL, () => this.#ended || each()))
    next()
  }

  /** Sends a bookmark. No change of this resource is pending, so the watch has received everything up to the revision. */
  #bookmark(revision: () => number | undefined): void {
    this.#inOrder(nothing, () => {
      const reached = revision()
      // The watch may have started from a revision that the store has not reached.
      if (reached === undefined || reached < this.#seen) return
      this.#emit({ type: 'BOOKMARK', resourceVersion: String(reached), initialEventsEnd: false })
    })
  }

  /**
   * The revision of the newest change of this resource after the revision `after`, in any namespace; undefined without a change.
   */
  #lastChange(after: number): number | undefined {
    const { store } = this.#environment
    const from = Math.max(after, store.compactedRevision)
    let last: number | undefined
    for (const { change } of store.changes(from))
      if (change.key.resource === this.#target.resource.storage) last = change.revision
    return last
  }

  #end(): void {
    if (this.#ended) return
    this.#ended = true
    for (const undo of this.#undo.splice(0)) undo()
    this.#watcher.end()
  }
}

/** The last matching state, with the resourceVersion of the change that ended the match. */
function at(object: ApiObject, revision: number): View {
  return { object: { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } } }
}
