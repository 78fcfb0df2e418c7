import type { ByteSink } from '../../worker/api/exchange.ts'
import { isByteStream } from '../../worker/api/exchange.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import type { VirtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { KeptLog } from './kept-log.ts'
import { keptLog } from './kept-log.ts'
import type { Item } from './reference-model.ts'

export const NAMESPACES = ['a', 'a-b', 'b'] as const

export interface Answer {
  readonly status: number
  readonly json: ConfigMap & { readonly items?: readonly ConfigMap[]; readonly message?: string }
}

export interface ConfigMap {
  readonly metadata: {
    readonly namespace: string
    readonly name: string
    readonly uid: string
    readonly resourceVersion: string
    readonly labels?: Readonly<Record<string, string>>
    readonly continue?: string
    readonly remainingItemCount?: number
  }
  readonly data?: Readonly<Record<string, string>>
}

export const startServer = (log: KeptLog, clock: VirtualClock): Promise<ApiServer> =>
  createApiServer({ dialect: dialects.svc, clock, log: log.log() })

/** A storage with the objects of a new cluster and the namespaces. Each history begins with a copy. */
export async function preparedLog(clock: VirtualClock): Promise<KeptLog> {
  const log = keptLog()
  const server = await startServer(log, clock)
  for (const name of NAMESPACES)
    await send(server, 'POST', '/api/v1/namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata: { name } })
  await server.close()
  return log
}

const utf8 = new TextEncoder()
const JSON_HEADERS = new Map([['content-type', 'application/json']])
const MERGE_HEADERS = new Map([['content-type', 'application/merge-patch+json']])

export async function send(server: ApiServer, method: string, url: string, body?: object): Promise<Answer> {
  const response = await server.handle({
    method,
    url,
    headers: method === 'PATCH' ? MERGE_HEADERS : JSON_HEADERS,
    ...(body && { body: utf8.encode(JSON.stringify(body)) }),
    signal: new AbortController().signal,
  })
  if (isByteStream(response.body)) throw new Error('use openWatch for a watch')
  return { status: response.status, json: JSON.parse(new TextDecoder().decode(response.body)) as Answer['json'] }
}

export interface WatchedEvent {
  readonly type: string
  readonly object: ConfigMap & { readonly code?: number }
}

/** Opens a watch; `take` is called as each event comes. */
export async function openWatch(
  server: ApiServer,
  url: string,
  take: (event: WatchedEvent) => void,
  ended: () => void,
): Promise<void> {
  const request = { method: 'GET', url, headers: JSON_HEADERS, signal: new AbortController().signal }
  const { status, body } = await server.handle(request)
  if (!isByteStream(body)) throw new Error(`the watch was answered ${status}: ${new TextDecoder().decode(body)}`)
  let text = ''
  const sink: ByteSink = {
    write(chunk) {
      text += new TextDecoder().decode(chunk)
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 1)
        if (line !== '') take(JSON.parse(line) as WatchedEvent)
      }
    },
    end: ended,
    backlog: () => 0,
  }
  body.start(sink)
}

export const itemOf = ({ metadata, data = {} }: ConfigMap): Item => ({
  place: `${metadata.namespace}/${metadata.name}`,
  revision: Number(metadata.resourceVersion),
  labels: metadata.labels ?? {},
  value: data['value'] ?? '',
})

export const collectionUrl = (namespace: string): string =>
  namespace === '' ? '/api/v1/configmaps' : `/api/v1/namespaces/${namespace}/configmaps`
