import type { Remote } from 'comlink'
import type { RemoteCluster } from './remote-cluster.ts'

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
    signal.throwIfAborted()
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
    const stream = answer.hasBody ? streamOf(remote, id, aborted) : null
    return new Response(stream, { status: answer.status, headers: answer.headers })
  }
}

/** The body of a request's answer; the worker sends each chunk when it is read, because Safari transfers no streams. */
function streamOf(remote: Remote<RemoteCluster>, id: number, aborted: Promise<never>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await Promise.race([remote.read(id), aborted])
        if (bytes === undefined) controller.close()
        else controller.enqueue(bytes)
      },
      cancel: () => remote.abort(id),
    },
    { highWaterMark: 0 },
  )
}
