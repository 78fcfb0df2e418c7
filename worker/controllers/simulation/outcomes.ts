import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { textAt } from '../../resources/path.ts'

export interface Exit {
  readonly exitCode: number
  /** Default: `Completed` or `Error`. */
  readonly reason?: string
}

/** The simulated end of a container. */
export interface Outcome {
  readonly isPulled: boolean
  readonly isReady: boolean
  /** The exit, in milliseconds after the start; undefined when the container does not end. */
  readonly end?: Exit & { readonly after: number }
}

/** The default run time of a container that ends, in milliseconds. */
const RUN_MS = 2000
const MOMENT_MS = 500

const RUN: Outcome = { isPulled: true, isReady: true }
const SUCCEED: Outcome = { ...RUN, end: { after: RUN_MS, exitCode: 0 } }
const PREPARE: Outcome = { ...RUN, end: { after: MOMENT_MS, exitCode: 0 } }

/** The outcomes by the value of the annotation. */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ['run', RUN],
  ['succeed', SUCCEED],
  ['fail', { ...RUN, end: { after: RUN_MS, exitCode: 1 } }],
  ['crash', { ...RUN, end: { after: MOMENT_MS, exitCode: 1 } }],
  ['out-of-memory', { ...RUN, end: { after: RUN_MS, exitCode: 137, reason: 'OOMKilled' } }],
  ['unready', { ...RUN, isReady: false }],
  ['never-pulled', { ...RUN, isPulled: false }],
])

export type ContainerRole = 'init' | 'sidecar' | 'app' | 'ephemeral'

export type OutcomeOf = (pod: ApiObject, container: string, role: ContainerRole) => Outcome

/**
 * Reads the outcome of a container from annotations of its pod: `simulated.{domain}/outcome` for all app containers,
 * `simulated.{domain}/outcome.NAME` for one container of any role, and `simulated.{domain}/seconds` for the run time.
 */
export function outcomes(dialect: Dialect): OutcomeOf {
  const outcome = dialect.spell('simulated.{domain}/outcome')
  const seconds = dialect.spell('simulated.{domain}/seconds')
  return (pod, container, role) => {
    const annotations = pod.metadata?.annotations ?? {}
    const word = annotations[`${outcome}.${container}`] ?? (role === 'app' ? annotations[outcome] : undefined)
    const planned = OUTCOMES.get(word ?? '') ?? defaultOutcome(pod, role)
    const after = Number(annotations[seconds]) * 1000
    return planned.end === undefined || role === 'init' || !(after >= 0)
      ? planned
      : { ...planned, end: { ...planned.end, after } }
  }
}

/** The outcome without an annotation: a container that is always restarted keeps running. */
function defaultOutcome(pod: ApiObject, role: ContainerRole): Outcome {
  if (role === 'init') return PREPARE
  return role !== 'app' || textAt(pod, 'spec.restartPolicy') === 'Always' ? RUN : SUCCEED
}
