import { afterEach, describe, expect, it } from 'vitest'
import type { ApiRequest, ApiResponse, ByteSink } from '../api/exchange.ts'
import { notFound } from '../api/status.ts'
import type { AppliedChange } from '../store/persistence/log.ts'
import type { VirtualClock } from '../clock/virtual-clock.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import type { LinkRequest } from './link-client.ts'
import { LinkClient } from './link-client.ts'
import { serveLink } from './link-server.ts'
import { WebhookRoutes } from './webhook-routes.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { portWire } from './wire.ts'
import type { WriteLedger } from './write-ledger.ts'
import { writeLedger } from './write-ledger.ts'
import { nextTask } from '../runtime/next-task.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const ok = (text: string): ApiResponse => ({
  status: 200,
  headers: [['content-type', 'text/plain']],
  body: bytes(text),
})
const get = (url: string, more: Partial<LinkRequest> = {}): LinkRequest => ({
  cluster: 'c1',
  method: 'GET',
  url,
  headers: [],
  ...more,
})
const post = (url: string): LinkRequest => get(url, { method: 'POST', body: bytes('{}') })

interface Served {
  readonly clock: VirtualClock
  /** Connects the client to this worker. */
  link(generation?: number): MessagePort
}

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** A worker whose clusters answer with `handle`, and its client. */
function serve(
  client: LinkClient,
  handle: (request: ApiRequest) => Promise<ApiResponse>,
  ledger?: WriteLedger,
  applied: ReadonlyMap<string, readonly AppliedChange[]> = new Map(),
): Served {
  const clock = virtualClock()
  const writes = ledger ?? writeLedger(clock)
  return {
    clock,
    link(generation = 1) {
      const { port1, port2 } = new MessageChannel()
      ports.push(port1, port2)
      client.attach(portWire<ToWorker, FromWorker>(port2))
      serveLink({
        wire: portWire<FromWorker, ToWorker>(port1),
        host: {
          open: (cluster) =>
            cluster === 'c1'
              ? Promise.resolve(handle)
              : Promise.reject(notFound({ group: '', resource: 'clusters' }, cluster)),
          applied: (_cluster, id) => applied.get(id),
          follow(cluster, listener) {
            listener({ cluster, phase: 'ready', saved: 'saved', revision: 7 })
            return () => undefined
          },
        },
        ledger: writes,
        clock,
        hello: { type: 'hello', generation, persistence: 'memory' },
        control: () => () => undefined,
        webhooks: new WebhookRoutes(),
      })
      return port1
    },
  }
}

/** A promise and the function that resolves it. */
function gate<T = void>(): { readonly reached: Promise<T>; open(value: T): void } {
  let open: (value: T) => void = () => undefined
  const reached = new Promise<T>((resolve) => (open = resolve))
  return { reached, open: (value) => open(value) }
}

describe('a link', () => {
  it('carries a request and its answer', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    let seen: ApiRequest | undefined
    serve(client, (request) => {
      seen = request
      return Promise.resolve({ status: 201, headers: [['Warning', 'a'], ['Warning', 'b']], body: bytes('made') }) // prettier-ignore
    }).link()
    const response = await client.fetch({ ...post('/api?x=1'), headers: [['X-Two', '1'], ['x-two', '2']] }) // prettier-ignore
    expect([response.status, response.headers.get('warning'), await response.text()]).toEqual([201, 'a, b', 'made'])
    expect([seen?.method, seen?.url, seen?.headers.get('x-two')]).toEqual(['POST', '/api?x=1', '1, 2'])
    expect(new TextDecoder().decode(seen?.body)).toBe('{}')
  })

  it('answers 599 for a status that no Response can have', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    serve(client, () => Promise.resolve({ status: 999, headers: [], body: bytes('refused') })).link()
    const response = await client.fetch(get('/'))
    expect([response.status, await response.text()]).toEqual([599, 'refused'])
  })

  it('answers a Status for an unknown cluster and for a failing server', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    serve(client, () => Promise.reject(new Error('broken'))).link()
    const missing = await client.fetch(get('/', { cluster: 'none' }))
    expect([missing.status, (await missing.json()).message]).toEqual([404, 'clusters "none" not found'])
    const failed = await client.fetch(get('/'))
    expect([failed.status, (await failed.json()).message]).toEqual([500, 'Internal error occurred: broken'])
  })

  it('copies the body, so that the same bytes can be sent twice', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    const stored = ok('stored')
    serve(client, () => Promise.resolve(stored)).link()
    expect(await (await client.fetch(get('/a'))).text()).toBe('stored')
    expect(await (await client.fetch(get('/b'))).text()).toBe('stored')
  })

  it('sends 204, 205 and 304 without a body', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    serve(client, () => Promise.resolve({ status: 304, headers: [], body: bytes('') })).link()
    expect((await client.fetch(get('/'))).body).toBeNull()
  })

  it('aborts the request of the server and rejects with the reason', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    const aborted = gate()
    serve(client, ({ signal }) => {
      signal.addEventListener('abort', () => aborted.open())
      controller.abort(new Error('enough'))
      return new Promise(() => undefined)
    }).link()
    const controller = new AbortController()
    await expect(client.fetch(get('/', { signal: controller.signal }))).rejects.toThrow('enough')
    await aborted.reached
  })

  it('sends the status of a followed cluster', async () => {
    const status = gate<FromWorker>()
    const client = new LinkClient({
      clock: virtualClock(),
      other: (message) => message.type === 'status' && status.open(message),
    })
    serve(client, () => Promise.resolve(ok(''))).link()
    client.send({ type: 'follow', cluster: 'c1' })
    expect(await status.reached).toMatchObject({ cluster: 'c1', revision: 7 })
  })
})

