import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { textAt, valueAt } from '../../resources/path.ts'
import type { ContainerRole, Exit } from './outcomes.ts'

/** The status of one container: an entry of `containerStatuses`. */
export type ContainerStatus = JsonObject

/** A container of the spec, with its role in the pod. */
export interface PodContainer {
  readonly container: JsonObject
  readonly name: string
  readonly role: ContainerRole
}

export const isRunning = (status: ContainerStatus | undefined): boolean =>
  status !== undefined && isObject(valueAt(status, 'state.running'))

export const exitCodeOf = (status: ContainerStatus | undefined): number | undefined => {
  const code = status && valueAt(status, 'state.terminated.exitCode')
  return typeof code === 'number' ? code : undefined
}

/** Whether the container is running or has run. */
export const hasRun = (status: ContainerStatus | undefined): boolean =>
  status !== undefined && textAt(status, 'containerID') !== ''

/** The reason of a waiting container; empty in other states. */
export const waitingReason = (status: ContainerStatus): string => textAt(status, 'state.waiting.reason')

/** Whether the next container may start: a sidecar has started, an init container has succeeded. */
export const isInitialized = ({ role }: PodContainer, status: ContainerStatus | undefined): boolean =>
  role === 'sidecar' ? isRunning(status) && status?.['started'] === true : exitCodeOf(status) === 0

/** The status of a container that has not started. */
export const fresh = ({ name, container }: PodContainer, reason: string): ContainerStatus => ({
  name,
  image: textAt(container, 'image'),
  imageID: '',
  state: { waiting: { reason } },
  lastState: {},
  ready: false,
  started: false,
  restartCount: 0,
})

export const waiting = (status: ContainerStatus, reason: string, message: string): ContainerStatus => ({
  ...status,
  state: { waiting: { reason, message } },
  ready: false,
  started: false,
})

/** The terminated state of a running container. @param time the end, formatted */
export function ended(status: ContainerStatus, { exitCode, reason: given, message }: Exit, time: string): JsonObject {
  const startedAt = textAt(status, 'state.running.startedAt')
  const reason = given ?? (exitCode === 0 ? 'Completed' : 'Error')
  const containerID = textAt(status, 'containerID')
  return {
    terminated: {
      exitCode,
      reason,
      ...(message !== undefined && { message }),
      startedAt,
      finishedAt: time,
      containerID,
    },
  }
}

/** The state of a container that had not started before the pod ended. */
const NEVER_RAN = {
  terminated: {
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
    message: 'The container could not be located when the pod was terminated',
    startedAt: null,
    finishedAt: null,
  },
}

/** The status of a container when its pod ends; a container that has ended keeps its status. */
export function stopped(status: ContainerStatus, exitCode: number, time: string): ContainerStatus {
  if (exitCodeOf(status) !== undefined) return status
  const state = isRunning(status) ? ended(status, { exitCode }, time) : NEVER_RAN
  return { ...status, state, ready: false, started: false }
}
