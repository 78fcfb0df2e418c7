import { expect, it } from 'vitest'
import type { StoredObject } from '../client/resource-client.ts'
import { failureReasons } from './failure-reasons.ts'

const object = (kind: string, status: object): StoredObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'a' }, status }) as unknown as StoredObject
const container = (state: object, more: object = {}): object => ({ name: 'web', ready: false, state, ...more })
const pod = (...containerStatuses: object[]): StoredObject => object('Pod', { phase: 'Running', containerStatuses })

it('names the reason of a waiting container, its text and its last end', () => {
  const waiting = { reason: 'CrashLoopBackOff', message: 'back-off 10s restarting failed container' }
  const lastState = { terminated: { exitCode: 137, reason: 'OOMKilled', message: 'bye\n' } }
  expect(failureReasons(pod(container({ waiting }, { lastState })))).toEqual([
    {
      subject: 'container web',
      reason: 'CrashLoopBackOff',
      what: expect.stringContaining('ends again and again') as string,
      next: expect.stringContaining('log') as string,
      message: waiting.message,
      lastEnd: 'OOMKilled, exit code 137: bye',
    },
  ])
})

it.each<[string, StoredObject, string[]]>([
  ['a starting container', pod(container({ waiting: { reason: 'ContainerCreating' } })), []],
  ['a running container', pod(container({ running: {} }, { ready: true })), []],
  ['a container that is not ready', pod(container({ running: {} })), ['Not ready']],
  ['an ended container', pod(container({ terminated: { exitCode: 1 } })), ['Error']],
  ['a finished pod', object('Pod', { phase: 'Succeeded' }), []],
  ['a failed pod', object('Pod', { phase: 'Failed', reason: 'Evicted', message: 'low on memory' }), ['Evicted']],
  [
    'a pod without a node',
    object('Pod', { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] }),
    ['Unschedulable'],
  ],
  [
    'a late rollout',
    object('Deployment', {
      conditions: [
        { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' },
        { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' },
        { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' },
      ],
    }),
    ['ProgressDeadlineExceeded', 'FailedCreate'],
  ],
  [
    'a node',
    object('Node', {
      conditions: [
        { type: 'DiskPressure', status: 'True', reason: 'KubeletHasDiskPressure' },
        { type: 'MemoryPressure', status: 'False', reason: 'KubeletHasSufficientMemory' },
        { type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown' },
      ],
    }),
    ['KubeletHasDiskPressure', 'NodeStatusUnknown'],
  ],
  ['a claim without a volume', object('PersistentVolumeClaim', { phase: 'Pending' }), ['Pending']],
])('finds the reasons for the state of %s', (_, given, reasons) => {
  const found = failureReasons(given)
  expect(found.map(({ reason }) => reason)).toEqual(reasons)
  expect(found.every(({ what }) => what !== '')).toBe(true)
})
