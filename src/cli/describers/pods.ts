import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { annotationLines, labelLines } from '../description.ts'
import { humanDuration } from '../../../worker/api/duration.ts'
import { containersText, seccompText } from './containers.ts'
import type { EventSubject, DescribeContext } from './describer.ts'
import { controllerText, line, longDate, optionalLine } from './fields.ts'
import { spreadText, tolerationsText } from './tolerations.ts'
import { volumesText } from './volumes.ts'

export function podText(pod: ApiObject, { now }: DescribeContext): string {
  const { metadata } = pod
  const spec = objectOrEmpty(pod.spec)
  const status = objectOrEmpty(pod.status)
  const containers = (label: string, field: string, statuses: string): string =>
    containersText(label, spec[field], { indent: '', pod, statuses: status[statuses] })
  const optionalContainers = (label: string, field: string, statuses: string): string =>
    objectsIn(spec[field]).length === 0 ? '' : containers(label, field, statuses)
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    optionalLine('Priority', spec.priority),
    optionalLine('Priority Class Name', spec.priorityClassName),
    optionalLine('Runtime Class Name', spec.runtimeClassName),
    optionalLine('Service Account', spec.serviceAccountName),
    line(
      'Node',
      stringOrEmpty(spec.nodeName) === ''
        ? '<none>'
        : `${stringOrEmpty(spec.nodeName)}/${stringOrEmpty(status.hostIP)}`,
    ),
    status.startTime === undefined ? '' : line('Start Time', longDate(status.startTime)),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    phaseText(pod, now),
    optionalLine('Reason', status.reason),
    optionalLine('Message', status.message),
    seccompText('', spec.securityContext),
    line('IP', stringOrEmpty(status.podIP)),
    addressesText(objectsIn(status.podIPs)),
    optionalLine('Controlled By', controllerText(metadata)),
    optionalLine('NominatedNodeName', status.nominatedNodeName),
    optionalContainers('Init Containers', 'initContainers', 'initContainerStatuses'),
    containers('Containers', 'containers', 'containerStatuses'),
    optionalContainers('Ephemeral Containers', 'ephemeralContainers', 'ephemeralContainerStatuses'),
    gatesText(objectsIn(spec.readinessGates), objectsIn(status.conditions)),
    statesText('Conditions', objectsIn(status.conditions)),
    volumesText('', spec.volumes),
    line('QoS Class', stringOrEmpty(status.qosClass)),
    labelLines('Node-Selectors', spec.nodeSelector),
    tolerationsText('Tolerations', spec.tolerations),
    spreadText('Topology Spread Constraints', spec.topologySpreadConstraints),
  ].join('')
}

function phaseText({ metadata, status }: ApiObject, now: number): string {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata ?? {}
  if (deletionTimestamp === undefined) return line('Status', stringOrEmpty(objectOrEmpty(status).phase))
  return [
    line('Status', `Terminating (lasts ${humanDuration(now - Date.parse(deletionTimestamp))})`),
    line('Termination Grace Period', `${deletionGracePeriodSeconds}s`),
  ].join('')
}

const addressesText = (addresses: readonly JsonObject[]): string =>
  addresses.length === 0
    ? line('IPs', '<none>')
    : `IPs:\n${addresses.map(({ ip }) => line('  IP', stringOrEmpty(ip))).join('')}`

function gatesText(gates: readonly JsonObject[], conditions: readonly JsonObject[]): string {
  const states = gates.map(({ conditionType }) => ({
    type: conditionType,
    status: conditions.find(({ type }) => type === conditionType)?.status ?? '<none>',
  }))
  return statesText('Readiness Gates', states)
}

function statesText(label: string, states: readonly JsonObject[]): string {
  const rows = states.map(({ type, status }) => `  ${stringOrEmpty(type)} \t${stringOrEmpty(status)} \n`)
  return rows.length === 0 ? '' : `${label}:\n  Type\tStatus\n${rows.join('')}`
}

/** The events about a pod may name any kind. The events about a mirror pod name the uid of its static pod. */
export function podEvents({ metadata }: ApiObject): readonly EventSubject[] {
  const mirrored = Object.entries(metadata?.annotations ?? {}).find(([key]) => key.endsWith('/config.mirror'))
  return [{ kind: undefined, uid: mirrored?.[1] ?? metadata?.uid }]
}
