import { beforeEach, expect, it } from 'vitest'
import { LEASES } from '../kinds.ts'
import { conditionOf } from '../pod-states.ts'
import { nodeLifecycle } from './node-lifecycle.ts'
import { nodes, type NodeCluster } from './nodes-fixture.ts'
import { taintsOf } from './tolerations.ts'

let cluster: NodeCluster

beforeEach(async () => {
  cluster = await nodes([nodeLifecycle])
})

const node = () => cluster.read('nodes', 'n') ?? {}
const status = (type: string) => conditionOf(node(), type)?.['status']

it('marks a node that has reported no status for a minute', async () => {
  await cluster.node('n', { status: {} })
  await cluster.node('other')
  const created = node().metadata?.creationTimestamp
  await cluster.pass(59_000)
  expect(status('Ready')).toBeUndefined()
  await cluster.pass(3000)
  expect(conditionOf(node(), 'Ready')).toEqual({
    type: 'Ready',
    status: 'Unknown',
    lastHeartbeatTime: created,
    lastTransitionTime: expect.any(String) as string,
    reason: 'NodeStatusNeverUpdated',
    message: 'Kubelet never posted node status.',
  })
  expect(['MemoryPressure', 'DiskPressure', 'PIDPressure'].map(status)).toEqual(['Unknown', 'Unknown', 'Unknown'])
  const taints = taintsOf(node()).map(({ key, effect }) => `${String(key)}:${String(effect)}`)
  expect(taints.sort()).toEqual([
    'node.kubernetes.io/unreachable:NoExecute',
    'node.kubernetes.io/unreachable:NoSchedule',
  ])
})

it('changes reported pressures of a node without a Ready condition', async () => {
  const conditions = [
    { type: 'DiskPressure', status: 'False', reason: 'r', message: 'm' },
    { type: 'NetworkUnavailable', status: 'False' },
  ]
  await cluster.node('n', { status: { conditions } })
  await cluster.pass(62_000)
  expect(conditionOf(node(), 'DiskPressure')).toMatchObject({ status: 'Unknown', reason: 'NodeStatusUnknown' })
  expect(status('NetworkUnavailable')).toBe('False')
})

it('waits for a minute after the last renewal of the lease', async () => {
  await cluster.node('n', { status: {} })
  await cluster.pass(30_000)
  const renewTime = new Date(cluster.clock.now()).toISOString().replace('Z', '000Z')
  await cluster.context.objects.create(LEASES, {
    kind: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    metadata: { name: 'n', namespace: 'kube-node-lease' },
    spec: { renewTime },
  })
  await cluster.pass(55_000)
  expect(status('Ready')).toBeUndefined()
  await cluster.pass(10_000)
  expect(status('Ready')).toBe('Unknown')
})

it('leaves a node alone that has reported once', async () => {
  await cluster.node('n')
  await cluster.pass(200_000)
  expect(status('Ready')).toBe('True')
})
