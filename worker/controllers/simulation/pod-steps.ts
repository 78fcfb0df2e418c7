import { durationOf } from '../../api/int64.ts'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { integerAt, listAt, textAt, valueAt } from '../../resources/path.ts'
import { isBeingDeleted, objectAt, timeOf } from '../object-parts.ts'
import { conditionOf, hasFinished } from '../pod-states.ts'
import { mountFault, type Configuration } from './configuration.ts'
import { exitCodeOf, fresh, hasRun, isInitialized, isRunning, stopped, type PodContainer } from './container-states.ts'
import { containerSteps, type Step } from './container-steps.ts'
import type { Rejection } from './node-admission.ts'
import type { OutcomeOf } from './outcomes.ts'
import { containersOf, fieldPathOf, isInitContainer, statusesOf, type Draft, type PodEvent } from './pod-draft.ts'
import { phaseOf, podConditions, statusLists } from './pod-status.ts'

/** The time that a container takes to stop after a signal, in milliseconds, within its grace period. */
const STOP_MS = 1000
const TOO_LONG = 'Pod was active on the node longer than the specified deadline'

/** Inputs of a pod's steps besides the pod itself. */
export interface StepInputs {
  readonly outcomeOf: OutcomeOf
  readonly configuration: Configuration
  /** Why a container cannot be created; undefined when it can. */
  readonly containerFault: (pod: ApiObject, container: JsonObject) => string | undefined
  /** Why the node does not accept the pod; undefined when it does. */
  readonly rejection: (pod: ApiObject) => Rejection | undefined
  readonly now: number
}

/** The steps that a pod on a simulated node waits for. */
export function podSteps(pod: ApiObject, inputs: StepInputs): readonly Step[] {
  const { now } = inputs
  if (isBeingDeleted(pod)) return stopSteps(pod)
  if (hasFinished(pod)) return []
  const startedAt = timeOf(textAt(pod, 'status.startTime'))
  if (startedAt === undefined) {
    const rejection = inputs.rejection(pod)
    return [{ waitKey: 'bound', after: 0, apply: rejection === undefined ? accept : reject(rejection) }]
  }
  return [...deadlineSteps(pod, startedAt, now), ...gateSteps(pod, now), ...runSteps(pod, inputs)]
}

function accept({ changes, time }: Draft): void {
  changes['startTime'] = time
}

const reject =
  ({ reason, message }: Rejection) =>
  ({ changes, events }: Draft): void => {
    Object.assign(changes, { phase: 'Failed', reason, message: `Pod was rejected: ${message}` })
    events.push({ type: 'Warning', reason, message })
  }

function stopSteps(pod: ApiObject): readonly Step[] {
  const seconds = integerAt(pod, 'metadata.deletionGracePeriodSeconds')
  // Only finalizers keep the pod, so its status does not change.
  if (hasFinished(pod)) return seconds > 0 ? [{ waitKey: 'stopped', after: 0, apply: () => undefined }] : []
  const statuses = statusesOf(pod)
  const begin = containersOf(pod)
    .filter(({ name }) => isRunning(statuses.get(name)))
    .map((one): PodEvent => {
      const message = `Stopping container ${one.name}`
      return { type: 'Normal', reason: 'Killing', message, fieldPath: fieldPathOf(one) }
    })
  const after = begin.length > 0 ? Math.min(durationOf(seconds), STOP_MS) : 0
  return [{ waitKey: 'stopping', after, startEvents: begin, apply: stop }]
}

function stop(draft: Draft): void {
  stopAll(draft, 0)
  const apps = containersOf(draft.pod).filter(({ role }) => role === 'app')
  const isWell = apps.every(({ name }) => exitCodeOf(draft.statuses.get(name)) === 0)
  draft.changes['phase'] = isWell ? 'Succeeded' : 'Failed'
}

function stopAll({ pod, statuses, time }: Draft, exitCode: number): void {
  for (const { name } of containersOf(pod)) statuses.set(name, stopped(statuses.get(name) ?? {}, exitCode, time))
}

function deadlineSteps(pod: ApiObject, startedAt: number, now: number): readonly Step[] {
  const seconds = integerAt(pod, 'spec.activeDeadlineSeconds')
  if (seconds === 0) return []
  const apply = (draft: Draft): void => {
    draft.events.push({ type: 'Normal', reason: 'DeadlineExceeded', message: TOO_LONG })
    Object.assign(draft.changes, { phase: 'Failed', reason: 'DeadlineExceeded', message: TOO_LONG })
    stopAll(draft, 137)
  }
  return [{ waitKey: 'deadline', after: startedAt + durationOf(seconds) - now, apply }]
}

