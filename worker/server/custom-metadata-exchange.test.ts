import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import type { Answer } from './api-server-fixture.ts'
import { send } from './api-server-fixture.ts'
import type { ApiServer } from './api-server.ts'
import { createApiServer } from './api-server.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'
const [MERGE, APPLY] = ['application/merge-patch+json', 'application/apply-patch+yaml']

let server: ApiServer

const ask = (method: string, url: string, body?: JsonObject, type = 'application/json'): Promise<Answer> =>
  send(server.handle, method, url, { body, headers: { 'content-type': type } })

const version = (name: string, served = true): JsonObject => ({
  name,
  served,
  storage: name === 'v1',
  subresources: { status: {} },
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
})

/** Returns a version whose schema declares only these fields of the spec. */
const declared = (name: string, properties: JsonObject, served = true): JsonObject => ({
  ...version(name, served),
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
})

const definition = (...versions: JsonObject[]): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: { group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' }, versions },
})

const widget = (metadata: JsonObject = {}, apiVersion = 'example.com/v1'): JsonObject => ({
  apiVersion,
  kind: 'Widget',
  metadata: { name: 'one', ...metadata },
  spec: { a: 1 },
})

const owner = (apiVersion: string): JsonObject[] => [
  { manager: 'm', operation: 'Update', apiVersion, fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': { 'f:a': {} } } },
]

const managersOf = ({ json }: Answer): unknown[] | undefined =>
  (json.metadata as { managedFields?: JsonObject[] }).managedFields?.map(({ apiVersion }) => apiVersion)

beforeEach(async () => {
  server = await createApiServer({
    dialect: dialects.k8s,
    clock: virtualClock(),
    log: memoryLog(),
    defaultUser: 'admin',
  })
  expect((await ask('POST', DEFINITIONS, definition(version('v1'), version('v2')))).status).toBe(201)
  await vi.waitFor(async () => expect((await ask('GET', WIDGETS)).status).toBe(200))
})

afterEach(() => server.close())

describe('owners of the fields of a custom resource', () => {
  it.each(['example.com/v9', 'a/b', 'v1', '/'])(
    'are dropped when the apiVersion of an owner is %s',
    async (apiVersion) => {
      const made = await ask('POST', WIDGETS, widget({ managedFields: owner(apiVersion) }))
      expect([made.status, managersOf(made)]).toEqual([201, undefined])
    },
  )

  const replace = async (...versions: JsonObject[]): Promise<void> => {
    await ask('POST', WIDGETS.replace('v1', 'v2'), widget({}, 'example.com/v2'))
    const { json } = await ask('GET', `${DEFINITIONS}/widgets.example.com`)
    const { resourceVersion } = json.metadata as JsonObject
    const { spec } = definition(...versions)
    await ask('PUT', `${DEFINITIONS}/widgets.example.com`, {
      ...json,
      metadata: { name: 'widgets.example.com', resourceVersion },
      spec,
    })
    const path = WIDGETS.replace('v1', 'v2')
    await vi.waitFor(async () => expect((await ask('GET', path)).status).toBe(404))
  }

  it('names unknown fields of the metadata before others, also in a patch', async () => {
    await send(server.handle, 'DELETE', `${DEFINITIONS}/widgets.example.com`)
    await vi.waitFor(async () => expect((await ask('GET', WIDGETS)).status).toBe(404))
    await ask('POST', DEFINITIONS, definition(declared('v1', { a: { type: 'integer' } })))
    await vi.waitFor(async () => expect((await ask('POST', WIDGETS, widget())).status).toBe(201))
    const faulty = { extra: 1, another: 1, metadata: { name: 'one', zeta: 1, bogus: 1 } }
    const strict = '?fieldValidation=Strict'
    const patched = await ask('PATCH', `${WIDGETS}/one${strict}`, faulty, MERGE)
    const made = await ask('POST', `${WIDGETS}${strict}`, { ...widget(), ...faulty })
    const fields = ({ json }: Answer): unknown[] =>
      [...String(json.message).matchAll(/unknown field "([^"]*)/g)].map(([, field]) => field)
    const inOrder = ['metadata.bogus', 'metadata.zeta', 'another', 'extra']
    expect([fields(patched), fields(made)]).toEqual([inOrder, inOrder])
  })

  it('stay when their version is no longer served', async () => {
    await replace(version('v1'), version('v2', false))
    const applied = await ask('PATCH', `${WIDGETS}/one?fieldManager=n`, widget(), APPLY)
    expect(managersOf(applied)).toEqual(['example.com/v1', 'example.com/v2'])
  })

  it('make an apply fail after their version has left the definition, and are dropped by a patch', async () => {
    await replace(version('v1'))
    const { status, json } = await ask('PATCH', `${WIDGETS}/one?fieldManager=n`, widget(), APPLY)
    const message = 'request to convert CR to an invalid group/version: example.com/v2'
    expect([status, json.message]).toEqual([500, message])
    expect(managersOf(await ask('PATCH', `${WIDGETS}/one`, { spec: { b: 1 } }, MERGE))).toBeUndefined()
  })

  it('are not reset by an empty list of managedFields', async () => {
    await ask('POST', WIDGETS, widget())
    const patched = await ask('PATCH', `${WIDGETS}/one`, { metadata: { managedFields: [] } }, MERGE)
    expect(managersOf(patched)).toEqual(['example.com/v1'])
  })
})