describe('a stream over a link', () => {
  /** A server whose only answer streams what the test writes. */
  function streaming(): { client: LinkClient; served: Served; sink: Promise<ByteSink>; stopped: Promise<void> } {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    const started = gate<ByteSink>()
    const stop = gate()
    const body = { start: (sink: ByteSink) => started.open(sink), stop: () => stop.open() }
    const served = serve(client, () => Promise.resolve({ status: 200, headers: [], body }))
    return { client, served, sink: started.reached, stopped: stop.reached }
  }

  it('joins the pieces of one tick, and ends', async () => {
    const { client, served, sink } = streaming()
    served.link()
    const reader = (await client.fetch(get('/'))).body!.getReader()
    const out = await sink
    out.write(bytes('one'))
    out.write(bytes('two'))
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('onetwo')
    out.write(bytes('three'))
    out.end()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('three')
    expect((await reader.read()).done).toBe(true)
  })

  it('counts the unread bytes as its backlog', async () => {
    const { client, served, sink } = streaming()
    served.link()
    const reader = (await client.fetch(get('/'))).body!.getReader()
    const out = await sink
    const piece = new Uint8Array(100_000)
    for (let i = 0; i < 10; i++) out.write(piece)
    expect(out.backlog()).toBe(1_000_000)
    expect((await reader.read()).value?.byteLength).toBe(1_000_000)
    await expect.poll(() => out.backlog()).toBe(0)
  })

  it('stops when the reader leaves', async () => {
    const { client, served, stopped } = streaming()
    served.link()
    await (await client.fetch(get('/'))).body!.cancel()
    await stopped
  })

  it('is ended by the worker after 30 s without an answer to a ping', async () => {
    const { client, served, stopped } = streaming()
    served.link()
    await client.fetch(get('/'))
    // The virtual clock advances within one turn of the event loop, so the client cannot answer the pings.
    served.clock.advance(60_000)
    await stopped
  })

  it('ends when the link is lost, so that its reader can resume', async () => {
    const { client, served, sink } = streaming()
    served.link()
    const reader = (await client.fetch(get('/'))).body!.getReader()
    const out = await sink
    out.write(bytes('one\n'))
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('one\n')
    client.detach()
    expect((await reader.read()).done).toBe(true)
  })
})

describe('a lost link', () => {
  it('lets requests wait for the next one', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    const answer = client.fetch(get('/early'))
    serve(client, ({ url }) => Promise.resolve(ok(url))).link()
    expect(await (await answer).text()).toBe('/early')
  })

  it('repeats a read', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    const asked = gate()
    serve(client, () => {
      asked.open()
      return new Promise(() => undefined)
    }).link(1)
    const answer = client.fetch(get('/'))
    await asked.reached
    client.detach()
    serve(client, () => Promise.resolve(ok('second'))).link(2)
    expect(await (await answer).text()).toBe('second')
  })

  it('repeats a write to the same worker, which applies it once', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    const asked = gate()
    const release = gate()
    let applied = 0
    const served = serve(client, async () => {
      applied++
      asked.open()
      await release.reached
      return ok('made')
    })
    served.link()
    const answer = client.fetch(post('/'))
    await asked.reached
    client.detach()
    served.link()
    release.open()
    expect(await (await answer).text()).toBe('made')
    expect(applied).toBe(1)
  })

  it.each([
    ['repeats a write that another worker had received and not stored', [], 200, 'second'],
    ['does not repeat a write that another worker had stored', ['core/pods/x/a', 'core/pods/x/b'], 504, 'Timeout: '],
  ])('%s', async (_what, keys, status, text) => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    const accepted = gate<string>()
    const applied = new Map<string, readonly AppliedChange[]>()
    const other = serve(client, () => Promise.resolve(ok('second')), undefined, applied)
    serve(client, ({ headers }) => {
      accepted.open(headers.get('audit-id') ?? '')
      return new Promise(() => undefined)
    }).link(1)
    const answer = client.fetch(post('/'))
    const id = await accepted.reached
    if (keys.length > 0)
      applied.set(
        id,
        keys.map((key) => ({ key, revision: 2, effect: 'updated' })),
      )
    // `accepted` was sent before the handler ran; one more turn delivers it.
    await nextTask()
    client.detach()
    other.link(2)
    const response = await answer
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)])
  })

  it('answers waiting requests with the given error', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    const answer = client.fetch(get('/'))
    client.refuse(notFound({ group: '', resource: 'clusters' }, 'c1'))
    expect((await answer).status).toBe(404)
    expect(client.waiting).toBe(0)
  })

  it('serves requests after malformed messages of the other end', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    let handled = 0
    serve(client, () => {
      handled++
      return Promise.resolve(ok('fine'))
    }).link()
    const port = ports.at(-1)
    const hostile = [
      null,
      undefined,
      1,
      'x',
      {},
      { type: 'request' },
      { type: 'request', id: 1 },
      { type: 'taken', id: 1, bytes: NaN },
    ]
    port?.postMessage(null)
    port?.postMessage('x')
    port?.postMessage(hostile)
    port?.postMessage([
      { type: 'webhook-answer', call: 1, answer: {} },
      { type: 'offer' },
      { type: 'control', message: { type: 'SET' } },
    ])
    const response = await client.fetch(get('/'))
    expect([response.status, await response.text(), handled]).toEqual([200, 'fine', 1])
  })

  it('refuses more requests than one page can have in progress', async () => {
    const client = new LinkClient({ clock: virtualClock(), other: () => undefined })
    serve(client, () => new Promise(() => undefined)).link()
    for (let i = 0; i < 10_000; i++) void client.fetch(get('/'))
    const response = await client.fetch(get('/'))
    expect([response.status, (await response.json()).message]).toEqual([
      429,
      'Too many requests: 10000 requests of one page are in progress',
    ])
  })
})
