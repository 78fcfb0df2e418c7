import { beforeEach, expect, it } from 'vitest'
import { nodes, type NodeCluster } from './nodes-fixture.ts'
import { podGarbageCollection } from './pod-garbage-collection.ts'
import { NODES, PODS } from '../kinds.ts'

let cluster: NodeCluster

beforeEach(async () => {
  cluster = await nodes([podGarbageCollection])
})

const pod = (name = 'p') => cluster.read('pods', name)
const place = { namespace: 'default', name: 'p' }

it('deletes the pods of a node that never appears', async () => {
  await cluster.pod('p', {}, { finalizers: ['own.io/look'] })
  await cluster.pass(39_000)
  expect(pod()?.metadata?.deletionTimestamp).toBeUndefined()
  await cluster.pass(41_000)
  expect(pod()).toMatchObject({
    metadata: { deletionGracePeriodSeconds: 0 },
    status: {
      phase: 'Failed',
      conditions: [
        {
          type: 'DisruptionTarget',
          status: 'True',
          reason: 'DeletionByPodGC',
          message: 'PodGC: node no longer exists',
        },
      ],
    },
  })
})

it('keeps pods while their node exists, and deletes them after the node', async () => {
  await cluster.pod('p')
  await cluster.node('n')
  await cluster.pass(90_000)
  expect(pod()).toBeDefined()
  await cluster.context.objects.delete(NODES, { namespace: '', name: 'n' })
  await cluster.pass(90_000)
  expect(pod()).toBeUndefined()
})

it('ends terminating pods that were never scheduled', async () => {
  await cluster.create('pods', {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'p', finalizers: ['own.io/look'] },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  })
  await cluster.context.objects.delete(PODS, place)
  await cluster.pass(25_000)
  expect(pod()?.['status']).toMatchObject({ phase: 'Failed' })
})

it('deletes terminating pods on an out-of-service node', async () => {
  await cluster.node('n', { status: { conditions: [{ type: 'Ready', status: 'False' }] } })
  await cluster.pod('p')
  await cluster.context.objects.delete(PODS, place, { gracePeriodSeconds: 600 })
  await cluster.pass(60_000)
  expect(pod()).toBeDefined()
  await cluster.taint('n', [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }])
  await cluster.pass(25_000)
  expect(pod()).toBeUndefined()
})
