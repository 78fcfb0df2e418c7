import { untrack } from 'svelte'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { parseResourcePath } from '../client/resource-path.ts'
import { onAbort } from '../../worker/runtime/on-abort.ts'
import { shownRevision } from './shown-revision.svelte.ts'

/**
 * The cluster as it was at the shown revision. A list or a get reads that revision. A watch sends no events, and ends
 * with 410 when the reader chooses another revision: each informer then lists again. The handle stays the same, so
 * views keep their rows, their scroll position and their selection.
 */
export function atShownRevision(cluster: ClusterHandle): ClusterHandle {
  const handle: Pick<ClusterHandle, 'fetch'> = {
    async fetch(path, init = {}) {
      const revision = untrack(() => shownRevision.of(cluster.id))
      const [plain = '', search = ''] = path.split('?')
      const place = parseResourcePath(plain)
      if (place === undefined) return cluster.fetch(path, init)
      const query = new URLSearchParams(search)
      if (query.get('watch') === 'true') {
        // The reader chose another revision between the list and the watch.
        const isStale = revision !== undefined && query.get('resourceVersion') !== String(revision)
        const open = (): Promise<Response> => cluster.fetch(path, init)
        return movingWatch(revision === undefined ? open : undefined, isStale, init.signal)
      }
      if (revision === undefined) return cluster.fetch(path, init)
      if ((init.method ?? 'GET') !== 'GET') throw new Error(READ_ONLY_REVISION)
      // Every server can list at a revision. Only this server can read one object at a revision.
      if (place.name !== '') query.set('atRevision', String(revision))
      else if (!query.has('continue')) {
        query.set('resourceVersion', String(revision))
        query.set('resourceVersionMatch', 'Exact')
      }
      const response = await cluster.fetch(`${plain}?${query}`, init)
      // The revision is compacted, so the newest one is shown.
      if (response.status === 410 && shownRevision.of(cluster.id) === revision)
        shownRevision.show(cluster.id, undefined)
      return response
    },
  }
  return Object.setPrototypeOf(handle, cluster) as ClusterHandle
}

export const READ_ONLY_REVISION = 'The page shows an earlier revision, which cannot change. Return to now first.'

/** @param open opens the watch; undefined for a watch that sends no events until the reader chooses another revision */
async function movingWatch(
  open: (() => Promise<Response>) | undefined,
  isStale: boolean,
  stopped: AbortSignal | null | undefined,
): Promise<Response> {
  const moved = untrack(() => shownRevision.moved)
  const response = (await open?.()) ?? new Response()
  if (!response.ok) return response
  const { status, headers, body } = response
  return new Response(until(moved, stopped, isStale, body?.getReader()), { status, headers })
}

const EXPIRED = new TextEncoder().encode(
  '{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"Expired","message":"the page shows another revision","code":410}}\n',
)

/** The events of a watch, until the reader chooses another revision. Without `events`, there are none. */
function until(
  moved: AbortSignal,
  stopped: AbortSignal | null | undefined,
  isStale: boolean,
  events: ReadableStreamDefaultReader<Uint8Array> | undefined,
): ReadableStream<Uint8Array> {
  let end = (): void => undefined
  return new ReadableStream<Uint8Array>({
    start(controller) {
      end = () => {
        moved.removeEventListener('abort', expire)
        stopped?.removeEventListener('abort', stop)
      }
      const expire = (): void => {
        end()
        controller.enqueue(EXPIRED)
        controller.close()
        void events?.cancel()
      }
      const stop = (): void => {
        end()
        controller.error(new DOMException('The watch was stopped', 'AbortError'))
      }
      if (isStale || moved.aborted) return expire()
      moved.addEventListener('abort', expire)
      if (events === undefined && stopped) onAbort(stopped, stop)
    },
    async pull(controller) {
      try {
        const read = await events?.read()
        if (moved.aborted || read === undefined) return
        if (!read.done) return controller.enqueue(read.value)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      end()
    },
    async cancel() {
      end()
      await events?.cancel()
    },
  })
}
