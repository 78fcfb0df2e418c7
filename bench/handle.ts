import type { ApiServer } from '../worker/apiserver.ts'
import { createApiServer } from '../worker/apiserver.ts'
import { isByteStream } from '../worker/api/exchange.ts'
import { systemClock } from '../worker/clock/clock.ts'
import { dialects } from '../worker/dialect/dialect.ts'
import { memoryLog } from '../worker/store/persistence/memory-log.ts'
import { configMap, pod } from './objects.ts'
import { median, rate, time } from './row.ts'

const PODS = '/api/v1/namespaces/default/pods'
const MAPS = '/api/v1/namespaces/default/configmaps'
const encoder = new TextEncoder()

export interface Figures {
  readonly create: number
  readonly get: number
  readonly list: number
  readonly patch: number
  readonly fanOut: number
}

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

const server = (): Promise<ApiServer> =>
  createApiServer({ dialect: dialects.k8s, clock: systemClock, log: memoryLog() })

/** `n` pods through `handle`, over the memory log. */
export async function handlePods(n: number): Promise<Omit<Figures, 'fanOut'>> {
  const api = await server()
  const create = await rate(n, (i) => send(api, 'POST', PODS, pod(i)))
  const name = (i: number) => `${PODS}/pod-${String((i * 7919) % n).padStart(6, '0')}`
  const get = await rate(5000, (i) => send(api, 'GET', name(i)))
  const lists = []
  for (let i = 0; i < 5; i++) lists.push(await time(() => send(api, 'GET', PODS)))
  const patch = await rate(1000, (i) =>
    send(api, 'PATCH', name(i), { metadata: { labels: { p: String(i) } } }, 'application/merge-patch+json'),
  )
  await api.close()
  return { create, get, list: median(lists), patch }
}

export async function handleConfigMaps(n: number): Promise<number> {
  const api = await server()
  const create = await rate(n, (i) => send(api, 'POST', MAPS, configMap(i)))
  await api.close()
  return create
}

/** Deliveries per second of `creates` pods to `watchers` watches. */
export async function handleFanOut(creates: number, watchers: number): Promise<number> {
  const api = await server()
  let seen = 0
  let done: () => void = () => undefined
  const all = new Promise<void>((resolve) => (done = resolve))
  for (let i = 0; i < watchers; i++) {
    const { body } = await send(api, 'GET', `${PODS}?watch=true`)
    if (!isByteStream(body)) throw new Error('a watch answers a stream')
    body.start({ write: () => ++seen === creates * watchers && done(), end: () => undefined, backlog: () => 0 })
  }
  const ms = await time(async () => {
    for (let i = 0; i < creates; i++) await send(api, 'POST', PODS, pod(i))
    await all
  })
  await api.close()
  return ((creates * watchers) / ms) * 1000
}
