import { expect, test } from 'vitest'
import { closedServer, FakeServer, linesOf } from './describe-context.fixture.ts'
import { daemonSetText, deploymentText, replicaSetText, statefulSetText } from './workloads.ts'

const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'x:2' }] } }
const owner = { apiVersion: 'apps/v1', kind: 'Any', name: 'web', uid: 'u', controller: true }
const pod = (phase: string, uid = 'u') => ({
  metadata: { ownerReferences: [{ ...owner, uid }] },
  status: { phase },
})
const workload = {
  metadata: { name: 'web', namespace: 'n', uid: 'u' },
  spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template },
}

test('counts the pods of a workload by phase', async () => {
  const server = new FakeServer({
    '/api/v1/namespaces/n/pods': [pod('Running'), pod('Pending'), pod('Pending'), pod('Failed', 'other')],
  })
  for (const text of [replicaSetText, daemonSetText, statefulSetText])
    expect((await linesOf(text, workload, server)).map((line) => line.replace(/ +/g, ' '))).toContain(
      'Pods Status: 1 Running / 2 Waiting / 0 Succeeded / 0 Failed',
    )
  expect(server.requested).toContain('/api/v1/namespaces/n/pods?app=web')
})

test('describes a replica set without permission to list pods', async () => {
  expect(await linesOf(replicaSetText, workload, closedServer)).toContain('Pods Status:  error in fetching pods: no')
})

test("shows the replica set of a deployment's template apart from older ones", async () => {
  const set = (name: string, image: string, hash: string) => ({
    metadata: { name, creationTimestamp: '2024-01-01T00:00:00Z', ownerReferences: [owner] },
    spec: {
      replicas: 1,
      template: {
        metadata: { labels: { app: 'web', 'pod-template-hash': hash } },
        spec: { containers: [{ name: 'c', image }] },
      },
    },
    status: { replicas: 1 },
  })
  const server = new FakeServer({
    '/apis/apps/v1/namespaces/n/replicasets': [set('web-2', 'x:2', 'b'), set('web-1', 'x:1', 'a')],
  })
  const lines = await linesOf(deploymentText, workload, server)
  expect(lines).toContain('OldReplicaSets:    web-1 (1/1 replicas created)')
  expect(lines).toContain('NewReplicaSet:     web-2 (1/1 replicas created)')
})
