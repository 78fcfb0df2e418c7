import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { transitionTime } from '../../api/condition.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { conditionOf } from '../pod-states.ts'
import {
  exitCodeOf,
  hasRun,
  isInitialized,
  isRunning,
  type PodContainer,
  type ContainerStatus,
} from './container-states.ts'
import { containersOf, isInitContainer } from './pod-draft.ts'

type Statuses = ReadonlyMap<string, ContainerStatus>

/** The phase that follows from the containers, by the rules of the kubelet. */
export function phaseOf(pod: ApiObject, statuses: Statuses): string {
  const policy = textAt(pod, 'spec.restartPolicy')
  const all = containersOf(pod)
  const initial = all.filter(isInitContainer)
  if (policy === 'Never' && initial.some(({ name }) => (exitCodeOf(statuses.get(name)) ?? 0) !== 0)) return 'Failed'
  const apps = all.filter(({ role }) => role === 'app').map(({ name }) => statuses.get(name))
  const hasBegun = apps.some((status) => isRunning(status) || exitCodeOf(status) !== undefined)
  if (!hasBegun && initial.some((one) => !isInitialized(one, statuses.get(one.name)))) return 'Pending'
  const codes = apps.map((status) => exitCodeOf(status) ?? lastExitCode(status))
  if (apps.some((status, index) => !isRunning(status) && codes[index] === undefined)) return 'Pending'
  if (policy === 'Always' || apps.some(isRunning)) return 'Running'
  if (apps.every((status) => exitCodeOf(status) === 0)) return 'Succeeded'
  return policy === 'Never' ? 'Failed' : 'Running'
}

/**
 * The exit code of an earlier run, which counts as a failure (-1); undefined for a container without an earlier run.
 */
const lastExitCode = (status: ContainerStatus | undefined): number | undefined =>
  typeof valueAt(status ?? {}, 'lastState.terminated.exitCode') === 'number' ? -1 : undefined

/** Whether a condition is true, and the reason. */
interface Truth {
  readonly isTrue: boolean
  readonly reason?: string | undefined
  readonly message?: string | undefined
}

const TRUE: Truth = { isTrue: true }

/** The lists of container statuses, in the order of the spec. */
export function statusLists(pod: ApiObject, statuses: Statuses): JsonObject {
  const of = (wanted: (one: PodContainer) => boolean): ContainerStatus[] =>
    containersOf(pod)
      .filter(wanted)
      .flatMap(({ name }): ContainerStatus[] => {
        const status = statuses.get(name)
        return status === undefined ? [] : [status]
      })
  const [initial, ephemeral] = [of(isInitContainer), of(({ role }) => role === 'ephemeral')]
  return {
    ...(initial.length > 0 && { initContainerStatuses: initial }),
    containerStatuses: of(({ role }) => role === 'app'),
    ...(ephemeral.length > 0 && { ephemeralContainerStatuses: ephemeral }),
  }
}

/** The conditions of the kubelet, in the kubelet's order, before the conditions of other writers. */
export function podConditions(pod: ApiObject, statuses: Statuses, phase: string, time: string): JsonObject[] {
  const truths = conditionTruths(pod, statuses, phase)
  const own = Object.entries(truths).map(([type, { isTrue, reason, message }]) => {
    const status = isTrue ? 'True' : 'False'
    return {
      type,
      status,
      lastProbeTime: null,
      lastTransitionTime: transitionTime(conditionOf(pod, type), status, time),
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
    }
  })
  const others = listAt(pod, 'status.conditions')
    .filter(isObject)
    .filter((one) => !(textAt(one, 'type') in truths))
  return [...own, ...others]
}

function conditionTruths(pod: ApiObject, statuses: Statuses, phase: string): Record<string, Truth> {
  const all = containersOf(pod)
  const unready = all.filter(({ role, name }) => isServing(role) && statuses.get(name)?.['ready'] !== true)
  const isMade = [...statuses.values()].some(hasRun)
  const isOver = phase === 'Succeeded' || phase === 'Failed'
  const containersReady = isOver ? over(phase) : unfinished('ContainersNotReady', 'unready', unready)
  return {
    PodReadyToStartContainers: { isTrue: isMade && !isOver },
    Initialized: initialized(all, statuses, phase),
    Ready: containersReady.isTrue ? gatesOpen(pod) : containersReady,
    ContainersReady: containersReady,
    PodScheduled: TRUE,
  }
}

const isServing = (role: PodContainer['role']): boolean => role === 'app' || role === 'sidecar'

const over = (phase: string): Truth => ({ isTrue: false, reason: phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed' })

function initialized(all: readonly PodContainer[], statuses: Statuses, phase: string): Truth {
  if (phase === 'Succeeded') return { isTrue: true, reason: 'PodCompleted' }
  if (phase === 'Running') return TRUE
  const incomplete = all.filter((one) => isInitContainer(one) && !isInitialized(one, statuses.get(one.name)))
  return unfinished('ContainersNotInitialized', 'incomplete', incomplete)
}

function unfinished(reason: string, what: string, containers: readonly PodContainer[]): Truth {
  if (containers.length === 0) return TRUE
  const names = containers.map(({ name }) => name).join(' ')
  return { isTrue: false, reason, message: `containers with ${what} status: [${names}]` }
}

/** Whether all readiness gates are true; other controllers write these conditions. */
function gatesOpen(pod: ApiObject): Truth {
  const closed: string[] = []
  for (const gate of listAt(pod, 'spec.readinessGates').filter(isObject)) {
    const type = textAt(gate, 'conditionType')
    const condition = conditionOf(pod, type)
    if (condition === undefined) {
      closed.push(`corresponding condition of pod readiness gate "${type}" does not exist.`)
    } else if (condition['status'] !== 'True') {
      closed.push(`the status of pod readiness gate "${type}" is not "True", but ${String(condition['status'])}`)
    }
  }
  if (closed.length === 0) return TRUE
  return { isTrue: false, reason: 'ReadinessGatesNotReady', message: closed.join(', ') }
}
