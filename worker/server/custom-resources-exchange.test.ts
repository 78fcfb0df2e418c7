import { afterEach, describe, expect, it, vi } from 'vitest'
import { isByteStream } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Answer } from './api-server-fixture.ts'
import { send } from './api-server-fixture.ts'
import type { ApiServer } from './api-server.ts'
import { createApiServer } from './api-server.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import type { Log, LogRecord } from '../store/persistence/log.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const DEFINITIONS = '/apis/apiextensions.svc.io/v1/customresourcedefinitions'
const MERGE = 'application/merge-patch+json'
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'

let server: ApiServer

async function start(log: Log = memoryLog()): Promise<void> {
  server = await createApiServer({ dialect: dialects.svc, clock: virtualClock(), log, defaultUser: 'admin' })
}

afterEach(() => server.close())

/** A log in memory that can be reopened. */
function rememberingLog(): Log {
  const records = new Map<string, LogRecord>()
  let revision = 1
  return {
    open: () =>
      Promise.resolve({ revision, records: [...records.values()].filter(({ value }) => value !== undefined) }),
    commit(changes) {
      const first = revision + 1
      for (const { key, value } of changes) records.set(key, { key, value, revision: ++revision })
      return Promise.resolve(first)
    },
    close: () => Promise.resolve(),
  }
}

const ask = (method: string, url: string, body?: JsonObject, type = 'application/json'): Promise<Answer> =>
  send(server.handle, method, url, { body, headers: { 'content-type': type } })

const version = (name: string, spec: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: spec } } } },
  ...more,
})

const definition = (versions: JsonObject[], names: JsonObject = {}): JsonObject => ({
  apiVersion: 'apiextensions.svc.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: { group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget', ...names }, versions },
})

const widget = (name: string, spec: JsonObject, apiVersion = 'example.com/v1'): JsonObject => ({
  apiVersion,
  kind: 'Widget',
  metadata: { name },
  spec,
})

async function define(given: JsonObject): Promise<void> {
  expect((await ask('POST', DEFINITIONS, given)).status).toBe(201)
  await vi.waitFor(async () => expect((await ask('GET', WIDGETS)).status).toBe(200))
}

const TEXT = { type: 'string' }

