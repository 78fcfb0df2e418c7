import { afterAll, beforeAll, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

/** Bodies whose work was quadratic, or deeper than the engine's stack. */

/** Milliseconds of processor time: a quadratic algorithm takes longer for each of these bodies. */
const LINEAR = 5000

let server: ApiServer
const defects: unknown[] = []

beforeAll(async () => {
  const report = (error: unknown): void => void defects.push(error)
  server = await createApiServer({ clock: virtualClock(), log: memoryLog(), dialect: dialects.k8s, report })
  await server.start()
})
afterAll(() => server.close())

const items = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i))

const deployment = (spec: object): object => ({
  metadata: { name: 'a' },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } },
  },
})

const definition = (schema: object): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
})

function nested(depth: number): object {
  let schema: object = { type: 'string' }
  for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { a: schema } }
  return schema
}

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'

it.each([
  [
    'taints',
    '/api/v1/nodes',
    { metadata: { name: 'n' }, spec: { taints: items(10_000, (i) => ({ key: `k${i}`, effect: 'NoSchedule' })) } },
  ],
  ['containers', DEPLOYMENTS, deployment({ containers: items(10_000, (i) => ({ name: `c${i}`, image: 'i' })) })],
  [
    'volume mounts',
    DEPLOYMENTS,
    deployment({
      containers: [{ name: 'c', image: 'i', volumeMounts: items(10_000, (i) => ({ name: 'v', mountPath: `/${i}` })) }],
    }),
  ],
  [
    'spread constraints',
    DEPLOYMENTS,
    deployment({
      topologySpreadConstraints: items(10_000, (i) => ({
        topologyKey: `k${i}`,
        maxSkew: 1,
        whenUnsatisfiable: 'DoNotSchedule',
      })),
    }),
  ],
  [
    'ports',
    '/api/v1/namespaces/default/services',
    { metadata: { name: 's' }, spec: { ports: items(10_000, (i) => ({ name: `p${i}`, port: 1 + i })) } },
  ],
  [
    'empty topology terms',
    '/apis/storage.k8s.io/v1/storageclasses',
    { metadata: { name: 's' }, provisioner: 'p', allowedTopologies: items(10_000, () => ({})) },
  ],
  [
    'digits',
    DEPLOYMENTS,
    deployment({ containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: `1${'0'.repeat(500_000)}` } } }] }),
  ],
  [
    'patterns',
    DEFINITIONS,
    definition({
      type: 'object',
      properties: Object.fromEntries(items(5000, (i) => [`p${i}`, { type: 'string', pattern: `.{0,1000}${i}` }])),
    }),
  ],
  ['a schema of 2,000 levels', DEFINITIONS, definition(nested(2000))],
])('answers a body with %s without a stall or a defect', { timeout: 60_000 }, async (_, url, body) => {
  const before = process.cpuUsage()
  const headers = { 'content-type': 'application/json' }
  const answer = await send(server.handle, 'POST', `${url}?dryRun=All`, { body: JSON.stringify(body), headers })
  const { status } = answer
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(LINEAR)
  expect(status).toBeLessThan(500)
  expect(defects).toEqual([])
})

it('answers a patch that is deeper than the stack without a defect', async () => {
  await send(server.handle, 'POST', '/api/v1/namespaces/default/configmaps', {
    body: JSON.stringify({ metadata: { name: 'deep' } }),
    headers: { 'content-type': 'application/json' },
  })
  const depth = 9000
  const body = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const headers = { 'content-type': 'application/strategic-merge-patch+json' }
  const { status } = await send(server.handle, 'PATCH', '/api/v1/namespaces/default/configmaps/deep', { body, headers })
  expect([200, 400]).toContain(status)
  expect(defects).toEqual([])
})
