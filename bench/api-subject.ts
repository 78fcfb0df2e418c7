import { configMap, pod } from './objects.ts'
import type { PreparedRequest, Subject } from './subject.ts'

const PODS = '/api/v1/namespaces/default/pods'
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const MERGE = { 'Content-Type': 'application/merge-patch+json' }
const NEWLINE = 10

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>

export const podName = (i: number): string => `pod-${String(i).padStart(6, '0')}`

async function read(answer: Promise<Response>): Promise<ArrayBuffer> {
  const response = await answer
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.arrayBuffer()
}

/** Our server behind a function with the signature of `fetch`. */
export function apiSubject(fetch: Fetch): Subject {
  const sent =
    (path: string, init?: RequestInit): PreparedRequest =>
    () =>
      read(fetch(path, init))
  const writing = (method: string, body: object, headers = JSON_TYPE) => ({
    method,
    headers,
    body: JSON.stringify(body),
  })
  return {
    createPod: (i) => sent(PODS, writing('POST', pod(i))),
    getPod: (i) => sent(`${PODS}/${podName(i)}`),
    patchPod: (i) => sent(`${PODS}/${podName(i)}`, writing('PATCH', { metadata: { labels: { p: String(i) } } }, MERGE)),
    createConfigMap: (i) => sent(CONFIG_MAPS, writing('POST', configMap(i))),
    getConfigMap: (i) => sent(`${CONFIG_MAPS}/config-${i}`),
    listPods: () => read(fetch(PODS)),
    listLabelledPods: () => read(fetch(`${PODS}?labelSelector=app%3Da7`)),
    async watchPods(seen) {
      const { metadata } = JSON.parse(new TextDecoder().decode(await read(fetch(`${PODS}?limit=1`)))) as {
        metadata: { resourceVersion: string }
      }
      const gone = new AbortController()
      const { body } = await fetch(`${PODS}?watch=true&resourceVersion=${metadata.resourceVersion}`, {
        signal: gone.signal,
      })
      void count(body?.getReader(), seen, gone.signal)
      return () => gone.abort()
    },
  }
}

async function count(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  seen: (events: number) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (;;) {
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) return
      let events = 0
      for (let at = 0; at < chunk.value.length; at++)
        // The line of an event ends after a brace; the service worker's keep-alive is an empty line.
        if (chunk.value[at] === NEWLINE && chunk.value[at - 1] !== NEWLINE && at > 0) events++
      if (events > 0) seen(events)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
