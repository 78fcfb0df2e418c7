import { expect, it } from 'vitest'
import type { JsonObject } from '../../worker/api/json.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { stateOf } from './object-state.ts'

const object = (kind: string, fields: JsonObject): StoredObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'a' },
  ...fields,
})
const ready = (status: string) => [{ type: 'Ready', status }]
const container = (state: JsonObject) => ({
  phase: 'Running',
  containerStatuses: [{ state }],
  conditions: ready('False'),
})

it.each<[string, JsonObject, string, string]>([
  ['Pod', { status: { phase: 'Pending' } }, 'wait', 'Pending'],
  ['Pod', { status: { phase: 'Running', conditions: ready('True') } }, 'good', 'Running'],
  ['Pod', { status: container({ waiting: { reason: 'ContainerCreating' } }) }, 'wait', 'Not ready'],
  ['Pod', { status: container({ waiting: { reason: 'CrashLoopBackOff' } }) }, 'bad', 'CrashLoopBackOff'],
  ['Pod', { status: container({ terminated: { exitCode: 137, reason: 'OOMKilled' } }) }, 'bad', 'OOMKilled'],
  [
    'Pod',
    { status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False' }] } },
    'bad',
    'Unschedulable',
  ],
  ['Deployment', { spec: { replicas: 3 }, status: { readyReplicas: 1 } }, 'wait', '1/3 ready'],
  [
    'Deployment',
    { spec: { replicas: 2 }, status: { readyReplicas: 2, updatedReplicas: 1, replicas: 3 } },
    'wait',
    'Rolling out',
  ],
  [
    'Deployment',
    { spec: { replicas: 1 }, status: { conditions: [{ type: 'Progressing', status: 'False', reason: 'TooLate' }] } },
    'bad',
    'TooLate',
  ],
  ['ReplicaSet', { spec: { replicas: 0 } }, 'idle', 'Scaled to 0'],
  ['DaemonSet', { status: { desiredNumberScheduled: 2, numberReady: 2 } }, 'good', '2/2 ready'],
  [
    'Job',
    { status: { conditions: [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }] } },
    'bad',
    'BackoffLimitExceeded',
  ],
  ['EndpointSlice', { endpoints: [] }, 'wait', 'No endpoints'],
  ['PersistentVolumeClaim', { status: { phase: 'Bound' } }, 'good', 'Bound'],
  ['CronTab', { status: { conditions: ready('False') } }, 'wait', 'Not ready'],
  ['ConfigMap', {}, 'idle', ''],
])('reads the state of a %s from %j', (kind, fields, tone, text) => {
  expect(stateOf(object(kind, fields))).toEqual({ tone, text })
})

it('reports a deleted object as terminating', () => {
  const deleted = object('Pod', { status: { phase: 'Running' } })
  deleted.metadata.deletionTimestamp = '2026-01-01T00:00:00Z'
  expect(stateOf(deleted)).toEqual({ tone: 'wait', text: 'Terminating' })
})
