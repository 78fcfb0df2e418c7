import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isObject, type Json, type JsonObject } from '../api/json.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send, type Answer } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

/** Names that every plain object inherits, and a name that only these tests give to all objects, to observe its lookups. */
const INHERITED = ['constructor', 'valueOf', 'toString', 'hasOwnProperty']
const OBSERVED = 'observedName'
const MERGE = 'application/merge-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const JSON_PATCH = 'application/json-patch+json'
const APPLY = 'application/apply-patch+yaml'
const MAPS = '/api/v1/namespaces/default/configmaps'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'

let server: ApiServer
beforeAll(async () => {
  const options = { clock: virtualClock(), log: memoryLog(), defaultUser: 'admin' }
  server = await createApiServer({ ...options, dialect: dialects.k8s })
  await server.start()
})
afterAll(() => server.close())

const ask = (method: string, url: string, body?: JsonObject | string, type = 'application/json'): Promise<Answer> =>
  send(server.handle, method, url, { body, headers: { 'content-type': type } })

/** An object with one member; `__proto__` is a name like any other. */
const one = (name: string, value: Json): JsonObject => Object.fromEntries([[name, value]])
const at = (answer: Answer, ...path: string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), answer.json)
const listed = (answer: Answer): number => (answer.json['items'] as Json[]).length
const configMap = (name: string, data: JsonObject, labels: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels, annotations: labels },
  data,
})

describe.each([...INHERITED, '__proto__'])('the name %s', (name) => {
  const url = `${MAPS}/${name.replaceAll('_', '').toLowerCase()}`
  const own = url.slice(MAPS.length + 1)
  // A label must begin with a letter or digit. The server therefore refuses `__proto__` as a label, like every such name.
  const label = name === '__proto__' ? 'plain' : name

  it('comes back as key of data, label and annotation, from JSON and from YAML', async () => {
    const map = configMap(own, one(name, 'x'), one(label, 'x'))
    const read = await ask('POST', `${MAPS}?dryRun=All`, JSON.stringify(map), 'application/yaml')
    for (const answer of [read, await ask('POST', MAPS, map)]) {
      expect(answer.status).toBe(201)
      expect(at(answer, 'data')).toEqual(one(name, 'x'))
      expect(at(answer, 'metadata', 'labels')).toEqual(one(label, 'x'))
      expect(at(answer, 'metadata', 'annotations')).toEqual(one(label, 'x'))
    }
  })

  it.each([MERGE, STRATEGIC])('is changed and removed by %s', async (type) => {
    expect(at(await ask('PATCH', url, { data: one(name, 'y') }, type), 'data')).toEqual(one(name, 'y'))
    expect(at(await ask('PATCH', url, { data: one(name, null) }, type), 'data')).toBeUndefined()
    expect(at(await ask('PATCH', url, { data: one(name, 'x') }, type), 'data')).toEqual(one(name, 'x'))
  })

  it('is added, tested and removed by a JSON patch', async () => {
    const path = `/data/${name}`
    const patch = (...operations: JsonObject[]): Promise<Answer> =>
      ask('PATCH', url, JSON.stringify(operations), JSON_PATCH)
    expect((await patch({ op: 'remove', path })).status).toBe(200)
    expect((await patch({ op: 'add', path: '/data', value: { other: 'y' } })).status).toBe(200)
    for (const op of ['remove', 'replace', 'test']) {
      const missing = await patch({ op, path: '/data/missing', value: 'z' })
      const answer = await patch({ op, path, value: 'z' })
      expect(answer.status).toBe(missing.status)
      expect(at(answer, 'message')).toEqual(at(missing, 'message')?.toString().replace('missing', name))
      await patch({ op: 'add', path: '/data', value: { other: 'y' } })
    }
    const tested = await patch({ op: 'add', path, value: 'x' }, { op: 'test', path, value: 'x' })
    expect(at(tested, 'data')).toEqual({ ...one(name, 'x'), other: 'y' })
  })

  it('is owned and given up by apply', async () => {
    const apply = (data: JsonObject): Promise<Answer> =>
      ask('PATCH', `${MAPS}/applied?fieldManager=a&force=true`, configMap('applied', data, {}), APPLY)
    expect(at(await apply(one(name, 'x')), 'data')).toEqual(one(name, 'x'))
    expect(at(await apply({ other: 'y' }), 'data')).toEqual({ other: 'y' })
    await ask('DELETE', `${MAPS}/applied`)
  })

  it('selects no object that does not have it', async () => {
    const count = (selector: string) => ask('GET', `${MAPS}?labelSelector=${selector}`).then(listed)
    await ask('POST', MAPS, configMap('bystander', { other: 'y' }, { other: 'y' }))
    expect(await count(`${label},other`)).toBe(0)
    expect(await count(`!${label},other`)).toBe(1)
    await ask('DELETE', `${MAPS}?labelSelector=${label},other`)
    expect((await ask('GET', `${MAPS}/bystander`)).status).toBe(200)
    expect((await ask('GET', `${MAPS}?fieldSelector=${name}=x`)).status).toBe(400)
  })

  it('is not a resource, group, version, subresource or type', async () => {
    const paths = [`/${name}`, `/apis/${name}`, `/apis/apps/${name}`, `/api/v1/${name}`, `/openapi/v3/apis/${name}`]
    for (const path of [...paths, `${url}/${name}`]) expect((await ask('GET', path)).status).toBe(404)
    expect((await ask('POST', MAPS, { apiVersion: 'v1', kind: name })).status).toBe(400)
  })
})

