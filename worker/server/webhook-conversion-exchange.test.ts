import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isByteStream } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { send, type Answer } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'
import { answerOf } from '../webhooks/backend-fixture.ts'
import type { WebhookCall } from '../webhooks/backend.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const DEFINITIONS = '/apis/apiextensions.svc.io/v1/customresourcedefinitions'
const things = (version: string): string => `/apis/o.io/${version}/namespaces/default/things`

/**
 * `object` in the API version `desired`: Converts an object as the webhook does. The version `v1` has `host:port` in one field,
 * and `v2` has the host and the port in two fields.
 */
function converted(object: ApiObject, desired: string): ApiObject {
  const { hostPort, host, port, ...rest } = (object['spec'] ?? {}) as Record<string, string | undefined>
  const [first, second] = (hostPort ?? '').split(':')
  const spec = desired === 'o.io/v1' ? { ...rest, hostPort: `${host}:${port}` } : { ...rest, host: first, port: second }
  return { ...object, apiVersion: desired, spec }
}

let server: ApiServer
/** The names of the objects that the webhook fails to convert. */
let broken: Set<string>
let asked: string[]
let clock: ReturnType<typeof virtualClock>

const callWebhook = ({ body = '' }: WebhookCall) => {
  const { apiVersion, request } = JSON.parse(body) as {
    apiVersion: string
    request: { uid: string; desiredAPIVersion: string; objects: ApiObject[] }
  }
  const { uid, desiredAPIVersion: desired, objects } = request
  const name = objects[0]?.metadata?.name ?? ''
  asked.push(`${name} ${desired}`)
  const result = broken.has(name) ? { status: 'Failure', message: 'broken' } : { status: 'Success' }
  const response = { uid, result, convertedObjects: objects.map((object) => converted(object, desired)) }
  return Promise.resolve(answerOf({ apiVersion, kind: 'ConversionReview', response }))
}

const ask = (method: string, url: string, body?: JsonObject, type = 'application/json'): Promise<Answer> =>
  send(server.handle, method, url, { body, headers: { 'content-type': type } })

const openSpec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const version = (name: string): JsonObject => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: openSpec } } },
})

const thing = (name: string, spec: JsonObject, apiVersion = 'o.io/v1'): JsonObject => ({
  apiVersion,
  kind: 'Thing',
  metadata: { name },
  spec,
})