describe('custom resources', () => {
  it('are served like built-in ones when their definition exists', async () => {
    await start()
    expect((await ask('GET', WIDGETS)).status).toBe(404)
    await define(definition([version('v1', { a: TEXT, n: { type: 'integer', default: 3 } })], { shortNames: ['wd'] }))
    const made = await ask('POST', WIDGETS, widget('one', { a: 'x', dropped: 1 }))
    expect(made.status).toBe(201)
    expect(made.json.spec).toEqual({ a: 'x', n: 3 })
    expect(made.headers.get('warning')).toContain('spec.dropped')
    expect((await ask('POST', WIDGETS, widget('two', { a: 1 }))).json.message).toContain('must be of type string')
    const found = (await ask('GET', '/apis/example.com/v1')).json as { resources: JsonObject[] }
    expect(found.resources[0]).toMatchObject({ name: 'widgets', kind: 'Widget', shortNames: ['wd'] })
    const aggregated = await send(server.handle, 'GET', '/apis', {
      headers: {
        accept: 'application/json;g=apidiscovery.svc.io;v=v2;as=APIGroupDiscoveryList',
      },
    })
    expect(aggregated.text).toContain('"responseKind":{"group":"example.com","version":"v1","kind":"Widget"}')
    const published = await ask('GET', '/openapi/v3/apis/example.com/v1')
    expect(published.text).toContain('com.example.v1.WidgetList')
    expect((await ask('GET', '/openapi/v2')).text).toContain('com.example.v1.Widget')
  })

  it('name the operations of a group of the built-in domain without the domain', async () => {
    await start()
    const group = 'toys.svc.io'
    const approved = { annotations: { 'api-approved.svc.io': 'https://example.com' }, name: `widgets.${group}` }
    const { spec, ...head } = definition([version('v1', {})]) as { spec: JsonObject }
    expect((await ask('POST', DEFINITIONS, { ...head, metadata: approved, spec: { ...spec, group } })).status).toBe(201)
    await vi.waitFor(async () => {
      const { text } = await ask('GET', `/openapi/v3/apis/${group}/v1`)
      expect(text).toContain('"operationId":"listToysV1NamespacedWidget"')
    })
  })

  it('have the default of their status from the start', async () => {
    await start()
    const status = { type: 'object', default: { seen: -1 }, properties: { seen: { type: 'integer' } } }
    const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object' }, status } }
    await define(definition([version('v1', {}, { schema: { openAPIV3Schema }, subresources: { status: {} } })]))
    const made = await ask('POST', WIDGETS, { ...widget('one', {}), status: { seen: 5 } })
    expect(made.json['status']).toEqual({ seen: -1 })
    expect((await ask('GET', `${WIDGETS}/one`)).json['status']).toEqual({ seen: -1 })
    type Versioned = { metadata: { resourceVersion: string } }
    const metadataOf = ({ json }: Answer): Versioned['metadata'] => (json as Versioned).metadata
    const put = (metadata: JsonObject) => ask('PUT', `${WIDGETS}/one`, { ...widget('one', {}), metadata })
    // The create has stored no status, so the first write stores the default although it changes nothing else.
    const completed = metadataOf(await put(metadataOf(made)))
    expect(completed.resourceVersion).not.toBe(metadataOf(made).resourceVersion)
    expect(metadataOf(await put(completed))).toEqual(completed)
  })

  it('are served again after a restart, with the schema of their definition', async () => {
    const log = rememberingLog()
    await start(log)
    await define(definition([version('v1', { a: TEXT })]))
    await ask('POST', WIDGETS, widget('one', { a: 'x' }))
    await server.close()
    await start(log)
    expect((await ask('GET', `${WIDGETS}/one`)).json.spec).toEqual({ a: 'x' })
    expect((await ask('POST', WIDGETS, widget('two', { a: 1 }))).status).toBe(422)
  })

  it('are read with the current schema, and a changed schema ends their watches', async () => {
    await start()
    await define(definition([version('v1', { a: TEXT, b: TEXT })]))
    await ask('POST', WIDGETS, widget('one', { a: 'x', b: 'y' }))
    const watch = await ask('GET', `${WIDGETS}?watch=true`)
    const { body } = watch.response
    if (!isByteStream(body)) throw new Error('a watch is a stream')
    const ended = vi.fn()
    body.start({ write: () => undefined, end: ended, backlog: () => 0 })
    const patch = [
      { op: 'replace', path: '/spec/versions/0', value: version('v1', { a: TEXT, c: { ...TEXT, default: 'z' } }) },
    ]
    const changed = await ask(
      'PATCH',
      `${DEFINITIONS}/widgets.example.com`,
      patch as never,
      'application/json-patch+json',
    )
    expect(changed.status).toBe(200)
    expect(ended).toHaveBeenCalled()
    expect((await ask('GET', `${WIDGETS}/one`)).json.spec).toEqual({ a: 'x', c: 'z' })
    const list = (await ask('GET', WIDGETS)).json as { items: JsonObject[] }
    expect(list.items[0]?.['spec']).toEqual({ a: 'x', c: 'z' })
  })

  it('are read and created in every served version', async () => {
    await start()
    await define(definition([version('v1', { a: TEXT }), version('v2', { a: TEXT, b: { ...TEXT, default: 'new' } })]))
    await ask('POST', WIDGETS, widget('one', { a: 'x' }))
    const second = WIDGETS.replace('/v1/', '/v2/')
    expect((await ask('GET', `${second}/one`)).json).toMatchObject({ apiVersion: 'example.com/v2', spec: { a: 'x' } })
    await ask('POST', second, widget('two', { a: 'y' }, 'example.com/v2'))
    expect((await ask('GET', `${WIDGETS}/two`)).json).toMatchObject({ apiVersion: 'example.com/v1', spec: { a: 'y' } })
    expect((await ask('GET', '/apis/example.com')).json['preferredVersion']).toMatchObject({ version: 'v2' })
  })

  it('are deleted with their definition, which waits for finalizers', async () => {
    await start()
    await define(definition([version('v1', { a: TEXT })]))
    const held = widget('held', { a: 'x' })
    held['metadata'] = { name: 'held', finalizers: ['example.com/f'] }
    await ask('POST', WIDGETS, held)
    await ask('POST', WIDGETS, widget('free', { a: 'x' }))
    const deleted = await ask('DELETE', `${DEFINITIONS}/widgets.example.com`)
    expect(deleted.json.metadata).toMatchObject({ finalizers: ['customresourcecleanup.apiextensions.svc.io'] })
    await vi.waitFor(async () => expect((await ask('GET', `${WIDGETS}/free`)).status).toBe(404))
    const refused = await ask('POST', WIDGETS, widget('late', {}))
    expect(refused.status).toBe(405)
    expect(refused.json.message).toBe('create not allowed while custom resource definition is terminating')
    const { resources } = (await ask('GET', '/apis/example.com/v1')).json as { resources: JsonObject[] }
    expect(resources[0]?.['verbs']).toEqual(['delete', 'deletecollection', 'get', 'list', 'watch'])
    await ask('PATCH', `${WIDGETS}/held`, { metadata: { finalizers: null } }, 'application/merge-patch+json')
    await vi.waitFor(async () => expect((await ask('GET', `${DEFINITIONS}/widgets.example.com`)).status).toBe(404))
    expect((await ask('GET', WIDGETS)).text).toBe('404 page not found\n')
  })

  it('can be created again while other finalizers hold their deleted definition', async () => {
    await start()
    const held = definition([version('v1', { a: TEXT })])
    held['metadata'] = { name: 'widgets.example.com', finalizers: ['example.com/keep'] }
    await define(held)
    const name = `${DEFINITIONS}/widgets.example.com`
    await ask('DELETE', name)
    await vi.waitFor(async () =>
      expect((await ask('GET', name)).json.metadata).toMatchObject({ finalizers: ['example.com/keep'] }),
    )
    expect((await ask('POST', WIDGETS, widget('late', {}))).status).toBe(201)
    await ask('PATCH', name, { metadata: { finalizers: null } }, MERGE)
    await vi.waitFor(async () => expect((await ask('GET', name)).status).toBe(404))
    await define(definition([version('v1', { a: TEXT })]))
    expect((await ask('GET', WIDGETS)).json['items']).toMatchObject([{ metadata: { name: 'late' } }])
  })

  it('name protobuf among the accepted media types of a body, which they cannot have', async () => {
    await start()
    await define(definition([version('v1', { a: TEXT })]))
    const accepted = async (type: string, method = 'POST'): Promise<string> =>
      String((await ask(method, WIDGETS, widget('one', {}), type)).json['message']).replace(/^.*include: /, '')
    const readable = 'application/json, application/yaml'
    expect(await accepted('text/plain')).toBe(`${readable}, application/vnd.svc.protobuf`)
    expect(await accepted('text/plain', 'DELETE')).toBe(`${readable}, application/vnd.svc.protobuf`)
    expect(await accepted('application/vnd.svc.protobuf')).toBe(readable)
  })

  it('report repeated keys in values that a JSON patch adds', async () => {
    await start()
    await define(definition([version('v1', { a: TEXT })]))
    await ask('POST', WIDGETS, widget('one', {}))
    const body = '[{"op":"add","path":"/spec","value":{"a":"1","a":"2","z":{"b":1,"b":2}}}]'
    const { response } = await send(server.handle, 'PATCH', `${WIDGETS}/one`, {
      body,
      headers: { 'content-type': 'application/json-patch+json' },
    })
    const warnings = response.headers.filter(([name]) => name.toLowerCase() === 'warning')
    expect(warnings.map(([, text]) => text.replaceAll('\\"', "'"))).toEqual([
      `299 - "json patch duplicate field '[0].value.a'"`,
      `299 - "json patch duplicate field '[0].value.z.b'"`,
      `299 - "duplicate field 'spec.a'"`,
      `299 - "duplicate field 'spec.z.b'"`,
      `299 - "unknown field 'spec.z'"`,
    ])
  })

  it('have the subresources status and scale that their definition declares', async () => {
    await start()
    const spec = { n: { type: 'integer' } }
    const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' }
    await define(definition([version('v1', spec, { subresources: { status: {}, scale } })]))
    await ask('POST', WIDGETS, { ...widget('one', { n: 2 }), status: { n: 9 } })
    expect((await ask('GET', `${WIDGETS}/one`)).json['status']).toBeUndefined()
    expect((await ask('GET', `${WIDGETS}/one/scale`)).json).toMatchObject({ kind: 'Scale', spec: { replicas: 2 } })
    const table = { accept: 'application/json;as=Table;g=meta.svc.io;v=v1' }
    const printed = await send(server.handle, 'GET', `${WIDGETS}/one/scale`, { headers: table })
    expect(printed.json['columnDefinitions']).toMatchObject([
      { name: 'Name', format: 'name' },
      { name: 'Desired', description: 'Number of desired replicas' },
      { name: 'Available', description: 'Number of actual replicas' },
      { name: 'Age', type: 'date' },
    ])
    const merge = 'application/merge-patch+json'
    await ask('PATCH', `${WIDGETS}/one/scale`, { spec: { replicas: 5 } }, merge)
    const one = (await ask('GET', `${WIDGETS}/one`)).json
    expect(one).toMatchObject({ metadata: { generation: 2 }, spec: { n: 5 } })
    const renamed = await ask('PATCH', `${WIDGETS}/one/status`, { kind: 'Gadget' }, merge)
    expect([renamed.status, renamed.json]).toMatchObject([200, { kind: 'Widget' }])
    expect(renamed.json).not.toHaveProperty('metadata.managedFields')
    const untyped = async (patch: JsonObject): Promise<string> => {
      const { status, json } = await ask('PATCH', `${WIDGETS}/one`, patch, merge)
      return `${status} ${String(json['message'])}`
    }
    expect(await untyped({ kind: null, metadata: null })).toContain("Object 'Kind' is missing in '{")
    expect(await untyped({ kind: 5 })).toContain('cannot unmarshal number into Go struct field .kind of type string')
    expect(await untyped({ apiVersion: 'a/b/c' })).toContain('unexpected GroupVersion string: a/b/c')
    expect(await untyped({ apiVersion: null })).toContain("500 Internal error occurred: Object 'apiVersion'")
    const strategic = await ask('PATCH', `${WIDGETS}/one`, {}, 'application/strategic-merge-patch+json')
    expect(strategic.status).toBe(415)
  })

  it('announce a deprecated version before other warnings, also in refusals', async () => {
    await start()
    await define(definition([version('v1', {}, { deprecated: true, deprecationWarning: 'gone soon' })]))
    const warnings = ({ response }: Answer): string[] =>
      response.headers.filter(([name]) => name.toLowerCase() === 'warning').map(([, text]) => text)
    const created = await ask('POST', WIDGETS, widget('one', { a: 'x' }))
    expect(warnings(created)).toEqual(['299 - "gone soon"', String.raw`299 - "unknown field \"spec.a\""`])
    const refused = await ask('PATCH', `${WIDGETS}/one`, {}, 'application/strategic-merge-patch+json')
    expect([refused.status, warnings(refused)]).toEqual([415, ['299 - "gone soon"']])
    const strict = await ask('POST', `${WIDGETS}?fieldValidation=Strict`, widget('two', { a: 'x' }))
    expect([strict.status, warnings(strict)]).toEqual([400, ['299 - "gone soon"']])
    for (const method of ['GET', 'DELETE']) {
      const unrouted = await ask(method, `${WIDGETS}/one/status`, {})
      expect([unrouted.status, warnings(unrouted)]).toEqual([404, ['299 - "gone soon"']])
    }
    expect(warnings(await ask('GET', '/apis/example.com/v1/widgets/one'))).toEqual([])
  })

  it('are found by the verb and the names of a request; other segments of its path have no meaning', async () => {
    await start()
    await define(definition([version('v1', {}, { subresources: { status: {} } })]))
    const statusOf = async (method: string, path: string): Promise<number> =>
      (await ask(method, path, method === 'POST' ? widget('one', {}) : undefined)).status
    expect(await statusOf('POST', `${WIDGETS}/two`)).toBe(201)
    for (const path of [WIDGETS, `${WIDGETS}/one`, `${WIDGETS}/one/status/more`, '/apis/example.com/v1/widgets'])
      expect([path, await statusOf('HEAD', path)]).toEqual([path, 200])
    expect(await statusOf('PUT', `${WIDGETS}//status`)).toBe(400)
    expect(await statusOf('DELETE', `${WIDGETS}/one/status`)).toBe(405)
    expect(await statusOf('GET', '/apis/example.com/v1/proxy/namespaces/default/widgets')).toBe(405)
    expect(await statusOf('DELETE', '/apis/example.com/v1/namespaces//widgets')).toBe(404)
  })

  it('lose the owners of their replicas by a scale without apiVersion', async () => {
    await start()
    const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' }
    await define(definition([version('v1', { n: { type: 'integer' } }, { subresources: { scale } })]))
    await ask('POST', WIDGETS, widget('one', { n: 1 }))
    const owners = async () => {
      const { metadata } = (await ask('GET', `${WIDGETS}/one`)).json as unknown as ApiObject
      return metadata?.managedFields?.map(({ subresource, fieldsV1 }) => [subresource ?? '', fieldsV1])
    }
    const put = (typed: JsonObject) =>
      ask('PUT', `${WIDGETS}/one/scale`, { ...typed, metadata: { name: 'one' }, spec: { replicas: 2 } })
    await put({ kind: 'Scale', apiVersion: 'autoscaling/v1' })
    expect(await owners()).toContainEqual(['scale', { 'f:spec': { 'f:n': {} } }])
    await put({ kind: 'Scale' })
    expect(await owners()).toEqual([['', { 'f:spec': {} }]])
    const patched = await ask('PATCH', `${WIDGETS}/one/scale`, { apiVersion: null, spec: { replicas: 3 } }, MERGE)
    expect(patched.json).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } })
    expect(await owners()).toEqual([['', { 'f:spec': {} }]])
  })

  it('refuse a patch that removes their kind', async () => {
    await start()
    await define(definition([version('v1', {})]))
    await ask('POST', WIDGETS, widget('one', {}))
    for (const kind of [null, '']) {
      const { status, json } = await ask('PATCH', `${WIDGETS}/one`, { kind }, MERGE)
      expect([status, json['message']]).toEqual([422, expect.stringContaining("Object 'Kind' is missing in '{")])
    }
  })

  it('refuse a null apiVersion', async () => {
    await start()
    await define(definition([version('v1', {})]))
    await ask('POST', WIDGETS, widget('one', {}))
    const why = '.apiVersion accessor error: <nil> is of the type <nil>, expected string'
    const untyped = { ...widget('one', {}), apiVersion: null, ApiVersion: 'example.com/v1', Kind: 'Gadget' }
    const put = await ask('PUT', `${WIDGETS}/one`, untyped)
    expect([put.status, put.json['message']]).toEqual([
      400,
      `Widget in version "" cannot be handled as a Widget: ${why}`,
    ])
    const patch = [{ op: 'add', path: '/apiVersion', value: null }] as unknown as JsonObject
    const { status, json } = await ask('PATCH', `${WIDGETS}/one`, patch, 'application/json-patch+json')
    expect([status, json['message']]).toEqual([422, expect.stringContaining(why)])
  })

  it('know only the kinds of the scheme of scales when a patch changes the kind of a scale', async () => {
    await start()
    const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' }
    await define(definition([version('v1', { n: { type: 'integer' } }, { subresources: { scale } })]))
    await ask('POST', WIDGETS, widget('one', { n: 2 }))
    const refused = async (apiVersion: string | null, kind: string) =>
      (await ask('PATCH', `${WIDGETS}/one/scale`, { apiVersion, kind }, MERGE)).json['message']
    const scaler = 'HorizontalPodAutoscaler'
    const conversion = `converting (v1.${scaler}) to (v1.Scale): unknown conversion`
    expect(await refused(null, scaler)).toContain(conversion)
    expect(await refused('autoscaling/v1', scaler)).toContain(conversion)
    expect(await refused('apps/v1beta2', 'Scale')).toContain('converting (v1beta2.Scale) to (v1.Scale)')
    expect(await refused('autoscaling/v2', scaler)).toContain('is registered for version "autoscaling/v2"')
    expect(await refused('v1', 'Secret')).toContain('no kind "Secret" is registered for version "v1"')
    expect(await refused('apps/v1beta1', 'ScaleList')).toContain('no kind "ScaleList" is registered')
  })

  it('name the type that their scheme lacks when a scale is unreadable', async () => {
    await start()
    const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' }
    await define(definition([version('v1', { n: { type: 'integer' } }, { subresources: { scale } })]))
    await ask('POST', WIDGETS, widget('one', { n: 2 }))
    const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'one' }, spec: { replicas: 'x' } }
    for (const wrong of [body, { ...body, apiVersion: 'autoscaling/v2', spec: {} }, { ...body, apiVersion: '' }]) {
      const { status, json } = await ask('PUT', `${WIDGETS}/one/scale`, wrong)
      expect([status, json.message]).toEqual([
        400,
        expect.stringContaining('no kind is registered for the type v1.Scale in scheme'),
      ])
    }
  })

  it('are established after another definition with one of their names is deleted', async () => {
    await start()
    await define(definition([version('v1', {})]))
    const other = definition([version('v1', {})], { plural: 'gadgets', singular: 'widget', kind: 'Gadget' })
    other['metadata'] = { name: 'gadgets.example.com' }
    expect((await ask('POST', DEFINITIONS, other)).status).toBe(201)
    const conditions = async (): Promise<JsonObject[]> =>
      ((await ask('GET', `${DEFINITIONS}/gadgets.example.com`)).json['status'] as { conditions: JsonObject[] })
        .conditions ?? []
    await vi.waitFor(async () => expect((await conditions())[0]).toMatchObject({ reason: 'SingularConflict' }))
    await ask('DELETE', `${DEFINITIONS}/widgets.example.com`)
    await vi.waitFor(async () => expect((await conditions())[1]).toMatchObject({ type: 'Established', status: 'True' }))
  })

  it('have the Table columns of their definition', async () => {
    await start()
    const additionalPrinterColumns = [
      { name: 'A', type: 'string', jsonPath: '.spec.a' },
      { name: 'First', type: 'integer', jsonPath: '.spec.l[0]' },
    ]
    const l = { type: 'array', items: { type: 'integer' } }
    await define(definition([version('v1', { a: TEXT, l }, { additionalPrinterColumns })]))
    await ask('POST', WIDGETS, widget('one', { a: 'x', l: [7] }))
    const accept = 'application/json;as=Table;v=v1;g=meta.svc.io'
    const table = (await send(server.handle, 'GET', WIDGETS, { headers: { accept } })).json as { rows: JsonObject[] }
    expect(table.rows[0]?.['cells']).toEqual(['one', 'x', 7])
  })
})