/** A definition whose schema declares the name as a property, a default, a list map key and in a rule. */
const definition = (name: string): JsonObject => {
  const item = { type: 'object', required: [name], properties: one(name, { type: 'string' }) }
  const spec = {
    type: 'object',
    properties: {
      ...one(name, { type: 'integer', default: 1 }),
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      list: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [name], items: item },
    },
    'x-kubernetes-validations': [{ rule: `has(self.${name}) && self.${name} > 0` }],
  }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  return {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
}

it('looks up no name of a request through a prototype', async () => {
  const lookups = new Set<string>()
  // oxlint-disable-next-line no-extend-native -- the test removes the property at its end
  Object.defineProperty(Object.prototype, OBSERVED, {
    configurable: true,
    get: () => void lookups.add((new Error().stack ?? '').split('\n')[2] ?? ''),
    set(value) {
      Object.defineProperty(this, OBSERVED, { value, writable: true, enumerable: true, configurable: true })
    },
  })
  try {
    const defined = await ask('POST', DEFINITIONS, definition(OBSERVED))
    expect(defined.text).toContain('"kind":"CustomResourceDefinition"')
    await vi.waitFor(async () => expect((await ask('GET', WIDGETS)).status).toBe(200))
    const map = one(OBSERVED, 'x')
    const widget = (spec: JsonObject): JsonObject => ({ apiVersion: 'example.com/v1', kind: 'Widget', spec })
    const bodies: [string, JsonObject, JsonObject][] = [
      [MAPS, configMap('a', map, map), configMap('a', { other: 'y' }, { other: 'y' })],
      [WIDGETS, widget({ free: one(OBSERVED, map), list: [map] }), widget({ free: {} })],
    ]
    for (const [url, having, lacking] of bodies) {
      const named = (body: JsonObject): JsonObject => ({
        ...body,
        metadata: { ...(body['metadata'] as object), name: 'o' },
      })
      expect((await ask('POST', url, named(having))).status).toBe(201)
      for (const body of [lacking, having]) {
        for (const type of [MERGE, APPLY, ...(url === MAPS ? [STRATEGIC] : [])]) {
          const { status } = await ask(
            'PATCH',
            `${url}/o?fieldManager=m${type === APPLY ? '&force=true' : ''}`,
            named(body),
            type,
          )
          expect(status).toBe(200)
        }
        const stored = (await ask('GET', `${url}/o`)).json
        const metadata = { ...(stored['metadata'] as object), ...(body['metadata'] as object), name: 'o' }
        expect((await ask('PUT', `${url}/o`, { ...body, metadata })).status).toBe(200)
      }
      for (const selector of [OBSERVED, `!${OBSERVED}`, `${OBSERVED}=x`])
        await ask('GET', `${url}?labelSelector=${selector}`)
      await ask('GET', `${url}?fieldSelector=${OBSERVED}=x`)
    }
  } finally {
    Reflect.deleteProperty(Object.prototype, OBSERVED)
  }
  expect([...lookups].filter((line) => line.includes('/worker/') && !line.includes('.test.'))).toEqual([])
})
