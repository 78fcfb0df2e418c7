import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { numberAt, textAt, valueAt } from '../../resources/path.ts'
import type { ApiObject } from '../../api/object.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import {
  ended,
  isRunning,
  waiting,
  waitingReason,
  type PodContainer,
  type ContainerStatus,
} from './container-states.ts'
import { imageFault, wholeName } from './image-names.ts'
import type { Exit, Outcome } from './outcomes.ts'
import { fieldPathOf, type Draft, type PodEvent } from './pod-draft.ts'
import { formatDuration } from '../../api/duration.ts'

/** The next action of the kubelet for a pod or one of its containers. */
export interface Step {
  /** Names the awaited state. The wait continues while the key stays the same. */
  readonly waitKey: string
  /** Milliseconds from the beginning of the state to the step. */
  readonly after: number
  /** Events that are recorded when the wait begins. */
  readonly startEvents?: readonly PodEvent[]
  readonly apply: (draft: Draft) => void
}

/** The time that a container takes to start, in milliseconds: long enough for a user to see the waiting state. */
export const START_MS = 500
/** The time from `ErrImagePull` to `ImagePullBackOff`, in milliseconds. */
const BACK_OFF_MS = 1000
const CONFIG_ERROR = 'CreateContainerConfigError'
/** The bounds of the back-off between restarts, as in the kubelet. */
const FIRST_RESTART_SECONDS = 10
const LAST_RESTART_SECONDS = 300

/** The inputs that decide the next step of a container. */
export interface ContainerPlan {
  readonly outcome: Outcome
  /** The restart policy of this container. */
  readonly policy: string
  /** The reason why the container cannot be created; undefined when it can. */
  readonly fault: string | undefined
}

/** The next kubelet actions for a container that may run now. */
export function containerSteps(contained: PodContainer, status: ContainerStatus, plan: ContainerPlan): readonly Step[] {
  const { outcome, policy } = plan
  const restarts = numberAt(status, 'restartCount')
  const run = `${contained.name} ${restarts}`
  if (!isRunning(status)) return waitingReason(status) === '' ? [] : startSteps(contained, status, plan)
  const image = textAt(contained.container, 'image')
  if (imageFault(image) === undefined && wholeName(image) !== status['image']) {
    return [{ waitKey: `${run} changed`, after: START_MS, apply: (draft) => replace(draft, contained, outcome) }]
  }
  if (!outcome.isPulled) {
    // The annotation of the pod changed while the container ran.
    return [{ waitKey: `${run} lost`, after: START_MS, apply: (draft) => loseImage(draft, contained, image) }]
  }
  const steps = readySteps(contained, status, outcome, run)
  const { end } = outcome
  if (end === undefined) return steps
  const apply = (draft: Draft): void => {
    if (end.unhealthy !== undefined) recordUnhealthy(draft, contained, end.unhealthy)
    finish(draft, contained, { outcome, policy, exit: end })
  }
  return [...steps, { waitKey: `${run} running`, after: end.after, apply }]
}

function startSteps(contained: PodContainer, status: ContainerStatus, plan: ContainerPlan): readonly Step[] {
  const { outcome, fault } = plan
  const { name, container } = contained
  const image = textAt(container, 'image')
  const reason = waitingReason(status)
  const isSameImage = status['image'] === image
  const step = (after: number, apply: Step['apply']): readonly Step[] => [
    { waitKey: `${name} ${reason} ${image}`, after, apply },
  ]
  const nameFault = imageFault(image)
  if (nameFault !== undefined) {
    if (reason === 'InvalidImageName' && isSameImage) return []
    return step(0, (draft) => {
      warn(draft, contained, 'InspectFailed', nameFault)
      fail(draft, contained, { reason: 'InvalidImageName', message: nameFault })
    })
  }
  if (!outcome.isPulled) {
    if (reason === 'ImagePullBackOff' && isSameImage) return []
    if (reason !== 'ErrImagePull' || !isSameImage) return step(START_MS, (draft) => failPull(draft, contained, image))
    const message = `Back-off pulling image "${image}"`
    return step(BACK_OFF_MS, (draft) => {
      record(draft, contained, 'BackOff', message)
      fail(draft, contained, { reason: 'ImagePullBackOff', message })
    })
  }
  if (fault !== undefined) {
    if (reason === CONFIG_ERROR && textAt(status, 'state.waiting.message') === fault) return []
    return step(START_MS, (draft) => {
      recordPull(draft, contained, image)
      fail(draft, contained, { reason: CONFIG_ERROR, message: fault, eventText: fault })
    })
  }
  const isBackingOff = reason === 'CrashLoopBackOff'
  const seconds = isBackingOff ? backOff(numberAt(status, 'restartCount')) : 0
  return step(isBackingOff ? seconds * 1000 : START_MS, (draft) =>
    start(draft, contained, outcome, isBackingOff ? numberAt(status, 'restartCount') + 1 : 0),
  )
}

