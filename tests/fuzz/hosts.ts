import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { listener } from '../../serve/http/adapter.ts'
import { notFound } from '../../worker/api/status.ts'
import type { Handle } from '../../worker/api/exchange.ts'
import { virtualClock, type VirtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { LinkClient } from '../../worker/host/link-client.ts'
import { serveLink } from '../../worker/host/link-server.ts'
import type { FromWorker, ToWorker } from '../../worker/host/messages.ts'
import { WebhookRoutes } from '../../worker/host/webhook-routes.ts'
import { portWire } from '../../worker/host/wire.ts'
import { writeLedger } from '../../worker/host/write-ledger.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { TOKENS } from './callers.ts'
import { exchange, waited } from './exchange.ts'
import type { Draft } from './requests.ts'

/** A way to reach a server, with a separate cluster. */
export interface Host {
  readonly name: string
  /** Status, content type and body, comparable between hosts; undefined when no answer comes. */
  send(draft: Draft): Promise<string | undefined>
  close(): Promise<void>
}

interface Reached {
  send(draft: Draft): Promise<{ status: number; type: string; text: string } | undefined>
  close(): void
}

type Reach = (handle: Handle, clock: VirtualClock) => Reached | Promise<Reached>

const directly: Reach = (handle, clock) => ({
  async send(draft) {
    const answered = await exchange({ handle }, clock, draft)
    if (answered === undefined) return undefined
    const { response, text } = answered
    const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
    return { status: response.status, type, text: draft.method === 'HEAD' ? '' : text }
  },
  close: () => undefined,
})

const overHttp: Reach = async (handle, clock) => {
  const server = http.createServer(listener(handle))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    send: (draft) => waited(clock, sentOverHttp(port, draft)),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function sentOverHttp(port: number, { method, url, headers, body }: Draft) {
  return new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    // Node frames the body of a DELETE only when its length is given.
    const framed = body === undefined ? headers : { ...headers, 'content-length': body.length }
    const outgoing = http.request({ port, host: '127.0.0.1', method, path: url, headers: framed }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString('latin1'),
        }),
      )
      answer.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const overLink: Reach = (handle, clock) => {
  const { port1, port2 } = new MessageChannel()
  const client = new LinkClient({ clock, other: () => undefined })
  client.attach(portWire<ToWorker, FromWorker>(port2))
  serveLink({
    wire: portWire<FromWorker, ToWorker>(port1),
    host: {
      open: (cluster) =>
        cluster === 'c'
          ? Promise.resolve(handle)
          : Promise.reject(notFound({ group: '', resource: 'clusters' }, cluster)),
      applied: () => undefined,
      follow: () => () => undefined,
    },
    ledger: writeLedger(clock),
    clock,
    hello: { type: 'hello', generation: 1, persistence: 'memory' },
    control: () => () => undefined,
    webhooks: new WebhookRoutes(),
  })
  return {
    send: ({ method, url, headers, body }) => {
      const request = { cluster: 'c', method, url, headers: Object.entries(headers), body }
      const answered = client.fetch(request).then(async (response) => ({
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        text: method === 'HEAD' ? '' : Buffer.from(await response.arrayBuffer()).toString('latin1'),
      }))
      return waited(clock, answered)
    },
    close() {
      port1.close()
      port2.close()
    },
  }
}

const WAYS: readonly (readonly [name: string, reach: Reach])[] = [
  ['in the process', directly],
  ['over HTTP', overHttp],
  ['over the link of a page', overLink],
]

/** Opens an equal new cluster for each way. */
export const openHosts = (): Promise<Host[]> => Promise.all(WAYS.map(([name, reach]) => openHost(name, reach)))

async function openHost(name: string, reach: Reach): Promise<Host> {
  const clock = virtualClock()
  const options = { dialect: dialects.k8s, clock, log: memoryLog(), tokens: TOKENS }
  const api = await createApiServer({ ...options, authorizationModes: ['RBAC'] })
  await waited(clock, api.start())
  const reached = await reach(api.handle, clock)
  return {
    name,
    async send(draft) {
      const answer = await reached.send(draft)
      if (answer === undefined) return undefined
      const { status, type, text } = answer
      // The times in protobuf are numbers that no pattern finds.
      return `${status} ${type}\n${type.includes('protobuf') ? '' : comparable(text)}`
    },
    async close() {
      reached.close()
      await api.close()
    },
  }
}

/**
 * Texts that differ between two clusters: times and ages, uids, tokens, addresses, continue tokens, and resourceVersions
 * (the number of writes by controllers changes them).
 */
const VARYING =
  /\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\w-]{60,}|"resourceVersion":"\d+"|"continue":"[^"]*"|"(?:\d+[smhd])+"|"serverAddress":"[^"]*"|https:\/\/[^/"]*/g

const comparable = (answer: string): string => answer.replaceAll(VARYING, '-')

/**
 * Whether every host passes the request on unchanged, the answer ends, and all clusters answer alike. HTTP carries only
 * printable paths, a watch does not end, and tokens, traces and metrics differ.
 */
export const reachesEveryHost = ({ method, url, headers }: Draft): boolean =>
  /^[!-~]+$/.test(url) &&
  url.startsWith('/') &&
  !url.includes('#') &&
  !/watch|follow|timeout|metrics|debug|token|random|generate/i.test(url) &&
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method) &&
  !('upgrade' in headers) &&
  !('accept-encoding' in headers)
