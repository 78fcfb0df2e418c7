import type { ApiServer } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { isByteStream, type ByteStream } from '../../worker/api/exchange.ts'
import { virtualClock, type VirtualClock } from '../../worker/clock/virtual-clock.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import type { ClusterHandle } from './cluster.ts'
import type { Discovery } from '../client/discovery.ts'
import { discover } from '../client/discovery.ts'

/** A cluster on the server in this process: for tests of the page together with the server. */
export interface ServerCluster {
  readonly handle: ClusterHandle
  readonly discovery: Discovery
  /** The warnings of all responses. */
  readonly warnings: readonly string[]
  readonly clock: VirtualClock
  close(): Promise<void>
}

/** @param controllers the controllers that run, such as `['*', 'simulated-nodes']`; none by default */
export async function serverCluster(
  dialect: DialectName = 'svc',
  controllers?: readonly string[],
): Promise<ServerCluster> {
  const clock = virtualClock()
  const server = await createApiServer({
    dialect: dialects[dialect],
    clock,
    ...(controllers && { controllers }),
    log: memoryLog(),
    defaultUser: 'admin',
    authorizationModes: ['Node', 'RBAC'],
  })
  const warnings: string[] = []
  const handle = {
    id: 'test',
    info: { id: 'test', name: 'test', dialect },
    fetch: (path: string, init: RequestInit = {}) => ask(server, path, init, warnings),
  } as ClusterHandle
  return { handle, discovery: await discover(handle), warnings, clock, close: () => server.close() }
}

async function ask(server: ApiServer, url: string, init: RequestInit, warnings: string[]): Promise<Response> {
  const sent = new Request(new URL(url, 'http://test'), init)
  const body = sent.body === null ? undefined : new Uint8Array(await sent.arrayBuffer())
  const answer = await server.handle({
    method: sent.method,
    url,
    headers: new Map(sent.headers),
    body,
    signal: sent.signal,
  })
  const headers = new Headers()
  for (const [name, value] of answer.headers) headers.append(name, value)
  const warning = headers.get('Warning')
  if (warning !== null) warnings.push(warning)
  const content = isByteStream(answer.body) ? readable(answer.body) : new Uint8Array(answer.body)
  return new Response(content, { status: answer.status, headers })
}

const readable = (body: ByteStream): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      body.start({
        write: (chunk) => controller.enqueue(chunk),
        end: () => controller.close(),
        backlog: () => 0,
      })
    },
    cancel: () => body.stop(),
  })
