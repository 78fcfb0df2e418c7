import { expect, test } from 'vitest'
import { podEvents, podText } from './pods.ts'
import { linesOf } from './describe-context.fixture.ts'

const pod = {
  metadata: { name: 'web', namespace: 'n', labels: { b: '2', a: '1' }, uid: 'u' },
  spec: {
    nodeName: 'node',
    containers: [
      {
        name: 'c',
        image: 'x:1',
        ports: [{ containerPort: 80, protocol: 'TCP' }],
        resources: { limits: { cpu: '1500m' } },
        livenessProbe: { httpGet: { scheme: 'HTTP', port: 80, path: '/a b' }, timeoutSeconds: 1 },
        env: [
          { name: 'NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
          { name: 'IP', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } },
          { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '0' } } },
          { name: 'MEMORY', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } } },
        ],
        volumeMounts: [{ name: 'v', mountPath: '/v', readOnly: true, subPath: 's' }],
      },
    ],
    tolerations: [
      { operator: 'Exists' },
      { key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 2n ** 53n + 1n },
    ],
  },
  status: {
    phase: 'Running',
    hostIP: '1.2.3.4',
    qosClass: 'Burstable',
    containerStatuses: [{ name: 'c', ready: true, restartCount: 2, state: { waiting: { reason: 'Pulling' } } }],
    conditions: [{ type: 'Ready', status: 'True' }],
  },
}

test("describes containers with their states, and the values of the pod's own fields", async () => {
  const lines = await linesOf(podText, pod)
  expect(lines).toEqual(
    expect.arrayContaining([
      'Node:         node/1.2.3.4',
      'Labels:       a=1',
      '              b=2',
      'IPs:          <none>',
      '    State:          Waiting',
      '      Reason:       Pulling',
      '    Restart Count:  2',
      '    Liveness:  http-get http://:80/a%20b delay=0s timeout=1s period=0s #success=0 #failure=0',
      '      NAME:    web (v1:metadata.name)',
      '      IP:       (v1:status.podIP)',
      '      CPU:     2 (limits.cpu)',
      '      MEMORY:  node allocatable (limits.memory)',
      '      /v from v (ro,path="s")',
      'Volumes:         <none>',
      'Tolerations:     op=Exists',
      '                 k:NoExecute op=Exists for 9007199254740993s',
    ]),
  )
})

test('shows since when a pod is terminating', async () => {
  const going = { ...pod.metadata, deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: 30 }
  const lines = await linesOf(podText, { ...pod, metadata: going })
  expect(lines).toContain('Status:                    Terminating (lasts 10m)')
  expect(lines).toContain('Termination Grace Period:  30s')
})

test('finds the events of a mirror pod by the uid of its static pod', () => {
  expect(podEvents(pod)).toEqual([{ kind: undefined, uid: 'u' }])
  const metadata = { ...pod.metadata, annotations: { 'kubernetes.io/config.mirror': 'hash' } }
  expect(podEvents({ ...pod, metadata })).toEqual([{ kind: undefined, uid: 'hash' }])
})
