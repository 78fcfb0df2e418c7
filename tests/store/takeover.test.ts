import { expect, test } from 'vitest'
import { createApiServer } from '../../worker/server/api-server.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { clusterHost } from '../../worker/host/cluster-host.ts'
import { memoryClusterRegistry } from '../../worker/host/cluster-registry.ts'
import { LinkClient } from '../../worker/host/link-client.ts'
import { serveLink } from '../../worker/host/link-server.ts'
import { WebhookRoutes } from '../../worker/host/webhook-routes.ts'
import type { ClusterInfo, FromWorker, ToWorker } from '../../worker/host/messages.ts'
import type { Wire } from '../../worker/host/wire.ts'
import { writeLedger } from '../../worker/host/write-ledger.ts'
import { fakeStorage } from '../../worker/store/persistence/log-fixtures.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const clock = virtualClock()

/** A worker over the storage, whose wire can be cut. A dead worker sends nothing. */
function worker(client: LinkClient, storage: ReturnType<typeof fakeStorage>, registry = memoryClusterRegistry()) {
  const start = ({ dialect }: Pick<ClusterInfo, 'dialect'>, log: ReturnType<typeof storage.log>) =>
    createApiServer({ dialect: dialects[dialect], clock, log })
  const unused = () => Promise.reject(new Error('unused'))
  const kept = { persistence: 'indexeddb', registry, log: () => storage.log(), copy: unused, remove: unused } as const
  const host = clusterHost(kept, clock, start)
  let isCut: (message: FromWorker) => boolean = () => false
  let isDead = false
  const link = (generation: number): void => {
    let toWorker: (message: ToWorker) => void = () => undefined
    let toClient: (message: FromWorker) => void = () => undefined
    client.attach({
      send: (message) => queueMicrotask(() => !isDead && toWorker(message)),
      receive: (listener) => void (toClient = listener),
      closed: () => undefined,
      close: () => undefined,
    })
    const wire: Wire<FromWorker, ToWorker> = {
      send(message) {
        isDead ||= isCut(message)
        const isHeard = !isDead
        queueMicrotask(() => isHeard && toClient(message))
      },
      receive: (listener) => void (toWorker = listener),
      closed: () => undefined,
      close: () => undefined,
    }
    const hello = { type: 'hello', generation, persistence: 'indexeddb' } as const
    serveLink({
      wire,
      host,
      ledger: writeLedger(clock),
      clock,
      hello,
      control: () => () => undefined,
      webhooks: new WebhookRoutes(),
    })
  }
  return { host, link, registry, dieBefore: (when: typeof isCut) => (isCut = when), isDead: () => isDead }
}

async function start() {
  const client = new LinkClient({ clock, other: () => undefined })
  const storage = fakeStorage()
  const first = worker(client, storage)
  await first.host.control.create({ id: 'c1', dialect: 'k8s' })
  first.link(1)
  const send = async (method: string, path: string, body?: object) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const response = await client.fetch({
      cluster: 'c1',
      method,
      url: `${MAPS}${path}`,
      headers: [['content-type', type]],
      body: body && new TextEncoder().encode(JSON.stringify(body)),
    })
    return { status: response.status, json: (await response.json()) as Record<string, never> }
  }
  /** Ends the worker, and starts another worker, which takes the storage over. */
  const takeOver = async () => {
    await first.host.close(new Error('ended'))
    client.detach()
    const second = worker(client, storage, first.registry)
    second.link(2)
    return second
  }
  return { first, send, takeOver }
}

const map = (name: string, value: string) => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name },
  data: { value },
})

for (const [method, path, body, status] of [
  ['POST', '', map('new', 'written'), 201],
  [
    'POST',
    '',
    { kind: 'ConfigMap', apiVersion: 'v1', metadata: { generateName: 'new-' }, data: { value: 'written' } },
    201,
  ],
  ['PUT', '/there', map('there', 'written'), 200],
  ['PATCH', '/there', { data: { value: 'written' } }, 200],
  ['DELETE', '/there', undefined, 200],
] as const)
  test(`${method}${path} ${JSON.stringify(body)}: a stored write is reported correctly and once when its worker ended before the answer`, async () => {
    const { first, send, takeOver } = await start()
    expect((await send('POST', '', map('there', 'before'))).status).toBe(201)
    first.dieBefore(({ type }) => type === 'answer')
    const answer = send(method, path, body)
    await expect.poll(() => first.isDead()).toBe(true)
    await takeOver()
    const { status: answered, json } = await answer
    expect(answered).toBe(status)
    const { items } = (await send('GET', '')).json as unknown as {
      items: { metadata: { name: string; resourceVersion: string }; data?: object }[]
    }
    const written = items.filter(({ data }) => JSON.stringify(data) === '{"value":"written"}')
    if (method === 'DELETE') {
      expect(json).toMatchObject({ status: 'Success' })
      expect(items.map(({ metadata }) => metadata.name)).not.toContain('there')
    } else {
      expect(written.length).toBe(1)
      expect(json).toMatchObject({ data: { value: 'written' }, metadata: written[0]?.metadata })
    }
  })

test('reports that the write was stored when the object was changed afterwards', async () => {
  const { first, send, takeOver } = await start()
  await send('POST', '', map('there', 'before'))
  first.dieBefore(({ type }) => type === 'answer')
  const answer = send('PATCH', '/there', { data: { value: 'written' } })
  await expect.poll(() => first.isDead()).toBe(true)
  const handle = await first.host.open('c1')
  await handle({
    method: 'PATCH',
    url: `${MAPS}/there`,
    headers: new Map([['content-type', 'application/merge-patch+json']]),
    body: new TextEncoder().encode('{"data":{"value":"later"}}'),
    signal: new AbortController().signal,
  })
  await takeOver()
  const { status, json } = await answer
  expect([status, json['message']]).toEqual([
    504,
    expect.stringMatching(/^Timeout: the write was stored at revision \d+/),
  ])
  expect((await send('GET', '/there')).json).toMatchObject({ data: { value: 'later' } })
})
