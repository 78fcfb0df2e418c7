import { describe, expect, it } from 'vitest'
import { makeRequest } from '../certificates/der-fixture.ts'
import { pemText } from '../certificates/pem.ts'
import { toBase64 } from '../runtime/bytes.ts'
import type { ApiObject, ObjectMeta } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import { configMap, deployment, plain, testCluster, type TestCluster } from './verbs-fixture.ts'

/**
 * Returns the fields of the causes of a refused write, in the order of the causes and without `metadata.`. Fails the test when
 * the write is not refused.
 */
async function causesOf(write: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await write.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof StatusError)) throw new Error('the write was not refused')
  return (error.status.details?.causes ?? []).map(({ field = '' }) => field.replace('metadata.', ''))
}

interface Change {
  readonly resource: string
  readonly object: ApiObject
  readonly subresource?: string
  readonly metadata: ObjectMeta
}

async function updated(cluster: TestCluster, { resource, object, subresource, metadata }: Change): Promise<unknown> {
  const { create, verbs, target, caller } = cluster
  const { name = '' } = object.metadata ?? {}
  await create(resource, object)
  const place = target(resource, name, 'default', subresource)
  const { object: live } = await verbs.get(place, caller, { resourceVersion: '' })
  const body = structuredClone(live)
  return verbs.update(place, caller, { ...body, metadata: { ...body.metadata, ...metadata } }, plain)
}

const role = { metadata: { name: 'r' }, rules: [] }
const lease = { metadata: { name: 'l' }, spec: {} }
const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const namespace = { metadata: { name: 'n' } }
const labels = { labels: { app: '-1' } }
const finalizers = { finalizers: ['Bad_'] }

describe('faults of metadata', () => {
  it.each([
    {
      resource: 'rbac.authorization.k8s.io/roles',
      object: role,
      metadata: labels,
      want: 'labels,labels,labels,labels,labels',
    },
    { resource: 'coordination.k8s.io/leases', object: lease, metadata: finalizers, want: 'finalizers' },
    {
      resource: 'configmaps',
      object: configMap('a'),
      metadata: finalizers,
      want: 'finalizers,finalizers[0],finalizers,finalizers[0]',
    },
    { resource: 'pods', object: pod, subresource: 'status', metadata: labels, want: 'labels,labels,labels' },
    {
      resource: 'namespaces',
      object: namespace,
      subresource: 'status',
      metadata: labels,
      want: 'labels,labels,labels',
    },
    {
      resource: 'namespaces',
      object: namespace,
      subresource: 'finalize',
      metadata: labels,
      want: 'labels,labels,labels',
    },
    { resource: 'apps/deployments', object: deployment('d'), subresource: 'scale', metadata: labels, want: 'labels' },
  ])('are found as often as an update of $resource $subresource checks them', async ({ want, ...change }) => {
    const cluster = await testCluster()
    expect((await causesOf(updated(cluster, structuredClone(change)))).join()).toBe(want)
  })

  it('are reported only when the rules of a disruption budget find no fault', async () => {
    const { create } = await testCluster()
    const budget = (minAvailable: string) => ({ metadata: { name: 'a/b' }, spec: { minAvailable } })
    expect(await causesOf(create('policy/poddisruptionbudgets', budget('%')))).toEqual(['spec.minAvailable'])
    expect(await causesOf(create('policy/poddisruptionbudgets', budget('10%')))).toEqual(['name'])
  })
})

describe('the place of a merged object', () => {
  it('is refused by its namespace first, then by its name', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('configmaps', configMap('a'))
    const merged = (metadata: ObjectMeta) => {
      const document = { value: { metadata: { ...metadata } }, faults: [] }
      const request = { type: 'merge', document, fieldValidation: 'Ignore' } as const
      return verbs.patch(target('configmaps', 'a'), caller, request, plain)
    }
    await expect(merged({ name: 'b', namespace: 'other' })).rejects.toThrow('does not match the namespace sent')
    await expect(merged({ name: 'b' })).rejects.toThrow('does not match the name on the URL')
  })

  it('appears in the refusal of another uid as the key of the real server', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('services', { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } })
    const body = { metadata: { name: 's', uid: 'other' }, spec: { ports: [{ port: 80 }] } }
    const write = verbs.update(target('services', 's'), caller, body, plain)
    await expect(write).rejects.toThrow('Key: /registry/services/specs/default/s,')
  })
})

it('checks the metadata again before each pass over the object', async () => {
  const { create, verbs, target, caller } = await testCluster()
  const policy = { metadata: { name: 'n' }, spec: { podSelector: {} } }
  await create('networking.k8s.io/networkpolicies', policy)
  const place = target('networking.k8s.io/networkpolicies', 'n', 'default')
  const { object: live } = await verbs.get(place, caller, { resourceVersion: '' })
  const body = { ...structuredClone(live), spec: { podSelector: {}, policyTypes: ['X'] } }
  const write = async () => verbs.update(place, caller, { ...body, metadata: { ...body.metadata, ...labels } }, plain)
  const pass = 'spec.policyTypes[0]'
  expect(await causesOf(write())).toEqual(['labels', 'labels', 'labels', pass, 'labels', pass])
})

it('checks the metadata of a persistent volume before each pass over its spec, and of a stateful set after its status', async () => {
  const { create, verbs, target, caller } = await testCluster()
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } }
  await create('persistentvolumes', { metadata: { name: 'v' }, spec }, '')
  const volume = { metadata: { name: 'v', ...labels }, spec: { ...spec, accessModes: [] } }
  const modes = 'spec.accessModes'
  const writeVolume = async () => verbs.update(target('persistentvolumes', 'v', ''), caller, volume, plain)
  expect(await causesOf(writeVolume())).toEqual(['labels', 'labels', 'labels', modes, 'labels', modes])
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const set = { metadata: { name: 's' }, spec: { serviceName: 's', selector: { matchLabels: { a: 'b' } }, template } }
  await create('apps/statefulsets', set)
  const status = { ...set, metadata: { name: 's', ...labels }, status: { replicas: 1, readyReplicas: 2 } }
  const writeStatus = async () =>
    verbs.update(target('apps/statefulsets', 's', 'default', 'status'), caller, status, plain)
  expect(await causesOf(writeStatus())).toEqual(['labels', 'labels', 'status.readyReplicas', 'labels'])
})

it('checks the change of the metadata of a signing request after its status', async () => {
  const { create, verbs, target, caller } = await testCluster()
  const requests = 'certificates.k8s.io/certificatesigningrequests'
  const request = toBase64(
    new TextEncoder().encode(pemText('CERTIFICATE REQUEST', await makeRequest({ '2.5.4.3': 'a' }))),
  )
  const body = { metadata: { name: 'c' }, spec: { request, signerName: 'a.b/c', usages: ['client auth'] } }
  await create(requests, body, '')
  const status = { conditions: [{ type: 'Approved', status: 'Odd' }] }
  const approval = { ...body, metadata: { name: 'c', ...labels }, status }
  const write = async () => verbs.update(target(requests, 'c', '', 'approval'), caller, approval, plain)
  const causes = await causesOf(write())
  expect(causes.slice(-2)).toEqual(['status.conditions[0].status', 'labels'])
})
