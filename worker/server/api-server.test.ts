import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiResponse } from '../api/exchange.ts'
import { isByteStream } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiServer, ApiServerOptions } from './api-server.ts'
import { createApiServer } from './api-server.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly json: JsonObject
  readonly response: ApiResponse
}

const maps = '/api/v1/namespaces/default/configmaps'
let server: ApiServer
let reported: unknown[]

async function start(options: Partial<ApiServerOptions> = {}): Promise<ApiServer> {
  reported = []
  const report = (error: unknown): void => void reported.push(error)
  return createApiServer({ dialect: dialects.svc, clock: virtualClock(), log: memoryLog(), report, ...options })
}

async function send(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await server.handle({
    method,
    url,
    headers: new Map(Object.entries(headers)),
    body: body === undefined ? undefined : new TextEncoder().encode(text),
    signal: new AbortController().signal,
  })
  const answer = isByteStream(response.body) ? '' : new TextDecoder().decode(response.body)
  return {
    status: response.status,
    headers: new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value])),
    text: answer,
    get json() {
      return JSON.parse(answer) as JsonObject
    },
    response,
  }
}

/** Starts the stream of a watch and collects its events. Each line of the stream is one event. */
function follow({ response }: Answer): { events(): JsonObject[]; ended(): boolean; stop(): void } {
  const { body } = response
  if (!isByteStream(body)) throw new Error('the answer is not a stream')
  let text = ''
  let over = false
  body.start({
    write: (chunk) => void (text += new TextDecoder().decode(chunk)),
    end: () => void (over = true),
    backlog: () => 0,
  })
  return {
    events: () => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as JsonObject])),
    ended: () => over,
    stop: () => body.stop(),
  }
}

beforeEach(async () => {
  server = await start()
})
afterEach(async () => {
  expect(reported).toEqual([])
  await server.close()
})

describe('a server', () => {
  it('creates, gets, lists, updates, patches and deletes', async () => {
    const created = await send('POST', maps, { metadata: { name: 'a' }, data: { k: 'v' } })
    expect(created.status).toBe(201)
    expect(created.json).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { namespace: 'default' } })

    const got = await send('GET', `${maps}/a`)
    expect(got.text).toBe(created.text)

    const list = await send('GET', maps)
    expect(list.json).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1', items: [{ metadata: { name: 'a' } }] })
    expect(list.text).toContain('"items":[{"metadata":')

    const patched = await send(
      'PATCH',
      `${maps}/a`,
      { data: { k: 'w' } },
      { 'content-type': 'application/merge-patch+json' },
    )
    expect(patched.json.data).toEqual({ k: 'w' })

    const stale = await send('PUT', `${maps}/a`, created.json)
    expect([stale.status, stale.json.reason]).toEqual([409, 'Conflict'])
    expect((await send('PUT', `${maps}/a`, { ...patched.json, data: {} })).status).toBe(200)

    const deleted = await send('DELETE', `${maps}/a`)
    expect(deleted.json).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'a', kind: 'configmaps' },
    })
    expect((await send('GET', `${maps}/a`)).json).toMatchObject({
      code: 404,
      message: 'configmaps "a" not found',
      details: { name: 'a', kind: 'configmaps' },
    })
  })

  it('answers with the stored bytes, the same ones each time', async () => {
    const made = await send('POST', maps, { metadata: { name: 'a' } })
    const first = await send('GET', `${maps}/a`)
    expect(first.response.body).toBe(made.response.body)
    expect(first.text.endsWith('}\n')).toBe(true)
    const list = await send('GET', maps)
    expect(list.text).not.toContain('\n,')
    expect((await send('GET', `${maps}/a?pretty=true`)).text).toBe(JSON.stringify(first.json, undefined, 2))
  })

  it('starts with the namespaces of the dialect', async () => {
    const { json } = await send('GET', '/api/v1/namespaces')
    const names = (json.items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)
    expect(names).toEqual(['default', 'svc-node-lease', 'svc-public', 'svc-system'])
  })

  it('watches: sends the existing objects, then each change', async () => {
    await send('POST', maps, { metadata: { name: 'a' } })
    const answer = await send('GET', `${maps}?watch=true`)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const watch = follow(answer)
    await send('POST', maps, { metadata: { name: 'b' } })
    await send('DELETE', `${maps}/a`)
    const seen = watch
      .events()
      .map(({ type, object }) => [type, (object as { metadata: { name: string } }).metadata.name])
    expect(seen).toEqual([
      ['ADDED', 'a'],
      ['ADDED', 'b'],
      ['DELETED', 'a'],
    ])
    watch.stop()
    expect(watch.ended()).toBe(true)
  })

  it('ends watches and answers 503 once closed', async () => {
    const watch = follow(await send('GET', `${maps}?watch=1`))
    await server.close()
    expect(watch.ended()).toBe(true)
    expect((await send('GET', maps)).status).toBe(503)
  })
})

