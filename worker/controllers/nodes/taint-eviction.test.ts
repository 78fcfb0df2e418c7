import { beforeEach, expect, it } from 'vitest'
import { nodes, type NodeCluster } from './nodes-fixture.ts'
import { toleratedTime } from './tolerations.ts'
import { taintEviction } from './taint-eviction.ts'

const TAINT = { key: 'k', value: 'v', effect: 'NoExecute' }

it.each([
  ['no taint', [], [], Infinity],
  ['no toleration', [], [TAINT], 0],
  ['another value', [{ key: 'k', operator: 'Equal', value: 'w' }], [TAINT], 0],
  ['another effect', [{ key: 'k', operator: 'Exists', effect: 'NoSchedule' }], [TAINT], 0],
  ['the value', [{ key: 'k', value: 'v', effect: 'NoExecute' }], [TAINT], Infinity],
  ['everything', [{ operator: 'Exists' }], [TAINT], Infinity],
  ['for a while', [{ operator: 'Exists', tolerationSeconds: 3 }], [TAINT], 3000],
  ['for a time that wraps', [{ operator: 'Exists', tolerationSeconds: 2n ** 63n - 1n }], [TAINT], Infinity],
  ['for no time', [{ operator: 'Exists', tolerationSeconds: -1 }], [TAINT], 0],
  [
    'the shorter of two',
    [
      { key: 'k', operator: 'Exists', tolerationSeconds: 9 },
      { key: 'l', operator: 'Exists', tolerationSeconds: 5 },
    ],
    [TAINT, { key: 'l', effect: 'NoExecute' }],
    5000,
  ],
])('computes how long a pod may stay: %s', (_, tolerations, taints, ms) => {
  expect(toleratedTime(tolerations, taints)).toBe(ms)
})

let cluster: NodeCluster

beforeEach(async () => {
  cluster = await nodes([taintEviction])
  await cluster.node('n')
})

const deletedAt = (name = 'p') => cluster.read('pods', name)?.metadata?.deletionTimestamp
const tolerating = (tolerationSeconds: number) => ({
  tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds }],
})

it('evicts pods with an event, except pods that tolerate the taint', async () => {
  await cluster.pod('p', {}, { finalizers: ['own.io/look'] })
  await cluster.pod('q', { tolerations: [{ key: 'k', operator: 'Exists' }] })
  await cluster.taint('n', [TAINT])
  expect(deletedAt()).toBeDefined()
  expect(cluster.read('pods', 'p')?.['status']).toMatchObject({
    conditions: [
      {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'DeletionByTaintManager',
        message: 'Taint manager: deleting due to NoExecute taint',
      },
    ],
  })
  expect(cluster.events('p')).toEqual(['TaintManagerEviction: Marking for deletion Pod default/p'])
  expect(deletedAt('q')).toBeUndefined()
  expect(cluster.events('q')).toEqual([])
})

it('waits as long as a pod tolerates the taint', async () => {
  await cluster.taint('n', [TAINT])
  await cluster.pod('p', tolerating(3), { finalizers: ['own.io/look'] })
  await cluster.pass(2000)
  expect(deletedAt()).toBeUndefined()
  await cluster.pass(2000)
  expect(deletedAt()).toBeDefined()
})

it('cancels the eviction when the taint is removed', async () => {
  await cluster.taint('n', [TAINT])
  await cluster.pod('p', tolerating(3))
  await cluster.taint('n', null)
  await cluster.pass(10_000)
  expect(deletedAt()).toBeUndefined()
  expect(cluster.events('p')).toEqual(['TaintManagerEviction: Cancelling deletion of Pod default/p'])
})
