import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import { DecodeError } from '../schema/decode-error.ts'
import { decode } from '../schema/decode.ts'
import type { Stored } from '../store/store.ts'
import { patchOf } from './server-itself.ts'
import { keepsOthers, shareAgain, sharedParts } from './shared-parts.ts'
import { configMap, deployment, job, plain, testCluster, type TestCluster } from './verbs-fixture.ts'

describe('the parts that a change shares with the stored object', () => {
  const live = { metadata: { name: 'a' }, spec: { a: [1] }, status: { b: 1 }, type: 'x' }

  it('are the fields besides metadata that hold the same object', () => {
    expect(sharedParts({ ...live, status: { b: 1 } }, live)).toEqual(['spec'])
  })

  it('are shared again when their copies are still equal', () => {
    const next = { ...live, spec: structuredClone(live.spec), status: { b: 2 } }
    shareAgain({ live, next }, ['spec', 'status'])
    expect(next.spec).toBe(live.spec)
    expect(next.status).not.toBe(live.status)
  })

  it('include every field besides the status only when a write changes nothing but the status', () => {
    expect(keepsOthers({ live, next: { ...live, status: { b: 2 } } }, ['status'])).toBe(true)
    expect(keepsOthers({ live, next: { ...live, data: {} } }, ['status'])).toBe(false)
  })
})

const pod = (spec: JsonObject): ApiObject => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: 'x', annotations: { a: '1' } },
  spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }] }], ...spec },
})

const service = (spec: JsonObject): ApiObject => ({
  kind: 'Service',
  apiVersion: 'v1',
  metadata: { name: 'x' },
  spec: { ports: [{ port: 80 }], selector: { a: 'b' }, ...spec },
})

const claim = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'y' } }] }

const OBJECTS: readonly (readonly [resource: string, object: ApiObject])[] = [
  ['pods', pod({})],
  ['pods', pod({ ...claim, tolerations: [{ key: 'k', operator: 'Exists' }], hostNetwork: true })],
  ['pods', pod({ schedulingGates: [{ name: 'g' }], nodeSelector: { a: 'b' } })],
  ['configmaps', configMap('x', { a: '1' })],
  ['secrets', { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'x' }, data: { a: 'eA==' } }],
  ['configmaps', { ...configMap('x', { a: '1' }), immutable: true }],
  ['apps/deployments', deployment('x')],
  ['batch/jobs', job('x')],
  ['services', service({})],
  ['services', service({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' })],
]

const CHANGES: readonly JsonObject[] = [
  { metadata: { labels: { l: '1' } } },
  { metadata: { labels: { l: 'not valid!' } } },
  { metadata: { annotations: { a: null, 'scheduler.alpha.{domain}/b': '1' }, finalizers: ['a/b'] } },
  { metadata: { annotations: { 'container.apparmor.security.beta.{domain}/c': 'bad' } } },
  { spec: { replicas: 3, template: { metadata: { labels: { a: '2' } } } } },
  { spec: { containers: [{ name: 'c', image: ' bad' }] } },
  { spec: { containers: [{ name: 'c', image: 'other' }], activeDeadlineSeconds: 5 } },
  { spec: { schedulingGates: null, nodeSelector: {}, tolerations: [] } },
  { spec: { type: 'ClusterIP', ports: [{ port: 81, name: 'p' }] } },
  { spec: { bogus: 1, externalTrafficPolicy: 'Cluster' } },
  { data: { a: '2', b: null }, immutable: true },
  { data: {} },
  { stringData: { a: 'b' } },
  { status: { phase: 'Running', podIP: '10.0.0.1', replicas: 1, conditions: [{ type: 'Ready', status: 'True' }] } },
  { status: { podIPs: [{ ip: 'bad' }], replicas: -1 } },
]

/** Returns a copy of a stored object about whose parts nothing is known, as if another server had written it. */
const unknown = (stored: Stored): Stored => ({
  key: stored.key,
  revision: stored.revision,
  object: structuredClone(stored.object),
  labels: stored.labels,
  bytes: stored.bytes,
})

function forgets({ store, environment: { incomplete } }: TestCluster): void {
  const get = store.get.bind(store)
  store.get = (key) => {
    const stored = get(key)
    if (stored === undefined) return undefined
    const forgotten = unknown(stored)
    if (incomplete.has(stored)) incomplete.add(forgotten)
    return forgotten
  }
}

const changes = fc.array(
  fc.record({
    change: fc.constantFrom(...CHANGES),
    type: fc.constantFrom('merge' as const, 'strategic' as const, 'put' as const),
    isStatus: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)

type Changes = typeof changes extends fc.Arbitrary<infer Value> ? Value : never

/** Creates the object and makes the changes. Returns each answer or refusal, followed by all warnings so far. */
async function answers(
  { verbs, target, caller, create, warnings }: TestCluster,
  [resource, object]: (typeof OBJECTS)[number],
  all: Changes,
): Promise<Json[]> {
  const out: Json[] = [await create(resource, structuredClone(object))]
  for (const { change, type, isStatus } of all) {
    const place = target(resource, 'x', 'default', isStatus ? 'status' : undefined)
    const write = async (): Promise<ApiObject> => {
      if (type !== 'put') return (await verbs.patch(place, caller, patchOf(type, change), plain)).object
      const { object: live } = await verbs.get(place, caller, { resourceVersion: '' })
      const body = { ...live, ...change, metadata: live.metadata ?? {} }
      return (await verbs.update(place, caller, decode(place.version.schema, body).object, plain)).object
    }
    try {
      out.push(await write())
    } catch (error) {
      // A body that does not match its type is refused before the verb.
      if (!(error instanceof StatusError || error instanceof DecodeError)) throw error
      out.push(error.message)
    }
    out.push([...warnings])
  }
  return out
}

it('marks a pod with volumes as sound, because the rules of its spec read only its spec', async () => {
  const { create, store } = await testCluster()
  await create('pods', pod({ volumes: [{ name: 'v', emptyDir: {} }] }))
  expect(store.get({ resource: 'pods', namespace: 'default', name: 'x' })?.isSound).toBe(true)
})

describe('a change of an object whose parts are known', () => {
  it('receives the same answer as a change that reads every part again', async () => {
    const sequence = fc.tuple(fc.constantFrom(...OBJECTS), changes)
    await fc.assert(
      fc.asyncProperty(sequence, async ([object, all]) => {
        const [known, forgetful] = [await testCluster(), await testCluster()]
        forgets(forgetful)
        expect(await answers(known, object, all)).toEqual(await answers(forgetful, object, all))
      }),
      { numRuns: 40, seed: 11 },
    )
  }, 120_000)
})
