import { nameOf } from '../object-parts.ts'
import { beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { endpointSlices } from './endpoint-slices.ts'
import { networked, type NetworkCluster } from './network-fixture.ts'
import { endpointsOf } from './slice-changes.ts'
import { NODES, SERVICES, ENDPOINT_SLICES } from '../kinds.ts'

let cluster: NetworkCluster

beforeEach(async () => {
  cluster = await networked([endpointSlices])
  await cluster.node('n')
})

const slices = () => cluster.all('discovery.k8s.io/endpointslices', 'default')
const endpoints = () => slices().flatMap(endpointsOf)
const addresses = () =>
  endpoints()
    .map((endpoint) => String((endpoint['addresses'] as string[])[0]))
    .sort()

it('makes one empty slice for a service without pods, and fills it later', async () => {
  const service = await cluster.service('s', {}, { labels: { x: '1' } })
  await cluster.pass(0)
  expect(slices()).toMatchObject([
    {
      metadata: {
        generateName: 's-',
        labels: {
          x: '1',
          'kubernetes.io/service-name': 's',
          'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        },
        ownerReferences: [{ kind: 'Service', name: 's', uid: service.metadata?.uid, controller: true }],
      },
      addressType: 'IPv4',
    },
  ])
  const [before] = slices()
  await cluster.pod('a', '10.1.0.1')
  expect(slices().map(nameOf)).toEqual([before && nameOf(before)])
  expect(endpoints()).toMatchObject([
    { addresses: ['10.1.0.1'], conditions: { ready: true, serving: true, terminating: false }, nodeName: 'n' },
  ])
})

it('puts at most a hundred endpoints into a slice', async () => {
  await cluster.service('s')
  for (let i = 0; i < 101; i++) await cluster.pod(`p${i}`, `10.1.1.${i}`)
  expect(
    slices()
      .map((slice) => endpointsOf(slice).length)
      .sort((a, b) => a - b),
  ).toEqual([1, 100])
  await cluster.pod('q', '10.1.2.1')
  expect(
    slices()
      .map((slice) => endpointsOf(slice).length)
      .sort((a, b) => a - b),
  ).toEqual([2, 100])
})

it('omits pods on missing nodes until the nodes exist', async () => {
  await cluster.service('s')
  await cluster.pod('a', '10.1.0.1', { node: 'late' })
  expect(endpoints()).toEqual([])
  expect(cluster.events('s')).toEqual([
    'FailedToUpdateEndpointSlices: Error updating Endpoint Slices for Service default/s: ' +
      'skipping Pod a for Service default/s: Node late Not Found',
  ])
  await cluster.node('late', { labels: { 'topology.kubernetes.io/zone': 'z' } })
  expect(endpoints()).toMatchObject([{ addresses: ['10.1.0.1'], nodeName: 'late', zone: 'z' }])
})

it('repairs its own slices immediately, and ignores slices of other controllers', async () => {
  await cluster.service('s')
  await cluster.pod('a', '10.1.0.1')
  await cluster.create('discovery.k8s.io/endpointslices', {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata: { name: 'mine', labels: { 'kubernetes.io/service-name': 's' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.7.7.7'] }],
  })
  const own = slices().find((slice) => nameOf(slice) !== 'mine')
  await cluster.context.objects.patch(
    ENDPOINT_SLICES,
    { namespace: 'default', name: own ? nameOf(own) : '' },
    'merge',
    {
      endpoints: [],
      ports: [],
    },
  )
  await cluster.pass(0)
  expect(addresses()).toEqual(['10.1.0.1', '10.7.7.7'])
})

it('follows the labels of the service', async () => {
  await cluster.service('s', {}, { labels: { x: '1' } })
  await cluster.pod('a', '10.1.0.1')
  await cluster.context.objects.patch(SERVICES, { namespace: 'default', name: 's' }, 'merge', {
    metadata: { labels: { x: null, y: '2' } },
  })
  await cluster.pass(0)
  expect(slices()[0]?.metadata?.labels).toMatchObject({ y: '2', 'kubernetes.io/service-name': 's' })
  expect(slices()[0]?.metadata?.labels).not.toHaveProperty('x')
})

const zoneHints = () =>
  endpoints()
    .map(({ zone, hints }) => `${String(zone)}>${((hints as JsonObject)['forZones'] as { name: string }[])[0]?.name}`)
    .sort()

it('sets hints in proportion to the processors of the zones, with one event', async () => {
  for (const [name, cpu] of Object.entries({ a: '1', b: '1' })) {
    await cluster.node(name, { labels: { 'topology.kubernetes.io/zone': `z${name}` }, cpu })
  }
  await cluster.context.objects.delete(NODES, { namespace: '', name: 'n' })
  await cluster.service('s', {}, { annotations: { 'service.kubernetes.io/topology-mode': 'Auto' } })
  await cluster.pod('p', '10.1.0.1', { node: 'a' })
  expect(cluster.events('s').at(-1)).toBe(
    'TopologyAwareHintsDisabled: Insufficient number of endpoints (1 endpoints, 2 zones), addressType: IPv4',
  )
  for (const i of [2, 3, 4]) await cluster.pod(`p${i}`, `10.1.0.${i}`, { node: 'a' })
  expect(zoneHints()).toEqual(['za>za', 'za>za', 'za>zb', 'za>zb'])
  expect(cluster.events('s').filter((event) => event.includes('Enabled'))).toEqual([
    'TopologyAwareHintsEnabled: Topology Aware Hints has been enabled, addressType: IPv4',
  ])
  await cluster.context.objects.patch(SERVICES, { namespace: 'default', name: 's' }, 'merge', {
    metadata: { annotations: null },
  })
  await cluster.pass(0)
  expect(endpoints().every(({ hints }) => hints === undefined)).toBe(true)
  expect(cluster.events('s').at(-1)).toMatch(/Topology Aware Hints has been disabled/)
})
