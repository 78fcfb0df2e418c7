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
  /** How it ends by itself, after milliseconds; undefined: it does not. */
  readonly end?: Exit & { readonly after: number }
}

/** The default run time of a container that ends, in milliseconds. */
const RUN_MS = 2000
const MOMENT_MS = 500

const RUN: Outcome = { isPulled: true, isReady: true }
const SUCCEED: Outcome = { ...RUN, end: { after: RUN_MS, exitCode: 0 } }
const PREPARE: Outcome = { ...RUN, end: { after: MOMENT_MS, exitCode: 0 } }

/** By the words of the annotation. */
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
 * For lessons, a pod says what becomes of it: `simulated.{domain}/outcome` of its containers,
 * `outcome.NAME` of one of them, be it an init container; `seconds` how long what ends runs.
 */
export function outcomes(dialect: Dialect): OutcomeOf {
  const outcome = dialect.spell('simulated.{domain}/outcome')
  const seconds = dialect.spell('simulated.{domain}/seconds')
  return (pod, container, role) => {
    const annotations = pod.metadata?.annotations ?? {}
    const word = annotations[`${outcome}.${container}`] ?? (role === 'app' ? annotations[outcome] : undefined)
    const said = OUTCOMES.get(word ?? '') ?? usual(pod, role)
    const after = Number(annotations[seconds]) * 1000
    return said.end === undefined || role === 'init' || !(after >= 0) ? said : { ...said, end: { ...said.end, after } }
  }
}

/** A container that is always restarted is expected to keep running. */
function usual(pod: ApiObject, role: ContainerRole): Outcome {
  if (role === 'init') return PREPARE
  return role !== 'app' || textAt(pod, 'spec.restartPolicy') === 'Always' ? RUN : SUCCEED
}