/** The step that updates the conditions after another writer has changed a readiness gate. */
function gateSteps(pod: ApiObject, now: number): readonly Step[] {
  if (listAt(pod, 'spec.readinessGates').length === 0) return []
  const conditions = podConditions(pod, statusesOf(pod), textAt(pod, 'status.phase'), formatTime(now))
  const ready = conditions.find(({ type }) => type === 'Ready')
  const before = conditionOf(pod, 'Ready')
  const isSame = ready?.['status'] === before?.['status'] && ready?.['message'] === before?.['message']
  return isSame ? [] : [{ waitKey: 'gates', after: 0, apply: () => undefined }]
}

/** The steps of the containers. No container starts before all volumes are mounted. */
function runSteps(pod: ApiObject, inputs: StepInputs): readonly Step[] {
  const hasBegun = textAt(pod, 'status.podIP') !== ''
  const message = hasBegun ? undefined : mountFault(pod, inputs.configuration)
  if (message === undefined) return containerStepsInOrder(pod, inputs)
  const begin: PodEvent = { type: 'Warning', reason: 'FailedMount', message }
  return [{ waitKey: message, after: Infinity, startEvents: [begin], apply: () => undefined }]
}

/** Steps of the init containers one after the other, then of all other containers; sidecars run meanwhile. */
function containerStepsInOrder(pod: ApiObject, { outcomeOf, containerFault }: StepInputs): readonly Step[] {
  const statuses = allStatuses(pod)
  const hasBegun = containersOf(pod).some((one) => one.role === 'app' && hasRun(statuses.get(one.name)))
  const steps: Step[] = []
  for (const one of containersOf(pod)) {
    const status = statuses.get(one.name) ?? {}
    const outcome = outcomeOf(pod, one.name, one.role)
    const fault = containerFault(pod, one.container)
    steps.push(...containerSteps(one, status, { outcome, policy: policyOf(pod, one), fault }))
    if (!hasBegun && isInitContainer(one) && !isInitialized(one, status)) break
  }
  return steps
}

function policyOf(pod: ApiObject, { role }: PodContainer): string {
  if (role === 'sidecar') return 'Always'
  if (role === 'ephemeral') return 'Never'
  const policy = textAt(pod, 'spec.restartPolicy')
  return role === 'init' && policy === 'Always' ? 'OnFailure' : policy
}

/** The statuses of all containers, including those that the pod status does not contain yet. */
function allStatuses(pod: ApiObject): ReturnType<typeof statusesOf> {
  const statuses = statusesOf(pod)
  const all = containersOf(pod)
  const reason = all.some(isInitContainer) ? 'PodInitializing' : 'ContainerCreating'
  for (const one of all) if (!statuses.has(one.name)) statuses.set(one.name, fresh(one, reason))
  return statuses
}

/** The addresses of a pod and of its node, for the pod status. */
export interface PodHost {
  /** The address of the node; empty when the node has no address. */
  readonly hostIP: string
  /** Allocates the address of the pod on the first call. */
  readonly podIP: () => string
}

export interface StepResult {
  readonly status: JsonObject
  readonly events: readonly PodEvent[]
}

/** Applies steps and returns the new status and events of the pod. */
export function applySteps(
  pod: ApiObject,
  steps: readonly Step[],
  { now, newId, where }: { readonly now: number; readonly newId: () => string; readonly where: PodHost },
): StepResult {
  const time = formatTime(now)
  const statuses = allStatuses(pod)
  const draft: Draft = { pod, time, statuses, events: [], changes: {}, newId }
  for (const step of steps) step.apply(draft)
  const phase = textAt(draft.changes, 'phase') || phaseOf(pod, statuses)
  if (phase === 'Succeeded' || phase === 'Failed') {
    for (const [name, status] of statuses) if (isRunning(status)) statuses.set(name, stopped(status, 0, time))
  }
  const before = objectAt(pod, 'status')
  // Nothing else fails a pod that has not started. A kubelet writes neither conditions nor containers of a rejected pod.
  if (phase === 'Failed' && textAt(before, 'startTime') === '' && !isBeingDeleted(pod))
    return { status: { ...before, ...draft.changes, startTime: time }, events: draft.events }
  const status = {
    ...before,
    ...draft.changes,
    phase,
    conditions: podConditions(pod, statuses, phase, time),
    ...addresses(pod, statuses, where),
    ...statusLists(pod, statuses),
  }
  return { status, events: draft.events }
}

function addresses(pod: ApiObject, statuses: Draft['statuses'], { hostIP, podIP }: PodHost): JsonObject {
  const host = hostIP === '' ? {} : { hostIP, hostIPs: [{ ip: hostIP }] }
  if (textAt(pod, 'status.podIP') !== '') return host
  const isOnHost = hostIP !== '' && valueAt(pod, 'spec.hostNetwork') === true
  if (!isOnHost && ![...statuses.values()].some(hasRun)) return host
  const ip = isOnHost ? hostIP : podIP()
  return { ...host, podIP: ip, podIPs: [{ ip }] }
}
