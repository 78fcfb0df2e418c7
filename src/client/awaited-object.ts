import type { JsonObject } from '../../worker/api/json.ts'
import { objectOrEmpty } from '../../worker/api/json.ts'
import type { ApiConnection } from './api-connection.ts'
import { jsonLines, type WatchEvent } from './watch-stream.ts'

const LONGEST_WAIT_MS = 10_000

export interface AwaitOptions {
  /** The path of the object's collection. */
  readonly collection: string
  readonly until: (object: JsonObject) => boolean
  /** Ends the wait; after ten seconds by default. */
  readonly signal?: AbortSignal
}

/**
 * Watches an object until it passes `until`. The server has just returned the object, and a controller writes the status some
 * time later.
 * @param object the returned object, which may already pass `until`
 * @returns the first state that passes `until`; undefined when `signal` ends the wait, when the object is deleted, and when the
 * server refuses or ends the watch
 * @throws the error of a broken connection
 */
export async function awaitedObject(
  cluster: ApiConnection,
  object: JsonObject,
  { collection, until, signal = AbortSignal.timeout(LONGEST_WAIT_MS) }: AwaitOptions,
): Promise<JsonObject | undefined> {
  if (until(object)) return object
  const { name, resourceVersion } = objectOrEmpty(object['metadata'])
  const query = new URLSearchParams({
    watch: 'true',
    fieldSelector: `metadata.name=${String(name)}`,
    resourceVersion: String(resourceVersion),
  })
  try {
    const { ok, body } = await cluster.fetch(`${collection}?${query}`, { signal })
    if (ok && body !== null) return await firstThat(until, body)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return undefined
}

async function firstThat(
  until: (object: JsonObject) => boolean,
  body: ReadableStream<Uint8Array>,
): Promise<JsonObject | undefined> {
  for await (const events of jsonLines<WatchEvent<JsonObject>>(body))
    for (const { type, object } of events) {
      if (type === 'ERROR' || type === 'DELETED') return undefined
      if (until(object)) return object
    }
  return undefined
}
