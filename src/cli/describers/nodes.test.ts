import { expect, test } from 'vitest'
import { nodeText } from './nodes.ts'
import { podResources } from './pod-resources.ts'
import { formatQuantity } from '../../../worker/api/quantity.ts'
import { FakeServer, linesOf } from './describe-context.fixture.ts'

const container = (cpu: string, more = {}) => ({ name: cpu, resources: { requests: { cpu } }, ...more })

test("takes the sum of a pod's containers, or the amount of an init container when that is larger", () => {
  const cpu = (initContainers: object[]): string => {
    const spec = { containers: [container('100m'), container('200m')], initContainers, overhead: { cpu: '1m' } }
    const found = podResources({ spec } as Parameters<typeof podResources>[0], 'requests').get('cpu')
    return found === undefined ? '' : formatQuantity(found)
  }
  expect(cpu([])).toBe('301m')
  expect(cpu([container('1')])).toBe('1001m')
  expect(cpu([container('50m', { restartPolicy: 'Always' }), container('400m')])).toBe('451m')
})

test('describes the roles, the taints and the requested resources of a node', async () => {
  const node = {
    metadata: { name: 'a', labels: { 'node-role.kubernetes.io/z': '', 'kubernetes.io/role': 'b' } },
    spec: {
      taints: [
        { key: 'k', value: 'v', effect: 'NoSchedule' },
        { key: 'e', effect: 'NoExecute' },
      ],
    },
    status: { allocatable: { cpu: '4', memory: '1Gi', 'x.com/gpu': '2' } },
  }
  const pod = {
    metadata: { namespace: 'n', name: 'p', creationTimestamp: '2024-01-01T00:00:00Z' },
    spec: { containers: [container('1')] },
  }
  const server = new FakeServer({ '/api/v1/pods': [pod] })
  const lines = await linesOf(nodeText, node, server)
  expect(lines).toContain('Roles:              b,z')
  expect(lines).toContain('Taints:             e:NoExecute')
  expect(lines).toContain('                    k=v:NoSchedule')
  expect(lines).toContain('Lease:              Failed to get lease: "a" not found')
  expect(lines.map((each) => each.replace(/ +/g, ' '))).toContain(' n p 1 (25%) 0 (0%) 0 (0%) 0 (0%) 10m')
  expect(lines).toContain('  ephemeral-storage  0 (0%)    0 (0%)')
  expect(lines).toContain('  x.com/gpu          0         0')
  expect(server.requested[0]).toBe('/api/v1/pods?spec.nodeName=a,status.phase!=Failed,status.phase!=Succeeded')
})
