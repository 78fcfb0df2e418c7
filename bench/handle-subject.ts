import type { ApiServer } from '../worker/apiserver.ts'
import { createApiServer } from '../worker/apiserver.ts'
import { isByteStream } from '../worker/api/exchange.ts'
import { systemClock } from '../worker/clock/clock.ts'
import { dialects } from '../worker/dialect/dialect.ts'
import { memoryLog } from '../worker/store/persistence/memory-log.ts'
import { configMap, pod } from './objects.ts'
import { podName } from './api-subject.ts'
import type { Subject } from './subject.ts'

const PODS = '/api/v1/namespaces/default/pods'
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const TABLE = dialects.k8s.spell('application/json;as=Table;v=v1;g=meta.{domain}')
const encoder = new TextEncoder()
/** Of a client that never leaves. */
const { signal: stays } = new AbortController()

async function send(
  api: ApiServer,
  method: string,
  url: string,
  body?: object,
  type = 'application/json',
  accept = '',
  signal = stays,
) {
  const response = await api.handle({
    method,
    url,
    headers: new Map([
      ['content-type', type],
      ['accept', accept],
    ]),
    ...(body === undefined ? {} : { body: encoder.encode(JSON.stringify(body)) }),
    signal,
  })
  const { status } = response
  if (status >= 400)
    throw new Error(isByteStream(response.body) ? `${status}` : new TextDecoder().decode(response.body))
  return response
}

const APPLY = 'fieldManager=bench&force=true'
const APPLY_TYPE = 'application/apply-patch+yaml'

const applied = (i: number, label: string): object => {
  const { metadata, ...rest } = pod(i)
  return { ...rest, metadata: { ...metadata, name: `applied-${i}`, labels: { label } } }
}

/** `handle` itself, over the memory log: the server without any way to it. */
export async function handleSubject(): Promise<Subject> {
  const api = await createApiServer({ dialect: dialects.k8s, clock: systemClock, log: memoryLog() })
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } }
  await send(api, 'POST', '/api/v1/namespaces/default/serviceaccounts', account)
  let updates = 0
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
    createConfigMap: (i) => send(api, 'POST', CONFIG_MAPS, configMap(i)),
    updateConfigMap: (i) => send(api, 'PUT', `${CONFIG_MAPS}/config-${i}`, configMap(i, String(updates++))),
    applyPod: (i, label) => send(api, 'PATCH', `${PODS}/applied-${i}?${APPLY}`, applied(i, label), APPLY_TYPE),
    listPods: () => send(api, 'GET', PODS),
    listLabelledPods: () => send(api, 'GET', `${PODS}?labelSelector=app%3Da7`),
    tablePods: () => send(api, 'GET', PODS, undefined, undefined, TABLE),
    async watchPods(seen) {
      const { body: first } = await send(api, 'GET', `${PODS}?limit=1`)
      if (isByteStream(first)) throw new Error('a list answers bytes')
      const list = JSON.parse(new TextDecoder().decode(first)) as { metadata: { resourceVersion: string } }
      const from = `${PODS}?watch=true&resourceVersion=${list.metadata.resourceVersion}`
      const { body } = await send(api, 'GET', from, undefined, undefined, undefined, new AbortController().signal)
      if (!isByteStream(body)) throw new Error('a watch answers a stream')
      body.start({ write: () => seen(1), end: () => undefined, backlog: () => 0 })
      return () => body.stop()
    },
  }
}
