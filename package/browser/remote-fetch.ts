import { releaseProxy, type Remote } from 'comlink'
import type { RemoteCluster, RemoteReader } from './remote-cluster.ts'

/** The host of request URLs; nothing listens there. */
const BASE = 'http://tabplane.invalid'

let lastId = 0

/** `fetch` to a cluster in a worker, with the token of a user. A lost connection rejects with a TypeError. */
export function remoteFetch(
  remote: Remote<RemoteCluster>,
  user: string | undefined,
): (path: string | URL, init?: RequestInit) => Promise<Response> {
  return async (path, init) => {
    const request = new Request(new URL(path, BASE), init)
    const { signal, method, headers } = request
    signal.throwIfAborted()
    const { pathname, search } = new URL(request.url)
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    const id = ++lastId
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        void remote.abort(id)
        reject(signal.reason as Error)
      })
    })
    aborted.catch(() => undefined)
    const answering = remote.request({ id, path: pathname + search, user, method, headers: [...headers], body })
    const answer = await Promise.race([answering, aborted])
    if ('cut' in answer) throw new TypeError(answer.cut)
    const reader = answer.reader as unknown as Remote<RemoteReader> | undefined
    const stream = reader === undefined ? null : streamOf(reader, aborted)
    return new Response(stream, { status: answer.status, headers: answer.headers })
  }
}

function streamOf(reader: Remote<RemoteReader>, aborted: Promise<never>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await Promise.race([reader.read(), aborted])
        if (bytes !== undefined) return controller.enqueue(bytes)
        reader[releaseProxy]()
        controller.close()
      },
      async cancel() {
        await reader.cancel()
        reader[releaseProxy]()
      },
    },
    { highWaterMark: 0 },
  )
}
