import { beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { taintsOf } from './tolerations.ts'
import { nodeLifecycle } from './node-lifecycle.ts'
import { nodes, type NodeCluster } from './nodes-fixture.ts'
import { NODES } from '../kinds.ts'

let cluster: NodeCluster

beforeEach(async () => {
  cluster = await nodes([nodeLifecycle])
})

const taints = (name = 'n') =>
  taintsOf(cluster.read('nodes', name) ?? {}).map(({ key, effect }) => `${String(key)}:${String(effect)}`)

const place = { namespace: '', name: 'n' }
const ready = (status: string) => ({ conditions: [{ type: 'Ready', status }] })

async function patch(change: JsonObject, subresource?: 'status'): Promise<void> {
  const { objects } = cluster.context
  const write = subresource === undefined ? objects.patch : objects.patchStatus
  await write(NODES, place, 'merge', change)
  await cluster.pass(0)
}

it('removes the taint of a ready node', async () => {
  await cluster.node('n')
  expect(taints()).toEqual([])
  expect(cluster.events('n')).toEqual(['RegisteredNode: Node n event: Registered Node n in Controller'])
})

it('sets the taints of conditions, and keeps the taints of other writers', async () => {
  const conditions = [
    { type: 'Ready', status: 'True' },
    { type: 'MemoryPressure', status: 'True' },
    { type: 'DiskPressure', status: 'False' },
  ]
  await cluster.node('n', { status: { conditions } })
  await cluster.taint('n', [{ key: 'own', effect: 'NoSchedule' }])
  expect(taints()).toEqual(['own:NoSchedule', 'node.kubernetes.io/memory-pressure:NoSchedule'])
  await patch({ spec: { unschedulable: true } })
  await patch({ status: ready('True') }, 'status')
  expect(taints()).toEqual(['own:NoSchedule', 'node.kubernetes.io/unschedulable:NoSchedule'])
})

it('taints an unready node for eviction, unless no node is ready', async () => {
  await cluster.node('n', { status: ready('False') })
  expect(taints()).toEqual(['node.kubernetes.io/not-ready:NoSchedule'])
  await cluster.node('other')
  expect(taints()).toEqual(['node.kubernetes.io/not-ready:NoSchedule', 'node.kubernetes.io/not-ready:NoExecute'])
  await patch({ status: ready('Unknown') }, 'status')
  expect(taints().sort()).toEqual([
    'node.kubernetes.io/unreachable:NoExecute',
    'node.kubernetes.io/unreachable:NoSchedule',
  ])
  await patch({ status: ready('True') }, 'status')
  expect(taints()).toEqual([])
})

it('copies the values of the stable labels to the older labels', async () => {
  await cluster.node('n', { labels: { 'kubernetes.io/os': 'linux', 'beta.kubernetes.io/arch': 'x' } })
  expect(cluster.read('nodes', 'n')?.metadata?.labels).toEqual({
    'kubernetes.io/os': 'linux',
    'beta.kubernetes.io/os': 'linux',
    'beta.kubernetes.io/arch': 'x',
  })
})
