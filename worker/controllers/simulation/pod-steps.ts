import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import { isBeingDeleted, objectAt, timeOf } from '../object-parts.ts'
import { conditionOf, hasFinished } from '../pod-states.ts'
import { environmentFault, mountFault, type Configuration } from './configuration.ts'
import { exitCodeOf, fresh, hasRun, isInitialized, isRunning, stopped, type Contained } from './container-states.ts'
import { containerSteps, type Step } from './container-steps.ts'
import type { OutcomeOf } from './outcomes.ts'
import { containersOf, fieldPathOf, isFirst, statusesOf, type Draft, type Telling } from './pod-draft.ts'
import { phaseOf, podConditions, statusLists } from './pod-status.ts'

/** The time that a container takes to stop after a signal, in milliseconds, within its grace period. */
const STOP_MS = 1000
const TOO_LONG = 'Pod was active on the node longer than the specified deadline'

/** Inputs of a pod's steps besides the pod itself. */
export interface Circumstances {
  readonly outcomeOf: OutcomeOf
  readonly configuration: Configuration
  readonly now: number
}

/** All that a pod on a node of the simulation waits for. */
export function podSteps(pod: ApiObject, circumstances: Circumstances): readonly Step[] {
  const { now } = circumstances
  if (isBeingDeleted(pod)) return stopSteps(pod)
  if (hasFinished(pod)) return []
  const startedAt = timeOf(textAt(pod, 'status.startTime'))
  if (startedAt === undefined) return [{ mark: 'bound', after: 0, take: accept }]
  return [...deadlineSteps(pod, startedAt, now), ...gateSteps(pod, now), ...runSteps(pod, circumstances)]
}

function accept({ said, time }: Draft): void {
  said['startTime'] = time
}

function stopSteps(pod: ApiObject): readonly Step[] {
  const seconds = numberAt(pod, 'metadata.deletionGracePeriodSeconds')
  // Only finalizers still hold the pod: its status needs no change.
  if (hasFinished(pod)) return seconds > 0 ? [{ mark: 'stopped', after: 0, take: () => undefined }] : []
  const statuses = statusesOf(pod)
  const begin = containersOf(pod)
    .filter(({ name }) => isRunning(statuses.get(name)))
    .map((one): Telling => {
      const message = `Stopping container ${one.name}`
      return { type: 'Normal', reason: 'Killing', message, fieldPath: fieldPathOf(one) }
    })
  const after = begin.length > 0 ? Math.min(seconds * 1000, STOP_MS) : 0
  return [{ mark: 'stopping', after, begin, take: stop }]
}

function stop(draft: Draft): void {
  stopAll(draft, 0)
  const apps = containersOf(draft.pod).filter(({ role }) => role === 'app')
  const isWell = apps.every(({ name }) => exitCodeOf(draft.statuses.get(name)) === 0)
  draft.said['phase'] = isWell ? 'Succeeded' : 'Failed'
}

function stopAll({ pod, statuses, time }: Draft, exitCode: number): void {
  for (const { name } of containersOf(pod)) statuses.set(name, stopped(statuses.get(name) ?? {}, exitCode, time))
}

function deadlineSteps(pod: ApiObject, startedAt: number, now: number): readonly Step[] {
  const seconds = numberAt(pod, 'spec.activeDeadlineSeconds')
  if (seconds === 0) return []
  const take = (draft: Draft): void => {
    draft.told.push({ type: 'Normal', reason: 'DeadlineExceeded', message: TOO_LONG })
    Object.assign(draft.said, { phase: 'Failed', reason: 'DeadlineExceeded', message: TOO_LONG })
    stopAll(draft, 137)
  }
  return [{ mark: 'deadline', after: startedAt + seconds * 1000 - now, take }]
}

/** Another writer changed a readiness gate. */
function gateSteps(pod: ApiObject, now: number): readonly Step[] {
  if (listAt(pod, 'spec.readinessGates').length === 0) return []
  const conditions = podConditions(pod, statusesOf(pod), textAt(pod, 'status.phase'), formatTime(now))
  const ready = conditions.find(({ type }) => type === 'Ready')
  const before = conditionOf(pod, 'Ready')
  const isSame = ready?.['status'] === before?.['status'] && ready?.['message'] === before?.['message']
  return isSame ? [] : [{ mark: 'gates', after: 0, take: () => undefined }]
}

