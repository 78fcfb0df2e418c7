import type { ApiObject } from '../../worker/api/object.ts'
import type { Client } from './client.ts'
import { resourcePath } from './discovery.ts'
import { faultText, ServerError, Unreachable } from './failure.ts'
import type { Host } from './host.ts'
import { logLine } from './klog.ts'
import { listed } from './lists.ts'
import type { Target } from './selection.ts'

/** The name of client-go's reflector in the log. */
const REFLECTOR = 'k8s.io/client-go/tools/watch/informerwatcher.go:146'

/** The Go types of the objects of a reflector. kubectl names the resource in requests for typed objects only. */
type Watched = '*unstructured.Unstructured' | '*v1.Pod'

/** Milliseconds before the second attempt. Each later pause is twice as long; a random part of it is added to each. */
const FIRST_PAUSE_MS = 800
const LONGEST_PAUSE_MS = 30_000

/** Status codes of a refused watch that is started again without a line in the log. */
const SILENT: ReadonlySet<number> = new Set([410, 429])

/**
 * Yields the current object of a target, then its state after each event of a watch; undefined for an object that does
 * not exist or was deleted. Like kubectl, it starts the watch at the revision of a list, because the resourceVersion of
 * an object that did not change for long may be too old. It never ends: it logs a refused list or watch, and begins
 * again after a pause.
 */
export async function* statesOf(
  session: { readonly host: Host; client(): Promise<Client> },
  target: Pick<Target, 'type' | 'namespace' | 'name'>,
  watched: Watched = '*unstructured.Unstructured',
): AsyncGenerator<ApiObject | undefined> {
  const { host } = session
  const client = await session.client()
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      yield* listedAndWatched(client, target, watched)
    } catch (error) {
      if (!(error instanceof ServerError || error instanceof Unreachable)) throw error
      logRefusal(host, error, watched)
    }
    await client.pause(pause + host.random(pause))
  }
}

/** A list that the server refused. */
class ListRefused extends ServerError {}

async function* listedAndWatched(
  client: Client,
  { type, namespace, name }: Pick<Target, 'type' | 'namespace' | 'name'>,
  watched: Watched,
): AsyncGenerator<ApiObject | undefined> {
  const path = resourcePath(type, namespace)
  const fieldSelector = `metadata.name=${name}`
  const list: ApiObject = await client
    .json({ path, query: { fieldSelector, limit: '500', resourceVersion: '0' } })
    .catch((error: unknown) => {
      throw error instanceof ServerError ? new ListRefused(error.status) : error
    })
  yield listed(list)[0]
  const { resourceVersion } = list.metadata ?? {}
  const isNamed = watched === '*v1.Pod'
  for await (const event of client.watch({ path, query: { fieldSelector, resourceVersion }, isNamed }))
    yield event.type === 'DELETED' ? undefined : event.object
}

function logRefusal(host: Host, error: ServerError | Unreachable, watched: Watched): void {
  const isList = error instanceof ListRefused || error instanceof Unreachable
  if (!isList && SILENT.has(error.status.code)) return
  const text = isList ? `failed to list ${watched}: ${faultText(error)}` : faultText(error)
  if (isList) logLine(host, 'W', 'reflector.go:547', `${REFLECTOR}: ${text}`)
  logLine(host, 'E', 'reflector.go:150', `${REFLECTOR}: Failed to watch ${watched}: ${text}`)
}
