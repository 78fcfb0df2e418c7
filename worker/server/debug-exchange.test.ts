import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { isByteStream } from '../api/exchange.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send, type Answer } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

const GROUP = 'rbac.authorization.svc.io'
const tokens = 'admin-token,admin,1,system:masters\njane-token,jane,2,dev\n'
const policy = { kind: 'Policy', apiVersion: 'audit.svc.io/v1', rules: [{ level: 'RequestResponse' }] }
const secrets = '/api/v1/namespaces/default/secrets'
const maps = '/api/v1/namespaces/default/configmaps'

let server: ApiServer

const as = (user: string, method: string, url: string, body?: JsonObject): Promise<Answer> =>
  send(server.handle, method, url, { body, headers: { authorization: `Bearer ${user}-token` } })

async function itemsFor(user: string, document: string): Promise<JsonObject[]> {
  return (await as(user, 'GET', `/debug/${document}`)).json['items'] as JsonObject[]
}

/** Jane may read the debug documents and get ConfigMaps. */
beforeEach(async () => {
  server = await createApiServer({
    dialect: dialects.svc,
    clock: virtualClock(),
    log: memoryLog(),
    tokens,
    authorizationModes: ['RBAC'],
    audit: { policy },
  })
  const rules = [
    { verbs: ['get'], nonResourceURLs: ['/debug/*'] },
    { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] },
  ]
  await as('admin', 'POST', `/apis/${GROUP}/v1/clusterroles`, { metadata: { name: 'debugger' }, rules })
  await as('admin', 'POST', `/apis/${GROUP}/v1/clusterrolebindings`, {
    metadata: { name: 'debugger' },
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'debugger' },
    subjects: [{ kind: 'User', apiGroup: GROUP, name: 'jane' }],
  })
  for (const value of ['Zmlyc3Q=', 'c2Vjb25k']) {
    const secret = { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'password' }, data: { key: value } }
    const made = await as('admin', 'POST', secrets, secret)
    if (made.status === 409) await as('admin', 'PUT', `${secrets}/password`, secret)
  }
  await as('admin', 'POST', maps, { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'open' } })
  await as('admin', 'GET', `${maps}/open`)
})
afterEach(() => server.close())

describe.each(['history', 'requests', 'audit'])('/debug/%s', (document) => {
  it('shows a reader only objects that it may get', async () => {
    const text = JSON.stringify(await itemsFor('jane', document))
    expect(text).toContain('open')
    expect(text).not.toContain('password')
  })

  it('shows no value of a Secret to any reader', async () => {
    const text = JSON.stringify(await itemsFor('admin', document))
    expect(text).toContain('password')
    expect(text).not.toMatch(/Zmlyc3Q=|c2Vjb25k/)
  })
})

it('names the changed keys of a Secret in the history', async () => {
  const [change] = (await itemsFor('admin', 'history?resource=secrets')).filter(({ type }) => type === 'MODIFIED')
  expect(change?.['changes']).toEqual([{ path: '/data/key', before: '<redacted>', after: '<redacted>' }])
})

it('omits internal rows of the server from the history', async () => {
  const account = '/api/v1/namespaces/default/serviceaccounts/default/token'
  await as('admin', 'POST', account, { kind: 'TokenRequest', apiVersion: 'authentication.svc.io/v1', spec: {} })
  const resources = new Set((await itemsFor('admin', 'history?limit=100000')).map(({ resource }) => resource))
  expect(resources).toContain('secrets')
  expect([...resources].filter((resource) => /key|authorit/i.test(String(resource)))).toEqual([])
})

it('shows callers their own refused requests, also during a watch', async () => {
  await as('jane', 'GET', `${secrets}/password`)
  expect(JSON.stringify(await itemsFor('jane', 'requests'))).toContain('secrets/password')
  const { response } = await as('jane', 'GET', '/debug/requests?watch=true')
  let text = ''
  if (!isByteStream(response.body)) throw new Error('the answer is no stream')
  response.body.start({
    write: (chunk) => void (text += new TextDecoder().decode(chunk)),
    end: () => undefined,
    backlog: () => 0,
  })
  await as('admin', 'GET', `${secrets}/password`)
  await as('jane', 'GET', `${secrets}/mine`)
  await as('admin', 'GET', `${maps}/open`)
  response.body.stop()
  expect(text).not.toContain('password')
  expect(text).toMatch(/mine[^]*open/)
})
