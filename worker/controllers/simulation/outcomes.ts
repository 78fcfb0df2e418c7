import { boundedNumber } from '../../api/numbers.ts'
import type { SimulationRules } from '../../api/cluster-settings.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { isObject, type JsonObject } from '../../api/json.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { OutcomeWord } from './outcome-words.ts'
import { isMissingImage } from './image-tags.ts'
import { fitsPattern } from './pattern.ts'

export interface Exit {
  readonly exitCode: number
  /** Default: `Completed` or `Error`. */
  readonly reason?: string
  /** The termination message. */
  readonly message?: string
}

/** The simulated course of a container: whether its image can be pulled, whether and when it is ready, and how it ends. */
export interface Outcome {
  readonly isPulled: boolean
  readonly isReady: boolean
  /** The exit, in milliseconds after the start; undefined when the container does not end. */
  readonly end?: Exit & {
    readonly after: number
    /** The output of the liveness probe that ends the container. */
    readonly unhealthy?: string
  }
  /** Milliseconds from the start to the first success of the readiness probe; Infinity means never. Default: the delay of the probe. */
  readonly readyAfter?: number
}

/** The default run time of a container that ends, in milliseconds. */
const RUN_MS = 2000
/** The run time of an init container, and of a container that crashes, in milliseconds. */
const MOMENT_MS = 500
/** The time until a container with a slow start is ready, in milliseconds. */
const SLOW_MS = 30_000

const RUN: Outcome = { isPulled: true, isReady: true }
const SUCCEED: Outcome = { ...RUN, end: { after: RUN_MS, exitCode: 0 } }
const PREPARE: Outcome = { ...RUN, end: { after: MOMENT_MS, exitCode: 0 } }

/** The outcomes by the value of the annotation. */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map<OutcomeWord, Outcome>([
  ['run', RUN],
  ['succeed', SUCCEED],
  ['fail', { ...RUN, end: { after: RUN_MS, exitCode: 1 } }],
  ['crash', { ...RUN, end: { after: MOMENT_MS, exitCode: 1 } }],
  ['out-of-memory', { ...RUN, end: { after: RUN_MS, exitCode: 137, reason: 'OOMKilled' } }],
  ['unready', { ...RUN, isReady: false }],
  ['slow-start', { ...RUN, readyAfter: SLOW_MS }],
  ['never-pulled', { ...RUN, isPulled: false }],
])

export type ContainerRole = 'init' | 'sidecar' | 'app' | 'ephemeral'

/** The end and readiness of a container as its command decides them; undefined when the model does not know the command. */
export type CommandOutcomeOf = (pod: ApiObject, container: JsonObject) => CommandOutcome | undefined

/** The part of an outcome that a command decides. */
export interface CommandOutcome extends Pick<Outcome, 'end' | 'readyAfter'> {
  /** Whether the end of the container is known; otherwise only the readiness is. */
  readonly isRunKnown: boolean
}

export type OutcomeOf = (pod: ApiObject, container: string, role: ContainerRole) => Outcome

/** A word of `OUTCOMES`, and the run time. */
interface Planned {
  readonly outcome?: string | undefined
  readonly seconds?: number | undefined
}

/**
 * The outcome of a container. Annotations of its pod decide first: `simulated.{domain}/outcome` for all app containers,
 * `simulated.{domain}/outcome.NAME` for one container of any role, and `simulated.{domain}/seconds` for the run time. Then
 * the rules of the cluster decide, then its image and its command.
 */
export function outcomes(
  dialect: Dialect,
  rules: SimulationRules = {},
  commandOutcomeOf: CommandOutcomeOf = () => undefined,
): OutcomeOf {
  const outcome = dialect.spell('simulated.{domain}/outcome')
  const seconds = dialect.spell('simulated.{domain}/seconds')
  return (pod, container, role) => {
    const annotations = pod.metadata?.annotations ?? {}
    const word = annotations[`${outcome}.${container}`] ?? (role === 'app' ? annotations[outcome] : undefined)
    const rule: Planned = word === undefined ? ruleOf(rules, pod, container, role) : { outcome: word }
    const planned = OUTCOMES.get(rule.outcome ?? '') ?? ownOutcome(pod, container, role, commandOutcomeOf)
    const after = boundedNumber(annotations[seconds] ?? rule.seconds) * 1000
    return planned.end === undefined || role === 'init' || !(after >= 0)
      ? planned
      : { ...planned, end: { ...planned.end, after } }
  }
}

/** The fields of a pod spec that list containers. */
export const CONTAINER_FIELDS: Readonly<Record<ContainerRole, string>> = {
  init: 'initContainers',
  sidecar: 'initContainers',
  app: 'containers',
  ephemeral: 'ephemeralContainers',
}

function ruleOf(
  { images = [], failures = [] }: SimulationRules,
  pod: ApiObject,
  name: string,
  role: ContainerRole,
): Planned {
  if (images.length === 0 && failures.length === 0) return {}
  const { namespace, name: podName } = namespacedName(pod)
  const failure = failures.find(
    ({ pods, container, times = Infinity }) =>
      fitsPattern(pods, `${namespace}/${podName}`) &&
      (container === undefined ? role !== 'init' : container === name) &&
      restartsOf(pod, name) < times,
  )
  if (failure !== undefined) return failure
  const image = textAt(named(pod, `spec.${CONTAINER_FIELDS[role]}`, name), 'image')
  return images.find((rule) => fitsPattern(rule.image, image)) ?? {}
}

function restartsOf(pod: ApiObject, container: string): number {
  const lists = ['status.containerStatuses', 'status.initContainerStatuses']
  return boundedNumber(lists.map((path) => named(pod, path, container)['restartCount']).find(Boolean) ?? 0)
}

const named = (pod: ApiObject, path: string, name: string): JsonObject =>
  listAt(pod, path)
    .filter(isObject)
    .find((one) => one['name'] === name) ?? {}

/** The outcome without annotation and rule. */
function ownOutcome(pod: ApiObject, name: string, role: ContainerRole, commandOutcomeOf: CommandOutcomeOf): Outcome {
  const container = named(pod, `spec.${CONTAINER_FIELDS[role]}`, name)
  if (isMissingImage(textAt(container, 'image'))) return { ...RUN, isPulled: false }
  const { isRunKnown = false, ...commandOutcome } = commandOutcomeOf(pod, container) ?? {}
  return { ...(isRunKnown ? RUN : defaultOutcome(pod, role)), ...commandOutcome }
}

/** The outcome of an unknown command: a container that is always restarted keeps running. */
function defaultOutcome(pod: ApiObject, role: ContainerRole): Outcome {
  if (role === 'init') return PREPARE
  return role !== 'app' || textAt(pod, 'spec.restartPolicy') === 'Always' ? RUN : SUCCEED
}
