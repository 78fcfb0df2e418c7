import { expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer } from './api-server.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const SERVICES = '/api/v1/namespaces/default/services'
const service = (name: string, port: JsonObject = {}, type = 'ClusterIP') => ({
  kind: 'Service',
  apiVersion: 'v1',
  metadata: { name },
  spec: { type, ports: [{ port: 80, ...port }] },
})

const start = (serviceRanges: readonly string[]) =>
  createApiServer({ dialect: dialects.svc, clock: virtualClock(), log: memoryLog(), serviceRanges })

it('gives concurrent services different addresses', async () => {
  // Two of sixteen addresses are reserved, and the server's own service has one.
  const { handle } = await start(['10.0.0.0/28'])
  const answers = await Promise.all(
    Array.from({ length: 13 }, (_, i) => send(handle, 'POST', SERVICES, { body: service(`s${i}`) })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const addresses = answers.map(({ json }) => (json['spec'] as JsonObject)['clusterIP'])
  expect(new Set(addresses).size).toBe(13)
  const full = await send(handle, 'POST', SERVICES, { body: service('more') })
  expect(full.json['message']).toContain('range is full')
})

it('takes node ports from the range of the cluster', async () => {
  const { handle } = await createApiServer({
    dialect: dialects.svc,
    clock: virtualClock(),
    log: memoryLog(),
    nodePorts: [100, 100],
  })
  const first = await send(handle, 'POST', SERVICES, { body: service('a', {}, 'NodePort') })
  expect(JSON.stringify(first.json['spec'])).toContain('"nodePort":100')
  const other = await send(handle, 'POST', SERVICES, { body: service('b', { nodePort: 30_000 }, 'NodePort') })
  expect(other.json['message']).toContain('The range of valid ports is 100-100')
})

it('gives a node port that concurrent services request to one of them', async () => {
  const { handle } = await start(['10.0.0.0/24'])
  const wanted = { nodePort: 30_080 }
  await send(handle, 'POST', SERVICES, { body: service('there') })
  const answers = await Promise.all([
    send(handle, 'POST', SERVICES, { body: service('a', wanted, 'NodePort') }),
    send(handle, 'POST', SERVICES, { body: service('b', wanted, 'NodePort') }),
    send(handle, 'PATCH', `${SERVICES}/there`, {
      body: service('there', wanted, 'NodePort'),
      headers: {
        'content-type': 'application/merge-patch+json',
      },
    }),
  ])
  expect(answers.map(({ status }) => (status < 300 ? 'taken' : 'refused')).sort()).toEqual([
    'refused',
    'refused',
    'taken',
  ])
  expect(JSON.stringify(answers.map(({ json }) => json['message']))).toContain('provided port is already allocated')
})

it('allocates and completes nothing for a service that a PUT to its status creates', async () => {
  const { handle } = await start(['10.0.0.0/24'])
  const put = (name: string, spec: JsonObject) =>
    send(handle, 'PUT', `${SERVICES}/${name}/status`, {
      body: { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } },
    })
  const made = await put('a', {})
  expect([made.status, (made.json['spec'] as JsonObject)['clusterIP']]).toEqual([201, undefined])
  const refused = await put('b', { clusterIP: 'None' })
  expect(refused.json['message']).toBe('Service "b" is invalid: spec.clusterIPs: Required value')
})
