import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { answerOf } from '../webhooks/backend-fixture.ts'
import type { WebhookCall } from '../webhooks/backend.ts'
import { send, type Answer } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const WEBHOOKS = '/apis/admissionregistration.k8s.io/v1'
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'

let server: ApiServer
/** The objects that the webhooks received. */
let seen: ApiObject[]
let patch: JsonObject[]

const callWebhook = ({ body = '' }: WebhookCall) => {
  const { apiVersion, request } = JSON.parse(body) as {
    apiVersion: string
    request: { uid: string; object: ApiObject }
  }
  seen.push(request.object)
  const patched = seen.length === 1 &&
    patch.length > 0 && { patchType: 'JSONPatch', patch: btoa(JSON.stringify(patch)) }
  const response = { uid: request.uid, allowed: true, ...patched }
  return Promise.resolve(answerOf({ apiVersion, kind: 'AdmissionReview', response }))
}

const ask = (method: string, url: string, body?: JsonObject): Promise<Answer> =>
  send(server.handle, method, url, { body })

const widget = (metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'one', ...metadata },
  spec: { a: 1 },
})

const configured = (kind: 'Mutating' | 'Validating'): Promise<Answer> =>
  ask('POST', `${WEBHOOKS}/${kind.toLowerCase()}webhookconfigurations`, {
    metadata: { name: 'w' },
    webhooks: [
      {
        name: `${kind.toLowerCase()}.example.com`,
        clientConfig: { url: 'https://example.com' },
        rules: [{ apiGroups: ['example.com'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  })

beforeEach(async () => {
  ;[seen, patch] = [[], []]
  const log = memoryLog()
  server = await createApiServer({
    dialect: dialects.k8s,
    clock: virtualClock(),
    log,
    defaultUser: 'admin',
    callWebhook,
  })
  const openAPIV3Schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { a: { type: 'integer' } } } },
  }
  const spec = {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
  }
  await ask('POST', DEFINITIONS, { metadata: { name: 'widgets.example.com' }, spec })
  await vi.waitFor(async () => expect((await ask('GET', WIDGETS)).status).toBe(200))
})

afterEach(() => server.close())

it('shows a mutating webhook the time of creation in a PUT of a custom resource as null, and no time in a POST', async () => {
  await configured('Mutating')
  await ask('POST', WIDGETS, widget())
  await ask('PUT', `${WIDGETS}/one`, widget())
  expect(seen.map(({ metadata }) => metadata?.creationTimestamp)).toEqual([undefined, null])
})

it('shows later webhooks the fields that a mutating webhook added and the schema does not have, and stores none of them', async () => {
  await configured('Mutating')
  await configured('Validating')
  patch = [
    { op: 'add', path: '/spec/b', value: 1 },
    { op: 'add', path: '/c', value: 1 },
    { op: 'add', path: '/metadata/d', value: 1 },
  ]
  const made = await ask('POST', WIDGETS, widget({ name: undefined, generateName: 'w-' }))
  expect(seen.at(-1)).toMatchObject({ spec: { a: 1, b: 1 }, c: 1, metadata: { d: 1, generation: 1 } })
  expect(made.json).toMatchObject({ spec: { a: 1 } })
  for (const part of [made.json, made.json['metadata'], made.json['spec']] as JsonObject[])
    for (const name of ['b', 'c', 'd']) expect(part).not.toHaveProperty(name)
})

it('counts a field that a mutating webhook added as a change, and the next write without it too', async () => {
  await ask('POST', WIDGETS, widget())
  await configured('Mutating')
  patch = [{ op: 'add', path: '/spec/b', value: 1 }]
  const merge = async (url = `${WIDGETS}/one`): Promise<{ generation: number; resourceVersion: string }> => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { json } = await send(server.handle, 'PATCH', url, { body: {}, headers })
    return (json as { metadata: { generation: number; resourceVersion: string } }).metadata
  }
  expect(await merge(`${WIDGETS}/one?dryRun=All`)).toMatchObject({ generation: 2 })
  seen = []
  const changed = await merge()
  expect(changed.generation).toBe(2)
  const next = await merge()
  expect(next.generation).toBe(2)
  expect(next.resourceVersion).not.toBe(changed.resourceVersion)
  expect(await merge()).toEqual(next)
})
