import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Column } from '../behaviour.ts'
import { age, text } from '../columns.ts'
import { listAt, textAt } from '../path.ts'
import { trueConditions } from '../rules/true-conditions.ts'
import { podSummary, restartsText } from './pod-summary.ts'

function readyCell(pod: ApiObject): string {
  const { ready, containers } = podSummary(pod)
  return `${ready}/${containers}`
}

function readinessGates(object: ApiObject): string {
  const gates = listAt(object, 'spec.readinessGates').filter(isObject)
  if (gates.length === 0) return '<none>'
  const types = trueConditions(object)
  const met = gates.filter((gate) => types.has(textAt(gate, 'conditionType')))
  return `${met.length}/${gates.length}`
}

const orNone = (path: string) => (object: ApiObject) => textAt(object, path) || '<none>'

const ended = (reason: string, message: string): readonly JsonObject[] => [
  { type: 'Completed', status: 'True', reason, message },
]

const CONDITIONS_BY_PHASE: ReadonlyMap<string, readonly JsonObject[]> = new Map([
  ['Succeeded', ended('Succeeded', 'The pod has completed successfully.')],
  ['Failed', ended('Failed', 'The pod failed.')],
])

/** The row conditions of pods that have ended. */
export const podRowConditions = (pod: ApiObject): readonly JsonObject[] =>
  CONDITIONS_BY_PHASE.get(textAt(pod, 'status.phase')) ?? []

/** The columns of a pod's Table after `Name`. */
export const podColumns: readonly Column[] = [
  text('Ready', 'The aggregate readiness state of this pod for accepting traffic.', readyCell),
  text('Status', 'The aggregate status of the containers in this pod.', (pod) => podSummary(pod).word),
  {
    ...text(
      'Restarts',
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
      '',
    ),
    cell: (pod, now) => restartsText(podSummary(pod), now),
  },
  age,
  text(
    'IP',
    'podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.',
    orNone('status.podIP'),
    1,
  ),
  text(
    'Node',
    'NodeName is a request to schedule this pod onto a specific node. If it is non-empty, the scheduler simply schedules this pod onto that node, assuming that it fits resource requirements.',
    orNone('spec.nodeName'),
    1,
  ),
  text(
    'Nominated Node',
    'nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available sooner. Scheduler may also decide to give the resources on this node to a higher priority pod that is created after preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled.',
    orNone('status.nominatedNodeName'),
    1,
  ),
  text(
    'Readiness Gates',
    'If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are ready AND all conditions specified in the readiness gates have status equal to "True" More info: https://git.{domain}/enhancements/keps/sig-network/580-pod-readiness-gates',
    readinessGates,
    1,
  ),
]