function readySteps(contained: PodContainer, status: ContainerStatus, outcome: Outcome, run: string): readonly Step[] {
  if (contained.role === 'init' || contained.role === 'ephemeral') return []
  const set = (change: JsonObject) => (draft: Draft) =>
    void draft.statuses.set(contained.name, { ...draft.statuses.get(contained.name), ...change })
  const readiness = valueAt(contained.container, 'readinessProbe')
  if (status['started'] !== true) {
    const after = probeDelay(valueAt(contained.container, 'startupProbe'))
    const ready = readiness === undefined && isReadyAtStart(outcome)
    return [{ waitKey: `${run} unstarted`, after, apply: set({ started: true, ready }) }]
  }
  const isReady = status['ready'] === true
  if (isReady && !outcome.isReady) return [{ waitKey: `${run} ready`, after: START_MS, apply: set({ ready: false }) }]
  if (isReady || !outcome.isReady) return []
  const { readyAfter = probeDelay(readiness) } = outcome
  return readyAfter === Infinity ? [] : [{ waitKey: `${run} unready`, after: readyAfter, apply: set({ ready: true }) }]
}

/** Whether a container without a readiness probe is ready as soon as it runs. */
const isReadyAtStart = ({ isReady, readyAfter }: Outcome): boolean => isReady && readyAfter === undefined

function recordUnhealthy(draft: Draft, contained: PodContainer, output: string): void {
  warn(draft, contained, 'Unhealthy', `Liveness probe failed: ${output}`)
  record(draft, contained, 'Killing', `Container ${contained.name} failed liveness probe, will be restarted`)
}

const probeDelay = (probe: Json | undefined): number =>
  isObject(probe) ? numberAt(probe, 'initialDelaySeconds') * 1000 : 0

function record({ events }: Draft, contained: PodContainer, reason: string, message: string): void {
  events.push({ type: 'Normal', reason, message, fieldPath: fieldPathOf(contained) })
}

function warn({ events }: Draft, contained: PodContainer, reason: string, message: string): void {
  events.push({ type: 'Warning', reason, message, fieldPath: fieldPathOf(contained) })
}

interface ContainerFailure {
  readonly reason: string
  readonly message: string
  /** The text of the event; the reason by default. */
  readonly eventText?: string
}

function fail(draft: Draft, contained: PodContainer, { reason, message, eventText = reason }: ContainerFailure): void {
  warn(draft, contained, 'Failed', `Error: ${eventText}`)
  const image = textAt(contained.container, 'image')
  draft.statuses.set(contained.name, { ...waiting(draft.statuses.get(contained.name) ?? {}, reason, message), image })
}

function failPull(draft: Draft, contained: PodContainer, image: string): void {
  const whole = wholeName(image)
  const missing = `failed to resolve reference "${whole}": ${whole}: not found`
  const message = `rpc error: code = NotFound desc = failed to pull and unpack image "${whole}": ${missing}`
  record(draft, contained, 'Pulling', `Pulling image "${image}"`)
  warn(draft, contained, 'Failed', `Failed to pull image "${image}": ${message}`)
  fail(draft, contained, { reason: 'ErrImagePull', message })
}