describe('bodies', () => {
  it('are read as YAML and answered as YAML', async () => {
    const headers = { 'content-type': 'application/yaml', accept: 'application/yaml' }
    const answer = await send('POST', maps, 'metadata:\n  name: yaml\ndata:\n  k: "1"\n', headers)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toBe('application/yaml')
    expect(answer.text).toMatch(/^apiVersion: v1\ndata:\n {2}k: "1"\nkind: ConfigMap\n/)
  })

  it.each([
    [
      '{',
      400,
      "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input ({)",
    ],
    [
      '',
      400,
      "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)",
    ],
    [
      '{"apiVersion":"apps/v1"}',
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "apps/v1"',
    ],
    [
      '{"kind":"Secret"}',
      400,
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      '{"metadata":{"name":5}}',
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number',
    ],
    ['null', 422, 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required'],
  ])('%s is refused', async (body, status, message) => {
    const answer = await send('POST', maps, body)
    expect(answer.status).toBe(status)
    expect(answer.json.message).toContain(message)
  })

  it('are refused when too large or of an unknown media type', async () => {
    const large = await send('POST', maps, `{"data":{"k":"${'x'.repeat(3 * 1024 * 1024)}"}}`)
    expect([large.status, large.json.message]).toEqual([413, 'Request entity too large: limit is 3145728'])
    const text = await send('POST', maps, '{}', { 'content-type': 'text/plain' })
    expect([text.status, text.json.reason]).toEqual([415, 'UnsupportedMediaType'])
    const patch = await send('PATCH', `${maps}/a`, '{}', { 'content-type': 'application/json' })
    expect([patch.status, patch.json.message]).toEqual([415, '415: Unsupported Media Type'])
  })

  it('with unknown fields are warned about, refused or pruned by fieldValidation', async () => {
    const body = '{"metadata":{"name":"w"},"bogus":1,"data":{"k":"1"},"data":{"l":"2"}}'
    const warned = await send('POST', `${maps}?dryRun=All`, body)
    expect(warned.response.headers.filter(([name]) => name === 'Warning').map(([, value]) => value)).toEqual([
      '299 - "unknown field \\"bogus\\""',
      '299 - "duplicate field \\"data\\""',
    ])
    const strict = await send('POST', `${maps}?fieldValidation=Strict`, body)
    expect(strict.json.message).toBe(
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "bogus", duplicate field "data"',
    )
    const ignored = await send('POST', `${maps}?fieldValidation=Ignore`, body)
    expect([ignored.status, ignored.headers.has('warning')]).toEqual([201, false])
  })
})

describe('answers', () => {
  const table = 'application/json;as=Table;v=v1;g=meta.svc.io'

  it('are Tables and partial metadata when negotiated', async () => {
    await send('POST', maps, { metadata: { name: 'a' }, data: { k: 'v' } })
    const list = await send('GET', maps, undefined, { accept: table })
    expect(list.json).toMatchObject({ kind: 'Table', rows: [{ object: { kind: 'PartialObjectMetadata' } }] })
    const item = await send('GET', `${maps}/a?includeObject=Object`, undefined, { accept: table })
    expect(item.json).toMatchObject({ rows: [{ object: { kind: 'ConfigMap', data: { k: 'v' } } }] })
    const wrong = await send('GET', `${maps}/a?includeObject=all`, undefined, { accept: table })
    expect([wrong.status, wrong.json.message]).toEqual([
      400,
      `Unable to convert to Table as requested: includeObject: Invalid value: "all": must be 'Metadata', 'Object', 'None', or empty`,
    ])
    const deleted = await send('DELETE', `${maps}/a?includeObject=all`, undefined, { accept: table })
    expect([deleted.status, deleted.json.message]).toEqual([400, wrong.json.message])
    expect((await send('GET', `${maps}/a`)).status).toBe(404)
    const watched = await send('GET', '/api/v1/watch/configmaps', undefined, { accept: 'text/html' })
    expect(watched.json.message).toContain('application/json;stream=watch')
    const partial = await send('GET', maps, undefined, {
      accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.svc.io',
    })
    expect(partial.json.message).toBe(
      'you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)',
    )
  })

  it('describe columns only in the first event of a Table watch', async () => {
    const watch = follow(await send('GET', `${maps}?watch=1`, undefined, { accept: table }))
    await send('POST', maps, { metadata: { name: 'a' } })
    await send('POST', maps, { metadata: { name: 'b' } })
    const definitions = watch.events().map(({ object }) => (object as JsonObject).columnDefinitions)
    expect(definitions).toEqual([expect.any(Array), null])
    watch.stop()
  })

  it('are compressed when large', async () => {
    const data = { k: 'compress me '.repeat(20_000) }
    await send('POST', maps, { metadata: { name: 'large' }, data })
    const packed = await send('GET', `${maps}/large`, undefined, { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const { body } = packed.response
    const text = isByteStream(body) ? '' : gunzipSync(body).toString('utf8')
    expect(JSON.parse(text)).toMatchObject({ data })
    expect((await send('GET', `${maps}/large`)).headers.has('content-encoding')).toBe(false)
  })

  it('are not compressed when the feature gate is off', async () => {
    await server.close()
    server = await start({ featureGates: { APIResponseCompression: false } })
    await send('POST', maps, { metadata: { name: 'large' }, data: { k: 'compress me '.repeat(20_000) } })
    const plain = await send('GET', `${maps}/large`, undefined, { 'accept-encoding': 'gzip' })
    expect(plain.headers.has('content-encoding')).toBe(false)
  })

  it('carry the audit id of the request and may not be cached, and have no body for HEAD', async () => {
    const answer = await send('GET', maps, undefined, { 'audit-id': 'mine' })
    expect(answer.headers.get('audit-id')).toBe('mine')
    expect(answer.headers.get('cache-control')).toBe('no-cache, private')
    expect((await send('HEAD', '/version')).text).toBe('')
  })

  it('are plain text for paths outside every API', async () => {
    for (const url of ['//', '/nope', '/apis/nope/v1/things', '//api/v1/pods', '/apis//v1/pods']) {
      const answer = await send('GET', url)
      expect([answer.status, answer.text, answer.headers.get('content-type')], url).toEqual([
        404,
        '404 page not found\n',
        'text/plain; charset=utf-8',
      ])
    }
  })

  it('are refusals in JSON, also when the requested format cannot be negotiated', async () => {
    const missing = await send('GET', `${maps}/none`, undefined, {
      accept: 'application/json;as=Table;g=meta.svc.io;v=v1',
    })
    expect(missing.json.code).toBe(404)
    const unacceptable = await send('GET', maps, undefined, { accept: 'text/html' })
    expect(unacceptable.status).toBe(406)
    expect(unacceptable.text).toContain('\n  "kind": "Status"')
  })
})

describe('documents', () => {
  it('include discovery, unaggregated and aggregated, with an ETag', async () => {
    const accept = 'application/json;g=apidiscovery.svc.io;v=v2;as=APIGroupDiscoveryList,application/json'
    const aggregated = await send('GET', '/apis', undefined, { accept })
    expect(aggregated.json).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.svc.io/v2' })
    const again = await send('GET', '/apis', undefined, {
      accept,
      'if-none-match': aggregated.headers.get('etag') ?? '',
    })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await send('GET', '/apis')).json.kind).toBe('APIGroupList')
    expect((await send('GET', '/apis/apps/v1')).json.kind).toBe('APIResourceList')
    expect((await send('GET', '/version')).json.gitVersion).toBe('v1.30.14')
  })

  it('include OpenAPI, through an index of hashes', async () => {
    const index = await send('GET', '/openapi/v3')
    const paths = index.json.paths as Record<string, { serverRelativeURL: string }>
    const document = await send('GET', paths['apis/apps/v1']?.serverRelativeURL ?? '')
    expect(document.headers.get('cache-control')).toBe('public, immutable')
    expect(document.json).toMatchObject({ openapi: '3.0.0' })
    for (const path of ['apis/nope/v1', 'foo', 'toString'])
      expect((await send('GET', `/openapi/v3/${path}`)).status, path).toBe(404)
  })

  it('include the recent requests with their stages', async () => {
    await send('GET', maps)
    const { items } = (await send('GET', '/debug/requests')).json as { items: JsonObject[] }
    expect(items.at(-1)).toMatchObject({ method: 'GET', url: maps, status: 200, user: 'system:anonymous' })
    expect(JSON.stringify(items.at(-1)?.stages)).toContain('authorization')
  })
})

describe('defects', () => {
  it('are reported and answered as a 500', async () => {
    const broken = new Map<string, string>()
    broken.get = readBroken
    const response = await server.handle({
      method: 'POST',
      url: maps,
      headers: broken,
      signal: new AbortController().signal,
    })
    expect(response.status).toBe(500)
    expect(reported.splice(0)).toEqual([new Error('a defect')])
  })

  function readBroken(name: string): undefined {
    if (name === 'content-type') throw new Error('a defect')
    return undefined
  }
})

describe('callers', () => {
  it('are authenticated by their tokens, and refused at every path with a wrong token', async () => {
    await server.close()
    server = await start({ tokens: 'secret,alice,u1,"dev"\n' })
    expect((await send('GET', maps, undefined, { authorization: 'Bearer secret' })).status).toBe(200)
    const wrong = await send('GET', '/healthz', undefined, { authorization: 'Bearer guess' })
    expect([wrong.status, wrong.json.message]).toEqual([401, 'Unauthorized'])
  })
})