beforeEach(async () => {
  broken = new Set()
  asked = []
  clock = virtualClock()
  server = await createApiServer({ dialect: dialects.svc, clock, log: memoryLog(), defaultUser: 'admin', callWebhook })
  const webhook = { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://hooks.test/convert' } }
  const names = { plural: 'things', kind: 'Thing' }
  const spec = { group: 'o.io', scope: 'Namespaced', names, versions: [version('v1'), version('v2')] }
  await ask('POST', DEFINITIONS, {
    metadata: { name: 'things.o.io' },
    spec: { ...spec, conversion: { strategy: 'Webhook', webhook } },
  })
  await vi.waitFor(async () => expect((await ask('GET', things('v2'))).status).toBe(200))
})
afterEach(() => server.close())

describe('a webhook that converts', () => {
  it('serves stored objects in every version, and stores writes in any version', async () => {
    await ask('POST', things('v1'), thing('a', { hostPort: 'h:1' }))
    expect((await ask('GET', `${things('v2')}/a`)).json['spec']).toEqual({ host: 'h', port: '1' })
    const made = await ask('POST', things('v2'), thing('b', { host: 'x', port: '2' }, 'o.io/v2'))
    expect([made.status, made.json['spec']]).toEqual([201, { host: 'x', port: '2' }])
    expect((await ask('GET', `${things('v1')}/b`)).json['spec']).toEqual({ hostPort: 'x:2' })
    const patched = await ask('PATCH', `${things('v2')}/a`, { spec: { port: '9' } }, 'application/merge-patch+json')
    expect(patched.json).toMatchObject({ metadata: { generation: 2 }, spec: { host: 'h', port: '9' } })
    const list = (await ask('GET', things('v2'))).json['items'] as ApiObject[]
    expect(list.map(({ spec }) => spec)).toEqual([
      { host: 'h', port: '9' },
      { host: 'x', port: '2' },
    ])
  })

  it('is not called for the stored version, and is called for one object at a time', async () => {
    await ask('POST', things('v1'), thing('a', { hostPort: 'h:1' }))
    await ask('POST', things('v1'), thing('b', { hostPort: 'h:2' }))
    asked = []
    await ask('GET', things('v1'))
    await ask('GET', `${things('v1')}/a`)
    expect(asked).toEqual([])
    await ask('GET', things('v2'))
    expect(asked).toEqual(['a o.io/v2', 'b o.io/v2'])
  })

  it('is used in applies, which find conflicts with the field owners of another version', async () => {
    const apply = (version: string, manager: string, spec: JsonObject) => {
      const url = `${things(version)}/a?fieldManager=${manager}`
      return ask('PATCH', url, thing('a', spec, `o.io/${version}`), 'application/apply-patch+yaml')
    }
    await apply('v1', 'one', { hostPort: 'h:1', x: 'a' })
    const second = await apply('v2', 'two', { y: 'b' })
    expect(second.json).toMatchObject({ spec: { host: 'h', port: '1', x: 'a', y: 'b' } })
    const conflict = await apply('v2', 'two', { y: 'b', x: 'other' })
    expect(conflict.json['message']).toBe('Apply failed with 1 conflict: conflict with "one": .spec.x')
  })

  it('fails requests with its message, and stores nothing', async () => {
    await ask('POST', things('v1'), thing('a', { hostPort: 'h:1' }))
    broken.add('a').add('b')
    const message = 'conversion webhook for o.io/v1, Kind=Thing failed: broken'
    for (const [method, url] of [
      ['GET', `${things('v2')}/a`],
      ['GET', things('v2')],
      ['DELETE', `${things('v2')}/a`],
    ] as const) {
      const { status, json } = await ask(method, url)
      expect([status, json['message'], json['reason']]).toEqual([500, message, undefined])
    }
    const refused = await ask('POST', things('v2'), thing('b', { host: 'h', port: '1' }, 'o.io/v2'))
    expect(refused.json['message']).toBe('conversion webhook for o.io/v2, Kind=Thing failed: broken')
    expect((await ask('GET', things('v1'))).json['items']).toHaveLength(1)
  })

  it('converts each change once for all watchers, and ends their watches when a conversion fails', async () => {
    const lines: string[] = []
    const watch = async (): Promise<void> => {
      const { response } = await ask('GET', `${things('v2')}?watch=true`)
      if (!isByteStream(response.body)) throw new Error('a watch answers a stream')
      const write = (chunk: Uint8Array) => void lines.push(...new TextDecoder().decode(chunk).split('\n'))
      response.body.start({ write, end: () => lines.push('end'), backlog: () => 0 })
    }
    await watch()
    await watch()
    await ask('POST', things('v1'), thing('a', { hostPort: 'h:1' }))
    await ask('PATCH', `${things('v1')}/a`, { spec: { hostPort: 'h:2' } }, 'application/merge-patch+json')
    const events = () =>
      lines
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { type: string; object: ApiObject })
    await vi.waitFor(() => expect(events()).toHaveLength(4))
    expect(new Set(events().map(({ type, object }) => `${type} ${JSON.stringify(object['spec'])}`))).toEqual(
      new Set(['ADDED {"host":"h","port":"1"}', 'MODIFIED {"host":"h","port":"2"}']),
    )
    expect(asked).toHaveLength(2)
    broken.add('a')
    await ask('PATCH', `${things('v1')}/a`, { spec: { hostPort: 'h:3' } }, 'application/merge-patch+json')
    await vi.waitFor(() => expect(lines.filter((line) => line === 'end')).toHaveLength(2))
  })

  it('is called again for the initial state of a watch until it succeeds', async () => {
    broken.add('a')
    await ask('POST', things('v1'), thing('a', { hostPort: 'h:1' }))
    const lines: string[] = []
    const { response } = await ask('GET', `${things('v2')}?watch=true`)
    if (!isByteStream(response.body)) throw new Error('a watch answers a stream')
    response.body.start({
      write: (chunk) => void lines.push(new TextDecoder().decode(chunk)),
      end: () => undefined,
      backlog: () => 0,
    })
    await vi.waitFor(() => expect(asked).not.toEqual([]))
    expect(lines.join('')).not.toContain('ADDED')
    broken.clear()
    await vi.waitFor(() => {
      clock.advance(1000)
      expect(lines.join('')).toContain('"host":"h"')
    })
  })
})
