import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty } from '../../worker/api/json.ts'
import type { StoredObject } from '../client/resource-client.ts'

/**
 * `good`: the desired state is reached; `wait`: it is not reached yet; `bad`: the object has failed; `idle`: the object
 * has no state to reach, or has finished.
 */
export type Tone = 'good' | 'wait' | 'bad' | 'idle'

export interface ObjectState {
  readonly tone: Tone
  /** A few words: `2/3 ready`, `ImagePullBackOff`; empty for an object without state. */
  readonly text: string
}

const state = (tone: Tone, text: string): ObjectState => ({ tone, text })
const child = (value: Json | undefined, key: string): JsonObject => {
  const inner = isObject(value) ? value[key] : undefined
  return objectOrEmpty(inner)
}
const number = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)

function condition(object: StoredObject, type: string): JsonObject | undefined {
  return objectsIn(child(object, 'status')['conditions']).find((each) => each['type'] === type)
}

/**
 * Reasons of a waiting container that are part of a normal start. The empty one means that the kubelet has not given a reason
 * yet.
 */
export const STARTING: readonly string[] = ['', 'ContainerCreating', 'PodInitializing']

function containerFault(status: JsonObject): ObjectState | undefined {
  const all = [...objectsIn(status['initContainerStatuses']), ...objectsIn(status['containerStatuses'])]
  for (const container of all) {
    const now = child(container, 'state')
    const waiting = stringOrEmpty(child(now, 'waiting')['reason'])
    if (!STARTING.includes(waiting)) return state('bad', waiting)
    const ended = child(now, 'terminated')
    if (number(ended['exitCode']) !== 0) return state('bad', stringOrEmpty(ended['reason']) || 'Error')
  }
  return undefined
}

function podState(pod: StoredObject): ObjectState {
  const status = child(pod, 'status')
  const phase = stringOrEmpty(status['phase'])
  if (phase === 'Succeeded') return state('idle', 'Succeeded')
  if (phase === 'Failed') return state('bad', stringOrEmpty(status['reason']) || 'Failed')
  const fault = containerFault(status)
  if (fault !== undefined) return fault
  if (condition(pod, 'PodScheduled')?.['status'] === 'False') return state('bad', 'Unschedulable')
  if (phase !== 'Running') return state('wait', phase || 'Pending')
  return condition(pod, 'Ready')?.['status'] === 'True' ? state('good', 'Running') : state('wait', 'Not ready')
}

function readyOf(wanted: number, ready: number): ObjectState {
  if (wanted === 0) return state(ready === 0 ? 'idle' : 'wait', 'Scaled to 0')
  return state(ready === wanted ? 'good' : 'wait', `${ready}/${wanted} ready`)
}

function replicasState(object: StoredObject): ObjectState {
  const { replicas } = child(object, 'spec')
  const status = child(object, 'status')
  const wanted = typeof replicas === 'number' ? replicas : 1
  const reached = readyOf(wanted, number(status['readyReplicas']))
  if (reached.tone !== 'good' || object.kind !== 'Deployment') return late(object) ?? reached
  return number(status['updatedReplicas']) === wanted && number(status['replicas']) === wanted
    ? reached
    : (late(object) ?? state('wait', 'Rolling out'))
}

/** The state of a rollout that made no progress within its deadline. */
function late(object: StoredObject): ObjectState | undefined {
  const progressing = condition(object, 'Progressing')
  return progressing?.['status'] === 'False' ? state('bad', stringOrEmpty(progressing['reason'])) : undefined
}

function daemonState(object: StoredObject): ObjectState {
  const status = child(object, 'status')
  return readyOf(number(status['desiredNumberScheduled']), number(status['numberReady']))
}

function jobState(job: StoredObject): ObjectState {
  if (condition(job, 'Complete')?.['status'] === 'True') return state('idle', 'Complete')
  const failed = condition(job, 'Failed')
  if (failed?.['status'] === 'True') return state('bad', stringOrEmpty(failed['reason']) || 'Failed')
  if (child(job, 'spec')['suspend'] === true) return state('idle', 'Suspended')
  return state('wait', `${number(child(job, 'status')['active'])} active`)
}

function cronJobState(job: StoredObject): ObjectState {
  const { suspend, schedule } = child(job, 'spec')
  return suspend === true ? state('idle', 'Suspended') : state('good', stringOrEmpty(schedule))
}

function sliceState(slice: StoredObject): ObjectState {
  const endpoints = objectsIn(slice['endpoints'])
  const ready = endpoints.filter((endpoint) => child(endpoint, 'conditions')['ready'] !== false).length
  return endpoints.length === 0 ? state('wait', 'No endpoints') : readyOf(endpoints.length, ready)
}

const CLAIM_TONES = new Map<string, Tone>([
  ['Bound', 'good'],
  ['Available', 'good'],
  ['Lost', 'bad'],
  ['Failed', 'bad'],
])

function claimState(object: StoredObject): ObjectState {
  const phase = stringOrEmpty(child(object, 'status')['phase']) || 'Pending'
  return state(CLAIM_TONES.get(phase) ?? 'wait', phase)
}

/** The state of any other kind, including custom ones, from the usual conditions if the object has one. */
function conditionState(object: StoredObject): ObjectState {
  const found = condition(object, 'Ready') ?? condition(object, 'Available')
  if (found === undefined) return state('idle', '')
  const type = stringOrEmpty(found['type'])
  if (found['status'] === 'True') return state('good', type)
  return state('wait', stringOrEmpty(found['reason']) || `Not ${type.toLowerCase()}`)
}

const STATES: ReadonlyMap<string, (object: StoredObject) => ObjectState> = new Map([
  ['Pod', podState],
  ['Deployment', replicasState],
  ['ReplicaSet', replicasState],
  ['StatefulSet', replicasState],
  ['ReplicationController', replicasState],
  ['DaemonSet', daemonState],
  ['Job', jobState],
  ['CronJob', cronJobState],
  ['Service', (object) => state('idle', stringOrEmpty(child(object, 'spec')['type']))],
  ['EndpointSlice', sliceState],
  ['PersistentVolumeClaim', claimState],
  ['PersistentVolume', claimState],
])

/** The state of an object according to its status. */
export function stateOf(object: StoredObject): ObjectState {
  if (object.metadata.deletionTimestamp) return state('wait', 'Terminating')
  return (STATES.get(object.kind) ?? conditionState)(object)
}
