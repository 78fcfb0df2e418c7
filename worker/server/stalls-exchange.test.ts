import { growth, LINEAR } from '../../tests/counted-work.ts'
import { RE2JS } from 're2js'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

// Bodies for which earlier versions did quadratic work, and bodies deeper than the engine's stack.

/** Items, levels or digits. */
const SIZES = { small: 500, large: 4000 }

let server: ApiServer
const defects: unknown[] = []

beforeAll(async () => {
  const report = (error: unknown): void => void defects.push(error)
  server = await createApiServer({ clock: virtualClock(), log: memoryLog(), dialect: dialects.k8s, report })
  await server.start()
})
afterAll(() => server.close())

const items = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i))

const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'
const policy = (count: number): object => ({
  metadata: { name: 'a' },
  spec: {
    matchConstraints: {
      resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
    },
    validations: [{ expression: 'true' }],
    variables: items(count, (i) => ({ name: `v${i}`, expression: `${i} > 1` })),
  },
})
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

function patterns(count: number): object {
  const properties = items(count, (i) => [`p${i}`, { type: 'string', pattern: `.{0,1000}${i}` }] as const)
  return definition({ type: 'object', properties: Object.fromEntries(properties) })
}

async function dryRun(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const { status } = await send(server.handle, 'POST', `${url}?dryRun=All`, { body: JSON.stringify(body), headers })
  expect(status).toBeLessThan(500)
}

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'

/** The large part of a body, the URL of the collection, and the body for a number of parts. */
const BODIES: readonly (readonly [what: string, url: string, body: (count: number) => object])[] = [
  [
    'taints',
    '/api/v1/nodes',
    (count) => ({
      metadata: { name: 'n' },
      spec: { taints: items(count, (i) => ({ key: `k${i}`, effect: 'NoSchedule' })) },
    }),
  ],
  [
    'containers',
    DEPLOYMENTS,
    (count) => deployment({ containers: items(count, (i) => ({ name: `c${i}`, image: 'i' })) }),
  ],
  [
    'volume mounts',
    DEPLOYMENTS,
    (count) => {
      const volumeMounts = items(count, (i) => ({ name: 'v', mountPath: `/${i}` }))
      return deployment({ containers: [{ name: 'c', image: 'i', volumeMounts }] })
    },
  ],
  [
    'spread constraints',
    DEPLOYMENTS,
    (count) =>
      deployment({
        topologySpreadConstraints: items(count, (i) => ({
          topologyKey: `k${i}`,
          maxSkew: 1,
          whenUnsatisfiable: 'DoNotSchedule',
        })),
      }),
  ],
  [
    'ports',
    '/api/v1/namespaces/default/services',
    (count) => ({ metadata: { name: 's' }, spec: { ports: items(count, (i) => ({ name: `p${i}`, port: 1 + i })) } }),
  ],
  [
    'empty topology terms',
    '/apis/storage.k8s.io/v1/storageclasses',
    (count) => ({ metadata: { name: 's' }, provisioner: 'p', allowedTopologies: items(count, () => ({})) }),
  ],
  [
    'digits',
    DEPLOYMENTS,
    (count) => {
      const limits = { cpu: `1${'0'.repeat(100 * count)}` }
      return deployment({ containers: [{ name: 'c', image: 'i', resources: { limits } }] })
    },
  ],
  ['patterns', DEFINITIONS, patterns],
  ['variables of a policy', POLICIES, policy],
  ['levels of a schema', DEFINITIONS, (count) => definition(nested(count / 2))],
]

it.each(BODIES)('answers a body with many %s in linear time, and reports no defect', async (_, url, body) => {
  expect(await growth((count: number) => dryRun(url, body(count)), SIZES)).toBeLessThan(LINEAR)
  expect(defects).toEqual([])
})

it('compiles only a few of the large patterns of a definition', async () => {
  const compiling = vi.spyOn(RE2JS, 'compile')
  onTestFinished(() => compiling.mockRestore())
  await dryRun(DEFINITIONS, patterns(4000))
  expect(compiling.mock.calls.length).toBeLessThan(50)
})

it('answers a patch that is nested too deeply for the stack, and reports no defect', async () => {
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

it('prints a part of a long capacity that it refuses', async () => {
  const capacity = Object.fromEntries(items(SIZES.large, (i) => [`r${i}`, '1'] as const))
  const volume = {
    metadata: { name: 'a' },
    spec: { capacity, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } },
  }
  const headers = { 'content-type': 'application/json' }
  const url = '/api/v1/persistentvolumes?dryRun=All'
  const { status, text } = await send(server.handle, 'POST', url, { body: JSON.stringify(volume), headers })
  expect(status).toBe(422)
  // The printed part is in the message and in the cause.
  expect(text.split('resource.Quantity{').length - 1).toBe(2 * 2000)
})
