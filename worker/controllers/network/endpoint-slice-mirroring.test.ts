import { nameOf } from '../object-parts.ts'
import { beforeEach, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import { endpointSliceMirroring } from './endpoint-slice-mirroring.ts'
import { networked, type NetworkCluster } from './network-fixture.ts'
import { endpointsOf } from './slice-changes.ts'
import { ENDPOINTS, SERVICES } from '../kinds.ts'

let cluster: NetworkCluster

beforeEach(async () => {
  cluster = await networked([endpointSliceMirroring])
})

const place = { namespace: 'default', name: 's' }
const slices = () => cluster.all('discovery.k8s.io/endpointslices', 'default')

async function manual(subsets: Json[], metadata: JsonObject = {}): Promise<void> {
  await cluster.create('endpoints', {
    kind: 'Endpoints',
    apiVersion: 'v1',
    metadata: { name: 's', ...metadata },
    subsets,
  })
  await cluster.pass(0)
}

it('mirrors endpoints of a service without a selector, and updates the slice when they change', async () => {
  await cluster.service('s', { selector: {} })
  await manual(
    [
      {
        addresses: [{ ip: '10.9.0.1', nodeName: 'n' }],
        notReadyAddresses: [{ ip: '10.9.0.2' }],
        ports: [{ port: 80 }],
      },
    ],
    {
      labels: { l: '1' },
      annotations: { a: '1', 'endpoints.kubernetes.io/last-change-trigger-time': 'x' },
    },
  )
  const [slice] = slices()
  expect(slice).toMatchObject({
    metadata: {
      annotations: { a: '1' },
      labels: { l: '1', 'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io' },
      ownerReferences: [{ kind: 'Endpoints', name: 's' }],
    },
    ports: [{ name: '', port: 80, protocol: 'TCP' }],
    endpoints: [
      { addresses: ['10.9.0.1'], conditions: { ready: true }, nodeName: 'n' },
      { addresses: ['10.9.0.2'], conditions: { ready: false } },
    ],
  })
  expect(slice?.metadata?.annotations).toEqual({ a: '1' })
  await cluster.context.objects.patch(ENDPOINTS, place, 'merge', {
    subsets: [{ addresses: [{ ip: '10.9.0.9' }], ports: [{ port: 81 }] }],
  })
  await cluster.pass(0)
  expect(slices().map(nameOf)).toEqual([slice && nameOf(slice)])
  expect(slices()[0]).toMatchObject({ ports: [{ port: 81 }], endpoints: [{ addresses: ['10.9.0.9'] }] })
})

it('makes one slice for each pair of a port list and an address family that has addresses', async () => {
  await cluster.service('s', { selector: {} })
  await manual([
    { addresses: [{ ip: '10.9.1.1' }, { ip: 'fd00::1' }], ports: [{ port: 80 }] },
    { addresses: [{ ip: '10.9.1.2' }], ports: [{ port: 81 }] },
  ])
  expect(
    slices()
      .map(({ addressType }) => String(addressType))
      .sort(),
  ).toEqual(['IPv4', 'IPv4', 'IPv6'])
})

it('mirrors nothing with the skip label or for a service with a selector', async () => {
  await manual([{ addresses: [{ ip: '10.9.1.1' }], ports: [{ port: 80 }] }], {
    labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' },
  })
  await cluster.service('s', { selector: {} })
  await cluster.pass(0)
  expect(slices()).toEqual([])
  await cluster.context.objects.patch(ENDPOINTS, place, 'merge', { metadata: { labels: null } })
  await cluster.pass(0)
  expect(slices()).toHaveLength(1)
  await cluster.context.objects.patch(SERVICES, place, 'merge', { spec: { selector: { app: 'x' } } })
  await cluster.pass(0)
  expect(slices()).toEqual([])
})

it('mirrors a thousand addresses of a subset, and records an event about the rest', async () => {
  await cluster.service('s', { selector: {} })
  const addresses = Array.from({ length: 1003 }, (_, i) => ({ ip: `10.8.${i >> 8}.${i & 255}` }))
  await manual([{ addresses, ports: [{ port: 80 }] }])
  expect(slices().map((slice) => endpointsOf(slice).length)).toEqual([1000])
  expect(cluster.events('s')).toEqual([
    'TooManyAddressesToMirror: A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. ' +
      '3 addresses were skipped',
  ])
})
