import type { ApiObject } from '../../worker/api/object.ts'
import type { Client } from './client.ts'
import { resourcePath } from './discovery.ts'
import { faultText, isRequestFault, ServerError, Unreachable } from './failure.ts'
import type { Host } from './host.ts'
import { logLine } from './klog.ts'
import { listed } from './lists.ts'
import type { Target } from './selection.ts'
import { WatchEnded } from './watch.ts'

/** The name of client-go's reflector in the log. */
const REFLECTOR = 'k8s.io/client-go/tools/watch/informerwatcher.go:146'

/** The Go types of the objects of a reflector. kubectl names the resource in requests for typed objects only. */
type Watched = '*unstructured.Unstructured' | '*v1.Pod'

/** Milliseconds before the second attempt. Each later pause is twice as long; a random part of it is added to each. */
const FIRST_PAUSE_MS = 800
const LONGEST_PAUSE_MS = 30_000

/** The server counts as healthy when more time has passed since the last pause began. */
const HEALTHY_MS = 120_000

/** A watch that ends before, without an event, has failed. */
const SHORT_WATCH_MS = 1000
const SHORT_WATCH = `very short watch: ${REFLECTOR}: Unexpected watch close - watch lasted less than a second and no items received`

/** Status codes of refused watches and error events that client-go does not log. */
const GONE = 410
const BUSY = 429

/**
 * Yields the current object of a target, then its state after each event of a watch; undefined for an object that does
 * not exist or was deleted. Like kubectl, it starts the watch at the revision of a list, because the resourceVersion of
 * an object that did not change for long may be too old.
 *
 * It never ends. When the server ends a watch, the next one begins at once, at the last event. When the server is busy or
 * refuses the connection, the watch begins again after a pause. All other faults of lists and watches, and a watch of less
 * than a second without an event, are logged; after a pause it lists again. The pauses grow up to 30 seconds plus a
 * random part. The next pause is short again when more than two minutes have passed since the last one began.
 */
export async function* statesOf(
  session: { readonly host: Host; client(): Promise<Client> },
  target: Pick<Target, 'type' | 'namespace' | 'name'>,
  watched: Watched = '*unstructured.Unstructured',
): AsyncGenerator<ApiObject | undefined> {
  const { host } = session
  const client = await session.client()
  const delay = delays(host)
  const pause = (): Promise<void> => client.pause(delay())
  for (;;) {
    try {
      yield* listedAndWatched({ host, client, pause }, target, watched)
    } catch (error) {
      logFault(host, error, watched)
    }
    await pause()
  }
}

/**
 * The states of an object, the current one first. Waits for an object that does not exist yet.
 * @throws the error of `gone` when the object is removed
 */
export async function* knownStates(
  session: Parameters<typeof statesOf>[0],
  target: Parameters<typeof statesOf>[1],
  gone: () => Error,
  watched?: Watched,
): AsyncGenerator<ApiObject> {
  let isKnown = false
  for await (const state of statesOf(session, target, watched)) {
    if (state !== undefined) yield state
    else if (isKnown) throw gone()
    isKnown ||= state !== undefined
  }
}

/** Returns a function that gives the milliseconds of the next pause, which begins now. */
function delays(host: Pick<Host, 'now' | 'random'>): () => number {
  let next = FIRST_PAUSE_MS
  let began = host.now()
  return () => {
    const now = host.now()
    const current = now - began > HEALTHY_MS ? FIRST_PAUSE_MS : next
    next = Math.min(2 * current, LONGEST_PAUSE_MS)
    began = now
    return current + host.random(current)
  }
}

/** A list that failed. */
class ListFailed extends Error {}

/** A watch that ended too soon. */
class ShortWatch extends Error {}

interface Watching {
  readonly host: Host
  readonly client: Client
  pause(): Promise<void>
}

async function* listedAndWatched(
  { host, client, pause }: Watching,
  { type, namespace, name }: Pick<Target, 'type' | 'namespace' | 'name'>,
  watched: Watched,
): AsyncGenerator<ApiObject | undefined> {
  const path = resourcePath(type, namespace)
  const fieldSelector = `metadata.name=${name}`
  const list: ApiObject = await client
    .json({ path, query: { fieldSelector, limit: '500', resourceVersion: '0' } })
    .catch((error: unknown) => {
      throw isRequestFault(error) ? new ListFailed(faultText(error)) : error
    })
  yield listed(list)[0]
  let { resourceVersion } = list.metadata ?? {}
  const isNamed = watched === '*v1.Pod'
  for (;;) {
    const began = host.now()
    let isEmpty = true
    try {
      for await (const event of client.watch({ path, query: { fieldSelector, resourceVersion }, isNamed })) {
        const object: ApiObject = event.object
        isEmpty = false
        resourceVersion = object.metadata?.resourceVersion ?? resourceVersion
        yield event.type === 'DELETED' ? undefined : object
      }
    } catch (error) {
      if (!isBusy(error)) throw error
      await pause()
      continue
    }
    if (isEmpty && host.now() - began < SHORT_WATCH_MS) throw new ShortWatch(SHORT_WATCH)
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof ServerError ? error.status.code === BUSY : error instanceof Unreachable && error.isRefused

/** Logs a fault of a list or watch as client-go does. @throws each other error */
function logFault(host: Host, error: unknown, watched: Watched): void {
  const warn = (line: number, text: string): void => logLine(host, 'W', `reflector.go:${line}`, `${REFLECTOR}: ${text}`)
  const failed = (text: string): void =>
    logLine(host, 'E', 'reflector.go:150', `${REFLECTOR}: Failed to watch ${watched}: ${text}`)
  if (error instanceof ListFailed) {
    const text = `failed to list ${watched}: ${error.message}`
    warn(547, text)
    return failed(text)
  }
  if (error instanceof ServerError && error.status.code === GONE) return
  if (error instanceof ShortWatch || error instanceof WatchEnded)
    return warn(470, `watch of ${watched} ended with: ${error.message}`)
  if (!isRequestFault(error)) throw error
  failed(faultText(error))
}
