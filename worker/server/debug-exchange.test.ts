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

/** The whole record of the last request for which `fits` holds. */
async function recordFor(user: string, fits: (record: JsonObject) => boolean): Promise<JsonObject> {
  const id = (await itemsFor('admin', 'requests')).findLast(fits)?.['id']
  return (await as(user, 'GET', `/debug/requests?id=${String(id)}`)).json
}
const posted = (path: string) => (record: JsonObject) => record['method'] === 'POST' && record['url'] === path
const account = '/api/v1/namespaces/default/serviceaccounts'
const addAccount = () => as('admin', 'POST', account, { metadata: { name: 'default' } })

describe('/debug/requests?id=', () => {
  it('shows headers and bodies without tokens', async () => {
    const record = await recordFor('jane', posted(maps))
    expect(record).toMatchObject({
      request: { body: { metadata: { name: 'open' } } },
      response: { body: { metadata: { name: 'open', namespace: 'default' } } },
    })
    expect((record['request'] as JsonObject)['headers']).toContainEqual(['authorization', '<redacted>'])
    expect(JSON.stringify(record)).not.toContain('admin-token')
  })

  it('answers 404 for a request about an object that the reader may not get', async () => {
    expect(await recordFor('jane', posted(secrets))).toMatchObject({ kind: 'Status', code: 404 })
    const put = ({ method }: JsonObject) => method === 'PUT'
    expect(await recordFor('jane', put)).toMatchObject({ code: 404 })
    expect(await recordFor('admin', put)).toMatchObject({
      response: { body: { metadata: { name: 'password' }, data: { key: '<redacted>' } } },
    })
  })

  it('shows the values of a Secret on request, to a reader that may get it', async () => {
    const mine = await itemsFor('admin', 'requests')
    const id = String(mine.findLast(posted(secrets))?.['id'])
    const masked = (await as('admin', 'GET', `/debug/requests?id=${id}`)).json
    expect(masked).toMatchObject({ masked: true, request: { body: { data: { key: '<redacted>' } } } })
    const shown = (await as('admin', 'GET', `/debug/requests?id=${id}&values=true`)).json
    expect(shown).toMatchObject({ request: { body: { data: { key: 'c2Vjb25k' } } } })
    expect(shown['masked']).toBeUndefined()
    expect((await as('jane', 'GET', `/debug/requests?id=${id}&values=true`)).json).toMatchObject({ code: 404 })
  })

  it('keeps the values masked for a caller that may create Secrets and not get them', async () => {
    const rules = [{ verbs: ['create'], apiGroups: [''], resources: ['secrets'] }]
    await as('admin', 'POST', `/apis/${GROUP}/v1/clusterroles`, { metadata: { name: 'writer' }, rules })
    await as('admin', 'POST', `/apis/${GROUP}/v1/clusterrolebindings`, {
      metadata: { name: 'writer' },
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'writer' },
      subjects: [{ apiGroup: GROUP, kind: 'User', name: 'jane' }],
    })
    await as('jane', 'POST', secrets, { metadata: { name: 'own' }, stringData: { a: 'hunter2' } })
    const id = String((await itemsFor('jane', 'requests')).findLast(posted(secrets))?.['id'])
    const record = (await as('jane', 'GET', `/debug/requests?id=${id}&values=true`)).json
    expect(record).toMatchObject({ status: 201, request: { body: { stringData: { a: '<redacted>' } } } })
    expect(record['masked']).toBeUndefined()
  })

  it('masks Secrets in a Table, in YAML and in a body that the server refused', async () => {
    const asTable = { authorization: 'Bearer admin-token', accept: 'application/json;as=Table;g=meta.svc.io;v=v1' }
    const wide = `${secrets}?includeObject=Object`
    await send(server.handle, 'GET', wide, { headers: asTable })
    const table = await recordFor('admin', ({ url }) => url === wide)
    expect(JSON.stringify(table)).toContain('password')
    expect(JSON.stringify(table)).not.toMatch(/Zmlyc3Q=|c2Vjb25k/)
    const admin = { authorization: 'Bearer admin-token' }
    for (const [contentType, text] of [
      ['application/yaml', 'kind: Secret\napiVersion: v1\nmetadata: {name: y}\nstringData: {a: hunter2}'],
      ['application/json', '{"stringData":{"a":"hunter2"}'],
      ['application/json', '{"kind":"Secret","apiVersion":"v1","metadata":{"name":"z"},"stringData":{"a":"hunter2"}}'],
    ] as const)
      for (const path of [secrets, maps]) {
        const headers = { ...admin, 'content-type': contentType }
        await send(server.handle, 'POST', path, { headers, body: text })
        const record = JSON.stringify(await recordFor('admin', posted(path)))
        const isUnreadable = path === maps && !text.includes('Secret')
        if (!isUnreadable) expect(record).not.toContain('hunter2')
      }
  })

  it('masks the token of a TokenRequest', async () => {
    await addAccount()
    const path = `${account}/default/token`
    const token = { kind: 'TokenRequest', apiVersion: 'authentication.svc.io/v1', spec: { expirationSeconds: 600 } }
    const { json } = await as('admin', 'POST', path, token)
    const record = await recordFor('admin', posted(path))
    expect(record).toMatchObject({ response: { body: { status: { token: '<redacted>' } } } })
    const made = (json['status'] as JsonObject)['token']
    expect(JSON.stringify(record)).not.toContain(made)
    expect(JSON.stringify(await itemsFor('admin', 'audit'))).not.toContain(made)
  })

  it('masks the token of a TokenReview that names no kind', async () => {
    const path = '/apis/authentication.svc.io/v1/tokenreviews'
    await as('admin', 'POST', path, { spec: { token: 'stolen-token' } })
    const record = await recordFor('admin', posted(path))
    expect(record).toMatchObject({ request: { body: { spec: { token: '<redacted>' } } } })
    expect(JSON.stringify([record, await itemsFor('admin', 'audit')])).not.toContain('stolen-token')
  })

  it('shows the rules of a refusal and what they lack, to the caller and to readers of roles only', async () => {
    await as('jane', 'DELETE', `${maps}/open`)
    const deleted = ({ method }: JsonObject) => method === 'DELETE'
    const nearest = { rule: { resources: ['configmaps'] }, lacks: ['verb delete'] }
    expect(((await recordFor('jane', deleted))['rules'] as JsonObject[])[0]).toMatchObject(nearest)
    expect(((await recordFor('admin', deleted))['rules'] as JsonObject[])[0]).toMatchObject(nearest)
    await as('admin', 'GET', `${maps}/open`)
    expect((await recordFor('jane', ({ url }) => url === `${maps}/open`))['rules']).toEqual([])
  })

  it('names the impersonated user', async () => {
    const headers = { authorization: 'Bearer admin-token', 'impersonate-user': 'jane' }
    await send(server.handle, 'GET', `${maps}/open`, { headers })
    const record = await recordFor('admin', ({ actingAs }) => actingAs === 'jane')
    expect(record).toMatchObject({ user: 'admin', actingAs: 'jane' })
  })
})

it('records what each step of a write changes while a reader follows the requests', async () => {
  const pods = '/api/v1/namespaces/default/pods'
  const pod = (name: string) => ({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  })
  const stagesOf = async (): Promise<JsonObject[]> => (await recordFor('admin', posted(pods)))['stages'] as JsonObject[]
  await addAccount()
  await as('admin', 'POST', pods, pod('before'))
  expect((await stagesOf()).filter(({ detail }) => (detail as JsonObject | undefined)?.['changes'])).toEqual([])
  const { response } = await as('admin', 'GET', '/debug/requests?watch=true')
  if (!isByteStream(response.body)) throw new Error('the answer is not a stream')
  response.body.start({ write: () => undefined, end: () => undefined, backlog: () => 0 })
  await as('admin', 'POST', pods, pod('while'))
  response.body.stop()
  const stages = await stagesOf()
  const changesOf = (name: string) => JSON.stringify(stages.find(({ stage }) => stage === name)?.['detail'])
  expect(changesOf('defaults')).toContain('"path":"/spec/restartPolicy","after":"Always"')
  expect(changesOf('admission/DefaultTolerationSeconds')).toContain('/spec/tolerations')
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
  if (!isByteStream(response.body)) throw new Error('the answer is not a stream')
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