describe('the metadata of a custom resource', () => {
  it.each(['creationTimestamp', 'deletionTimestamp'])(
    'may have an unreadable %s in an apply, but not in a patch',
    async (field) => {
      const applied = await ask('PATCH', `${WIDGETS}/one?fieldManager=n`, widget({ [field]: '' }), APPLY)
      expect(applied.status).toBe(201)
      expect((applied.json.metadata as JsonObject)[field]).not.toBe('')
      expect((await ask('PATCH', `${WIDGETS}/one`, { metadata: { [field]: '' } }, MERGE)).status).toBe(422)
    },
  )

  it.each([
    ['labels', { a: null }],
    ['annotations', { a: null, b: 'c' }],
    ['ownerReferences', [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u', controller: null }]],
  ])('is stored by every apply with a null inside %s, and by the next write', async (field, value) => {
    const revision = async (body: JsonObject, type: string): Promise<unknown> => {
      const { json } = await ask('PATCH', `${WIDGETS}/one?fieldManager=n`, body, type)
      return (json.metadata as JsonObject)['resourceVersion']
    }
    const applied = widget({ [field]: value })
    const revisions: unknown[] = []
    for (let time = 0; time < 2; time++) revisions.push(await revision(applied, APPLY))
    for (let time = 0; time < 2; time++) revisions.push(await revision({}, MERGE))
    expect(new Set(revisions).size).toBe(3)
    expect(revisions[3]).toBe(revisions[2])
  })

  it('is not changed by a write of the status', async () => {
    const { json } = await ask('POST', WIDGETS, widget())
    const metadata = { uid: 'x', deletionTimestamp: '2024-01-02T03:04:05Z', deletionGracePeriodSeconds: 1 }
    const { status, json: after } = await ask('PATCH', `${WIDGETS}/one/status`, { metadata }, MERGE)
    expect([status, after.metadata]).toMatchObject([200, { uid: (json.metadata as JsonObject)['uid'] }])
    expect(after.metadata).not.toHaveProperty('deletionTimestamp')
    expect(after.metadata).not.toHaveProperty('deletionGracePeriodSeconds')
  })

  it.each([{ labels: null }, { annotations: {} }, { finalizers: [] }])(
    'is stored by an apply with its field %o until the next write',
    async (unset) => {
      const revision = async (body: JsonObject, type: string): Promise<unknown> =>
        ((await ask('PATCH', `${WIDGETS}/one?fieldManager=m`, body, type)).json.metadata as JsonObject)[
          'resourceVersion'
        ]
      const applied = await revision(widget(unset), APPLY)
      const patched = await revision({}, MERGE)
      expect(patched).not.toBe(applied)
      expect(await revision({}, MERGE)).toBe(patched)
    },
  )

  it('has times without fractions of a second in messages', async () => {
    await ask('POST', WIDGETS, widget())
    const metadata = { deletionTimestamp: '2024-01-02T03:04:05.5Z' }
    const { json } = await ask('PATCH', `${WIDGETS}/one`, { metadata }, MERGE)
    expect(json.message).toContain('Invalid value: 2024-01-02 03:04:05 +0000 UTC: field is immutable')
  })
})

describe('a custom resource whose versions declare other fields', () => {
  const V2 = WIDGETS.replace('v1', 'v2')
  const text = { type: 'string' }
  const replace = async (one: JsonObject, two: JsonObject): Promise<void> => {
    const url = `${DEFINITIONS}/widgets.example.com`
    const { json } = await ask('GET', url)
    const { spec } = definition(declared('v1', one), declared('v2', two))
    expect((await ask('PUT', url, { ...json, spec })).status).toBe(200)
    const probe = { ...widget(), spec: { unknown: 1 } }
    const isPruned = async (): Promise<void> =>
      expect((await ask('POST', `${WIDGETS}?dryRun=All`, probe)).json['spec']).not.toHaveProperty('unknown')
    await vi.waitFor(isPruned)
  }

  it('is shown by a dry run as a later GET would show it', async () => {
    await replace({ a: { ...text, default: 'x' } }, { a: text, b: { ...text, default: 'y' } })
    const given = { ...widget({}, 'example.com/v2'), spec: {} }
    const { json } = await ask('POST', `${V2}?dryRun=All`, given)
    await ask('POST', V2, given)
    expect(json['spec']).toEqual({ a: 'x' })
    expect((await ask('GET', `${V2}/one`)).json['spec']).toEqual({ a: 'x' })
  })

  it('gains no default of another version by an apply that changes no value', async () => {
    await replace({ a: text }, { a: text, b: { ...text, default: 'y' } })
    await ask('POST', WIDGETS, { ...widget(), spec: { a: 'x' } })
    const config = { ...widget({}, 'example.com/v2'), spec: { a: 'x' } }
    const { json } = await ask('PATCH', `${V2}/one?fieldManager=m`, config, APPLY)
    expect(json).toMatchObject({ metadata: { generation: 1 }, spec: { a: 'x' } })
  })

  it('loses a null that the version of the request does not allow', async () => {
    await replace({ a: { ...text, nullable: true } }, { a: text })
    await ask('POST', WIDGETS, { ...widget(), spec: { a: null } })
    expect((await ask('GET', `${WIDGETS}/one`)).json['spec']).toEqual({ a: null })
    expect((await ask('GET', `${V2}/one`)).json['spec']).toEqual({})
  })

  it('refuses an apply in a version that its stored fields do not fit', async () => {
    await replace({ a: text }, { a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } })
    await ask('POST', WIDGETS, { ...widget(), spec: { a: 'x' } })
    const { status, json } = await ask(
      'PATCH',
      `${V2}/one?fieldManager=m`,
      { ...widget({}, 'example.com/v2'), spec: {} },
      APPLY,
    )
    const what = 'failed to create typed live object (default/one; example.com/v2, Kind=Widget)'
    expect([status, json.message]).toEqual([500, `${what}: .spec.a: expected map, got &{x}`])
  })

  it('takes part in conflicts of a status apply with owners in other versions', async () => {
    await replace({ a: text }, { a: text })
    await ask('POST', WIDGETS, { ...widget(), spec: { a: 'x' } })
    const config = { ...widget({}, 'example.com/v2'), spec: { a: 'z' } }
    const { json } = await ask('PATCH', `${V2}/one/status?fieldManager=m`, config, APPLY)
    expect(json.message).toContain('conflict with "unknown" using example.com/v1: .spec.a')
  })
})
