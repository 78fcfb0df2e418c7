import type { ApiServer } from '../worker/server/api-server.ts'
import { createApiServer } from '../worker/server/api-server.ts'
import type { ApiRequest, ApiResponse } from '../worker/api/exchange.ts'
import { isByteStream } from '../worker/api/exchange.ts'
import { systemClock } from '../worker/clock/clock.ts'
import { dialects } from '../worker/dialect/dialect.ts'
import { memoryLog } from '../worker/store/persistence/memory-log.ts'
import { annotationPatch, configMap, pod, statusPatch } from './objects.ts'
import { podName } from './api-subject.ts'
import type { PreparedRequest, Subject } from './subject.ts'

const PODS = '/api/v1/namespaces/default/pods'
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const TABLE = dialects.k8s.spell('application/json;as=Table;v=v1;g=meta.{domain}')
const encoder = new TextEncoder()
/** The signal of a client that never disconnects. */
const { signal: stays } = new AbortController()

type Sent = readonly [method: string, url: string, body?: object, type?: string, accept?: string, signal?: AbortSignal]

function requestOf(...[method, url, body, type = 'application/json', accept = '', signal = stays]: Sent): ApiRequest {
  const headers = new Map([
    ['content-type', type],
    ['accept', accept],
  ])
  return { method, url, headers, ...(body && { body: encoder.encode(JSON.stringify(body)) }), signal }
}

async function answerOf(api: ApiServer, request: ApiRequest): Promise<ApiResponse> {
  const response = await api.handle(request)
  const { status } = response
  if (status >= 400)
    throw new Error(isByteStream(response.body) ? `${status}` : new TextDecoder().decode(response.body))
  return response
}

const APPLY = 'fieldManager=bench&force=true'
const MERGE_TYPE = 'application/merge-patch+json'
const STRATEGIC_TYPE = 'application/strategic-merge-patch+json'
const APPLY_TYPE = 'application/apply-patch+yaml'

const applied = (i: number, label: string): object => {
  const { metadata, ...rest } = pod(i)
  return { ...rest, metadata: { ...metadata, name: `applied-${i}`, labels: { label } } }
}

/** `handle` over the memory log: the server without a transport. */
export async function handleSubject(): Promise<Subject> {
  const api = await createApiServer({ dialect: dialects.k8s, clock: systemClock, log: memoryLog() })
  const send = (...sent: Sent): Promise<ApiResponse> => answerOf(api, requestOf(...sent))
  const prepared = (...sent: Sent): PreparedRequest => {
    const request = requestOf(...sent)
    return () => answerOf(api, request)
  }
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } }
  await send('POST', '/api/v1/namespaces/default/serviceaccounts', account)
  let updates = 0
  return {
    createPod: (i) => prepared('POST', PODS, pod(i)),
    getPod: (i) => prepared('GET', `${PODS}/${podName(i)}`),
    patchPod: (i) => prepared('PATCH', `${PODS}/${podName(i)}`, { metadata: { labels: { p: String(i) } } }, MERGE_TYPE),
    strategicPatchPod: (i) => prepared('PATCH', `${PODS}/${podName(i)}`, annotationPatch(i), STRATEGIC_TYPE),
    patchPodStatus: (i) => prepared('PATCH', `${PODS}/${podName(i)}/status`, statusPatch(i), STRATEGIC_TYPE),
    createConfigMap: (i) => prepared('POST', CONFIG_MAPS, configMap(i)),
    getConfigMap: (i) => prepared('GET', `${CONFIG_MAPS}/config-${i}`),
    updateConfigMap: (i) => prepared('PUT', `${CONFIG_MAPS}/config-${i}`, configMap(i, String(updates++))),
    applyPod: (i, label) => prepared('PATCH', `${PODS}/applied-${i}?${APPLY}`, applied(i, label), APPLY_TYPE),
    listPods: () => send('GET', PODS),
    listLabelledPods: () => send('GET', `${PODS}?labelSelector=app%3Da7`),
    tablePods: () => send('GET', PODS, undefined, undefined, TABLE),
    async watchPods(seen) {
      const { body: first } = await send('GET', `${PODS}?limit=1`)
      if (isByteStream(first)) throw new Error('a list answers bytes')
      const list = JSON.parse(new TextDecoder().decode(first)) as { metadata: { resourceVersion: string } }
      const from = `${PODS}?watch=true&resourceVersion=${list.metadata.resourceVersion}`
      const { body } = await send('GET', from, undefined, undefined, undefined, new AbortController().signal)
      if (!isByteStream(body)) throw new Error('a watch answers a stream')
      body.start({ write: () => seen(1), end: () => undefined, backlog: () => 0 })
      return () => body.stop()
    },
  }
}