function start(draft: Draft, contained: PodContainer, outcome: Outcome, restartCount: number): void {
  const { container, name, role } = contained
  const image = textAt(container, 'image')
  recordPull(draft, contained, image)
  record(draft, contained, 'Created', `Created container ${name}`)
  record(draft, contained, 'Started', `Started container ${name}`)
  const isProbed = 'readinessProbe' in container
  const started = !('startupProbe' in container)
  if (isProbed && !outcome.isReady) {
    warn(draft, contained, 'Unhealthy', 'Readiness probe failed: the pod asks for it by its annotation')
  }
  if (outcome.readyAfter === Infinity) warn(draft, contained, 'Unhealthy', 'Readiness probe failed: ')
  draft.statuses.set(name, {
    ...draft.statuses.get(name),
    image: wholeName(image),
    imageID: `simulated://${wholeName(image)}`,
    containerID: `simulated://${draft.newId()}`,
    state: { running: { startedAt: draft.time } },
    started,
    ready: started && !isProbed && isReadyAtStart(outcome) && role !== 'init' && role !== 'ephemeral',
    restartCount,
  })
}

/** Records the events of a pull. Every image is present; `imagePullPolicy: Always` pulls it again. */
function recordPull(draft: Draft, contained: PodContainer, image: string): void {
  if (contained.container['imagePullPolicy'] !== 'Always') {
    return record(draft, contained, 'Pulled', `Container image "${image}" already present on machine`)
  }
  const took = `${START_MS}ms (${START_MS}ms including waiting)`
  record(draft, contained, 'Pulling', `Pulling image "${image}"`)
  record(draft, contained, 'Pulled', `Successfully pulled image "${image}" in ${took}. Image size: 0 bytes.`)
}

/** Ends a running container, whose next start cannot pull the image. */
function loseImage(draft: Draft, contained: PodContainer, image: string): void {
  const status = draft.statuses.get(contained.name) ?? {}
  record(draft, contained, 'Killing', `Container ${contained.name} definition changed, will be restarted`)
  draft.statuses.set(contained.name, { ...status, lastState: ended(status, { exitCode: 0 }, draft.time) })
  failPull(draft, contained, image)
}

function replace(draft: Draft, contained: PodContainer, outcome: Outcome): void {
  const { name } = contained
  const status = draft.statuses.get(name) ?? {}
  const message = `Container ${name} definition changed, will be restarted`
  record(draft, contained, 'Killing', message)
  draft.statuses.set(name, { ...status, lastState: ended(status, { exitCode: 0 }, draft.time) })
  start(draft, contained, outcome, numberAt(status, 'restartCount') + 1)
}

/** Ends a container. The first restart follows at once, as in the kubelet; later ones wait for the back-off. */
function finish(
  draft: Draft,
  contained: PodContainer,
  { outcome, policy, exit }: { readonly outcome: Outcome; readonly policy: string; readonly exit: Exit },
): void {
  const { name, role } = contained
  const status = draft.statuses.get(name) ?? {}
  const { exitCode } = exit
  const state = ended(status, exit, draft.time)
  const restartCount = numberAt(status, 'restartCount')
  const isRestarted = policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0)
  if (!isRestarted) {
    draft.statuses.set(name, { ...status, state, ready: role === 'init' && exitCode === 0, started: false })
  } else if (restartCount === 0) {
    draft.statuses.set(name, { ...status, lastState: state })
    start(draft, contained, outcome, 1)
  } else {
    const where = podText(draft.pod)
    const seconds = formatDuration(BigInt(backOff(restartCount)) * 1_000_000_000n)
    const message = `back-off ${seconds} restarting failed container=${name} pod=${where}`
    warn(draft, contained, 'BackOff', `Back-off restarting failed container ${name} in pod ${where}`)
    draft.statuses.set(name, { ...waiting(status, 'CrashLoopBackOff', message), lastState: state })
  }
}

function podText(pod: ApiObject): string {
  const { namespace, name } = namespacedName(pod)
  return `${name}_${namespace}(${pod.metadata?.uid ?? ''})`
}

/** Seconds before a restart. The delay doubles each time, up to a bound. */
const backOff = (restarts: number): number =>
  Math.min(FIRST_RESTART_SECONDS * 2 ** Math.max(0, restarts - 1), LAST_RESTART_SECONDS)