/** Nothing is made before all volumes are there. */
function runSteps(pod: ApiObject, circumstances: Circumstances): readonly Step[] {
  const hasBegun = textAt(pod, 'status.podIP') !== ''
  const message = hasBegun ? undefined : mountFault(pod, circumstances.configuration)
  if (message === undefined) return turns(pod, circumstances)
  const begin: Telling = { type: 'Warning', reason: 'FailedMount', message }
  return [{ mark: message, after: Infinity, begin: [begin], take: () => undefined }]
}

/** One init container after the other, then all others; sidecars meanwhile. */
function turns(pod: ApiObject, { outcomeOf, configuration }: Circumstances): readonly Step[] {
  const statuses = withAll(pod)
  const hasBegun = containersOf(pod).some((one) => one.role === 'app' && hasRun(statuses.get(one.name)))
  const steps: Step[] = []
  for (const one of containersOf(pod)) {
    const status = statuses.get(one.name) ?? {}
    const outcome = outcomeOf(pod, one.name, one.role)
    const fault = environmentFault(pod, one.container, configuration)
    steps.push(...containerSteps(one, status, { outcome, policy: policyOf(pod, one), fault }))
    if (!hasBegun && isFirst(one) && !isInitialized(one, status)) break
  }
  return steps
}

function policyOf(pod: ApiObject, { role }: Contained): string {
  if (role === 'sidecar') return 'Always'
  if (role === 'ephemeral') return 'Never'
  const policy = textAt(pod, 'spec.restartPolicy')
  return role === 'init' && policy === 'Always' ? 'OnFailure' : policy
}

/** Those included of which the pod says nothing yet. */
function withAll(pod: ApiObject): ReturnType<typeof statusesOf> {
  const statuses = statusesOf(pod)
  const all = containersOf(pod)
  const reason = all.some(isFirst) ? 'PodInitializing' : 'ContainerCreating'
  for (const one of all) if (!statuses.has(one.name)) statuses.set(one.name, fresh(one, reason))
  return statuses
}

/** The addresses of a pod and its host in the pod status. */
export interface Whereabouts {
  /** Empty when the node has no address. */
  readonly hostIP: string
  /** Taken when the pod first needs one. */
  readonly podIP: () => string
}

export interface Deed {
  readonly status: JsonObject
  readonly told: readonly Telling[]
}

/** The status after these steps. */
export function take(
  pod: ApiObject,
  steps: readonly Step[],
  { now, newId, where }: { readonly now: number; readonly newId: () => string; readonly where: Whereabouts },
): Deed {
  const time = formatTime(now)
  const statuses = withAll(pod)
  const draft: Draft = { pod, time, statuses, told: [], said: {}, newId }
  for (const step of steps) step.take(draft)
  const phase = textAt(draft.said, 'phase') || phaseOf(pod, statuses)
  if (phase === 'Succeeded' || phase === 'Failed') {
    for (const [name, status] of statuses) if (isRunning(status)) statuses.set(name, stopped(status, 0, time))
  }
  const before = objectAt(pod, 'status')
  const status = {
    ...before,
    ...draft.said,
    phase,
    conditions: podConditions(pod, statuses, phase, time),
    ...addresses(pod, statuses, where),
    ...statusLists(pod, statuses),
  }
  return { status, told: draft.told }
}

function addresses(pod: ApiObject, statuses: Draft['statuses'], { hostIP, podIP }: Whereabouts): JsonObject {
  const host = hostIP === '' ? {} : { hostIP, hostIPs: [{ ip: hostIP }] }
  if (textAt(pod, 'status.podIP') !== '') return host
  const isOnHost = hostIP !== '' && valueAt(pod, 'spec.hostNetwork') === true
  if (!isOnHost && ![...statuses.values()].some(hasRun)) return host
  const ip = isOnHost ? hostIP : podIP()
  return { ...host, podIP: ip, podIPs: [{ ip }] }
}
