import { afterEach, expect, it, vi } from 'vitest'
import { isByteStream } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import type { ApiServer } from './api-server.ts'
import { createApiServer } from './api-server.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'
const DEFINITION = {
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}

let server: ApiServer

afterEach(() => server.close())

const ask = (method: string, url: string, body?: JsonObject, type = 'application/json') =>
  send(server.handle, method, url, { body, headers: { 'content-type': type } })

it('a watch of custom resources shows the removal of each object, and ends with the definition', async () => {
  const options = { dialect: dialects.k8s, clock: virtualClock(), log: memoryLog(), defaultUser: 'admin' }
  server = await createApiServer(options)
  await ask('POST', DEFINITIONS, DEFINITION)
  const widget = (metadata: JsonObject) => ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata })
  await vi.waitFor(async () => expect((await ask('POST', WIDGETS, widget({ name: 'free' }))).status).toBe(201))
  await ask('POST', WIDGETS, widget({ name: 'held', finalizers: ['example.com/f'] }))
  const { body } = (await ask('GET', `${WIDGETS}?watch=true`)).response
  if (!isByteStream(body)) throw new Error('a watch is a stream')
  let text = ''
  const ended = vi.fn()
  body.start({ write: (bytes) => void (text += new TextDecoder().decode(bytes)), end: ended, backlog: () => 0 })
  const seen = (): string[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { type: string; object: { metadata: { name: string } } })
      .map(({ type, object }) => `${type} ${object.metadata.name}`)
  await ask('DELETE', `${DEFINITIONS}/widgets.example.com`)
  const until = ['ADDED free', 'ADDED held', 'DELETED free', 'MODIFIED held']
  await vi.waitFor(() => expect(seen()).toEqual(until))
  expect(ended).not.toHaveBeenCalled()
  await ask('PATCH', `${WIDGETS}/held`, { metadata: { finalizers: null } }, 'application/merge-patch+json')
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
  expect(seen()).toEqual([...until, 'DELETED held'])
})
