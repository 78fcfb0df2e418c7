import type { ApiServer } from '../worker/apiserver.ts'
import { createApiServer } from '../worker/apiserver.ts'
import { isByteStream } from '../worker/api/exchange.ts'
import { systemClock } from '../worker/clock/clock.ts'
import { dialects } from '../worker/dialect/dialect.ts'
import { memoryLog } from '../worker/store/persistence/memory-log.ts'
import { pod } from './objects.ts'
import { podName } from './api-subject.ts'
import type { Subject } from './subject.ts'

const PODS = '/api/v1/namespaces/default/pods'
const encoder = new TextEncoder()

async function send(api: ApiServer, method: string, url: string, body?: object, type = 'application/json') {
  const response = await api.handle({
    method,
    url,
    headers: new Map([['content-type', type]]),
    ...(body === undefined ? {} : { body: encoder.encode(JSON.stringify(body)) }),
    signal: new AbortController().signal,
  })
  if (response.status >= 400)
    throw new Error(isByteStream(response.body) ? `${response.status}` : new TextDecoder().decode(response.body))
  return response
}

/** `handle` itself, over the memory log: the server without any way to it. */
export async function handleSubject(): Promise<Subject> {
  const api = await createApiServer({ dialect: dialects.k8s, clock: systemClock, log: memoryLog() })
  return {
    createPod: (i) => send(api, 'POST', PODS, pod(i)),
    getPod: (i) => send(api, 'GET', `${PODS}/${podName(i)}`),
    patchPod: (i) =>
      send(
        api,
        'PATCH',
        `${PODS}/${podName(i)}`,
        { metadata: { labels: { p: String(i) } } },
        'application/merge-patch+json',
      ),
    listPods: () => send(api, 'GET', PODS),
    async watchPods(seen) {
      const { body: first } = await send(api, 'GET', `${PODS}?limit=1`)
      if (isByteStream(first)) throw new Error('a list answers bytes')
      const list = JSON.parse(new TextDecoder().decode(first)) as { metadata: { resourceVersion: string } }
      const { body } = await send(api, 'GET', `${PODS}?watch=true&resourceVersion=${list.metadata.resourceVersion}`)
      if (!isByteStream(body)) throw new Error('a watch answers a stream')
      body.start({ write: () => seen(1), end: () => undefined, backlog: () => 0 })
      return () => body.stop()
    },
  }
}
