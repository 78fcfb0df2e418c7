import { beforeEach, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { networked, type NetworkCluster } from './network-fixture.ts'
import { ENDPOINTS, PODS, SERVICES } from '../kinds.ts'

let cluster: NetworkCluster

beforeEach(async () => {
  cluster = await networked([endpoints])
})

const place = (name: string) => ({ namespace: 'default', name })
const subsets = (name = 's') => cluster.read('endpoints', name)?.['subsets']
const addresses = (name = 's') =>
  (subsets(name) as { addresses?: { ip: string }[] }[] | undefined)?.flatMap((subset) =>
    (subset.addresses ?? []).map(({ ip }) => ip),
  )

it('lists the ready and unready pods that the service selects', async () => {
  await cluster.service('s')
  await cluster.pod('a', '10.1.0.2')
  await cluster.pod('b', '10.1.0.1')
  await cluster.pod('c', '10.1.0.3', { ready: false })
  await cluster.pod('d', '10.1.0.4', { labels: { app: 'other' } })
  expect(subsets()).toMatchObject([
    {
      addresses: [{ ip: '10.1.0.1', nodeName: 'n' }, { ip: '10.1.0.2' }],
      notReadyAddresses: [{ ip: '10.1.0.3', targetRef: { kind: 'Pod', name: 'c' } }],
      ports: [{ port: 8080, protocol: 'TCP' }],
    },
  ])
})

it('resolves named ports for each pod', async () => {
  const named = (containerPort: number) => ({
    containers: [{ name: 'c', image: 'i', ports: [{ name: 'http', containerPort, protocol: 'TCP' }] }],
  })
  await cluster.service('s', { ports: [{ port: 80, targetPort: 'http' }] })
  await cluster.pod('a', '10.1.0.1', { spec: named(8001) })
  await cluster.pod('b', '10.1.0.2', { spec: named(8002) })
  await cluster.pod('c', '10.1.0.3')
  expect(subsets()).toHaveLength(2)
  expect(addresses()?.sort()).toEqual(['10.1.0.1', '10.1.0.2'])
})

it('writes host names and the headless label for a headless service', async () => {
  await cluster.service('s', { clusterIP: 'None', ports: [] }, { labels: { x: '1' } })
  await cluster.pod('a', '10.1.0.1', { spec: { hostname: 'h', subdomain: 's' } })
  expect(cluster.read('endpoints', 's')).toMatchObject({
    metadata: { labels: { x: '1', 'service.kubernetes.io/headless': '' } },
    subsets: [{ addresses: [{ ip: '10.1.0.1', hostname: 'h' }] }],
  })
})

it('writes the creation time of the service as trigger time, and removes it at a change without a trigger time', async () => {
  const trigger = () =>
    cluster.read('endpoints', 's')?.metadata?.annotations?.['endpoints.kubernetes.io/last-change-trigger-time']
  const { metadata } = await cluster.service('s')
  await cluster.pass(0)
  expect(trigger()).toBe(metadata?.creationTimestamp)
  await cluster.pod('a', '10.1.0.1')
  expect(trigger()).toBeUndefined()
})

it('keeps manual changes until the service changes', async () => {
  await cluster.service('s')
  await cluster.pod('a', '10.1.0.1')
  await cluster.context.objects.patch(ENDPOINTS, place('s'), 'merge', { subsets: null })
  await cluster.pass(0)
  expect(subsets()).toBeUndefined()
  await cluster.context.objects.patch(SERVICES, place('s'), 'merge', { metadata: { labels: { touch: '1' } } })
  await cluster.pass(0)
  expect(addresses()).toEqual(['10.1.0.1'])
})

it('deletes endpoints with their service, creates deleted ones again, and creates none without a selector', async () => {
  await cluster.service('s')
  await cluster.service('manual', { selector: {} })
  await cluster.pass(0)
  expect(cluster.read('endpoints', 'manual')).toBeUndefined()
  await cluster.context.objects.delete(ENDPOINTS, place('s'))
  await cluster.pass(0)
  expect(cluster.read('endpoints', 's')).toBeDefined()
  await cluster.context.objects.delete(SERVICES, place('s'))
  await cluster.pass(0)
  expect(cluster.read('endpoints', 's')).toBeUndefined()
})

it('removes the address of a terminating pod', async () => {
  await cluster.service('s')
  await cluster.pod('a', '10.1.0.1')
  await cluster.context.objects.delete(PODS, place('a'), { gracePeriodSeconds: 60 })
  await cluster.pass(0)
  expect(cluster.read('pods', 'a')).toBeDefined()
  expect(subsets()).toBeUndefined()
})

it('records an event about endpoints that the server rejects', async () => {
  await cluster.service('s')
  await cluster.pass(0)
  await cluster.pod('a', '10.1.0.1', { node: '' })
  expect(subsets()).toBeUndefined()
  expect(cluster.events('s')[0]).toMatch(
    /^FailedToUpdateEndpoint: Failed to update endpoint default\/s: Endpoints "s" is invalid: .*nodeName/,
  )
})

it('deletes endpoints without a service at the start, except locks of leader election', async () => {
  const leader = { 'control-plane.alpha.kubernetes.io/leader': '{}' }
  const idle = await networked([])
  for (const [name, annotations] of [
    ['left', {}],
    ['lock', leader],
  ] as const) {
    await idle.create('endpoints', {
      kind: 'Endpoints',
      apiVersion: 'v1',
      metadata: { name, annotations: { ...annotations } },
    })
  }
  await endpoints.open(idle.context).start()
  await idle.pass(0)
  expect(idle.read('endpoints', 'left')).toBeUndefined()
  expect(idle.read('endpoints', 'lock')).toBeDefined()
})
