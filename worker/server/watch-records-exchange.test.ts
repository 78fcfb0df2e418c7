import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isByteStream, type ByteStream } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send, type Answer } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

const GROUP = 'rbac.authorization.svc.io'
const tokens = 'admin-token,admin,1,system:masters\njane-token,jane,2,dev\nbob-token,bob,3,\n'
const maps = '/api/v1/namespaces/default/configmaps'
const secrets = '/api/v1/namespaces/default/secrets'

let server: ApiServer

const as = (user: string, method: string, url: string, body?: JsonObject): Promise<Answer> =>
  send(server.handle, method, url, { body, headers: { authorization: `Bearer ${user}-token`, 'user-agent': 'test' } })

/** Jane may read the debug documents, and get and watch ConfigMaps; bob may do nothing. */
beforeEach(async () => {
  server = await createApiServer({
    dialect: dialects.svc,
    clock: virtualClock(),
    log: memoryLog(),
    tokens,
    authorizationModes: ['RBAC'],
    controllers: ['serviceaccount-controller'],
  })
  const rules = [
    { verbs: ['get'], nonResourceURLs: ['/debug/*'] },
    { verbs: ['get', 'watch'], apiGroups: [''], resources: ['configmaps'] },
  ]
  await as('admin', 'POST', `/apis/${GROUP}/v1/clusterroles`, { metadata: { name: 'debugger' }, rules })
  await as('admin', 'POST', `/apis/${GROUP}/v1/clusterrolebindings`, {
    metadata: { name: 'debugger' },
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'debugger' },
    subjects: [{ kind: 'User', apiGroup: GROUP, name: 'jane' }],
  })
})
afterEach(() => server.close())

async function stream(user: string, url: string): Promise<{ text(): string; body: ByteStream }> {
  const { response } = await as(user, 'GET', url)
  const { body } = response
  if (!isByteStream(body)) throw new Error('the answer is not a stream')
  let text = ''
  body.start({
    write: (chunk) => void (text += new TextDecoder().decode(chunk)),
    end: () => undefined,
    backlog: () => 7,
  })
  return { text: () => text, body }
}

const watchesFor = async (user: string): Promise<JsonObject[]> =>
  (await as(user, 'GET', '/debug/watches')).json['items'] as JsonObject[]
const resourcesFor = async (user: string): Promise<unknown[]> => [
  ...new Set((await watchesFor(user)).filter(({ user: by }) => by === 'admin').map(({ resource }) => resource)),
]

describe('/debug/watches', () => {
  it('shows the events, bytes and backlog of a watch, and why it ended', async () => {
    const { body, text } = await stream('admin', `${maps}?watch=true&labelSelector=a%3Db`)
    await as('admin', 'POST', maps, { metadata: { name: 'one', labels: { a: 'b' } } })
    const open = {
      userAgent: 'test',
      labelSelector: 'a=b',
      namespace: 'default',
      events: 1,
      backlog: 7,
      controller: '',
    }
    expect(await watchesFor('admin')).toContainEqual(expect.objectContaining({ ...open, bytes: text().length }))
    body.stop()
    expect(await watchesFor('admin')).toContainEqual(expect.objectContaining({ ending: 'the client closed it' }))
  })

  it('shows the informers of controllers, which receive no bytes', async () => {
    await as('admin', 'GET', maps)
    const [informer] = (await watchesFor('admin')).filter(({ controller }) => controller !== '')
    expect(informer).toMatchObject({ controller: expect.stringMatching(/./), bytes: 0 })
  })

  it('shows a reader only the watches of resources that it may get, and nothing without permission', async () => {
    await stream('admin', `${maps}?watch=true`)
    await stream('admin', `${secrets}?watch=true`)
    expect(await resourcesFor('jane')).toEqual(['configmaps'])
    expect(await resourcesFor('admin')).toEqual(['configmaps', 'secrets'])
    expect((await as('bob', 'GET', '/debug/watches')).status).toBe(403)
  })

  it('streams the events of watches about objects that the reader may get', async () => {
    await stream('admin', `${maps}?watch=true`)
    await stream('admin', `${secrets}?watch=true`)
    const events = await stream('jane', '/debug/watches?watch=true')
    await as('admin', 'POST', secrets, { metadata: { name: 'password' } })
    await as('admin', 'POST', maps, { metadata: { name: 'open' } })
    expect(events.text()).toMatch(/"type":"ADDED".*open|open.*"type":"ADDED"/)
    expect(events.text()).not.toContain('password')
  })

  it('sends only the missed events to a reader that returns with the number of its last event', async () => {
    await stream('admin', `${maps}?watch=true`)
    const first = await stream('admin', '/debug/watches?watch=true')
    await as('admin', 'POST', maps, { metadata: { name: 'seen' } })
    first.body.stop()
    const { number } = JSON.parse(first.text().trim().split('\n').at(-1) ?? '') as { number: number }
    await as('admin', 'POST', maps, { metadata: { name: 'missed' } })
    const { text } = await stream('admin', `/debug/watches?watch=true&after=${number}`)
    expect(text()).toContain('missed')
    expect(text()).not.toContain('"seen"')
    expect((await as('admin', 'GET', '/debug/watches?watch=true&after=x')).status).toBe(400)
  })
})

describe('/debug/compaction', () => {
  it('drops the history, so that a watch from an earlier revision receives 410', async () => {
    await as('admin', 'POST', maps, { metadata: { name: 'one' } })
    const { json } = await as('admin', 'POST', '/debug/compaction')
    const before = json['before'] as number
    expect(json['compactedRevision']).toBeGreaterThan(before)
    const { text } = await stream('admin', `${maps}?watch=true&resourceVersion=${before}`)
    expect(text()).toContain('"code":410')
  })

  it('is refused with another method, without permission and with a revision', async () => {
    expect((await as('admin', 'GET', '/debug/compaction')).status).toBe(405)
    expect((await as('jane', 'POST', '/debug/compaction')).status).toBe(403)
    expect((await as('admin', 'POST', '/debug/compaction?revision=1')).status).toBe(400)
  })
})

it('records the writes of controllers beside the writes of clients', async () => {
  await as('admin', 'POST', '/api/v1/namespaces', { metadata: { name: 'shop' } })
  await server.start()
  const account = '/api/v1/namespaces/shop/serviceaccounts/default'
  while ((await as('admin', 'GET', account)).status !== 200) await Promise.resolve()
  const requests = (await as('admin', 'GET', '/debug/requests?controllers=true')).json['items'] as JsonObject[]
  const made = requests.find(
    ({ url, method }) => method === 'POST' && url === '/api/v1/namespaces/shop/serviceaccounts',
  )
  expect(made).toMatchObject({ controller: 'serviceaccount-controller', status: 201 })
  expect(made).toMatchObject({
    stages: expect.arrayContaining(
      [{ stage: 'store' }, { stage: 'watchers' }].map((part) => expect.objectContaining(part)),
    ),
  })
  const history = (await as('admin', 'GET', '/debug/history?resource=serviceaccounts&namespace=shop')).json
  expect(history['items']).toMatchObject([{ agent: 'serviceaccount-controller', requestId: made?.['id'] }])
})
