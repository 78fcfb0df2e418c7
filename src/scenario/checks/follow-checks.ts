import type { Check } from '../scenario.ts'
import type { CheckState, CheckStates } from './check-state.ts'
import type { ClusterSource } from './cluster-source.ts'
import { EvaluatedChecks } from './evaluated-checks.ts'
import { ObservedCluster } from './observed-cluster.ts'

/** The running watches of checks. */
export interface FollowedChecks {
  /** Resolves when every resource that the checks read has been listed once and `onChange` was called once. */
  readonly ready: Promise<void>
  stop(): void
}

/**
 * Watches the resources that the checks of a step read. Calls `onChange` with all states when the first states are
 * known, and again after each change of a state.
 * @param passed the checks that passed in an earlier visit, whose requests, commands and events are not observed again
 */
export function followChecks(
  checks: readonly Check[],
  source: ClusterSource,
  onChange: (states: CheckStates) => void,
  passed: readonly string[] = [],
): FollowedChecks {
  let known: CheckStates | undefined
  let isQueued = false
  let isReady = false
  let isStopped = false
  const evaluate = (): void => {
    isQueued = false
    if (isStopped) return
    const states = evaluated.run()
    if (known !== undefined && areEqual(known, states)) return
    known = states
    onChange(states)
  }
  // Several watches that change at the same time cause one evaluation.
  const changed = (): void => {
    if (isQueued || !isReady) return
    isQueued = true
    queueMicrotask(evaluate)
  }
  const cluster = new ObservedCluster(source, changed)
  const evaluated = new EvaluatedChecks(checks, cluster, passed)
  const ready = cluster.start(evaluated).then(() => {
    isReady = true
    evaluate()
  })
  return {
    ready,
    stop() {
      isStopped = true
      cluster.stop()
    },
  }
}

const areEqual = (a: CheckStates, b: CheckStates): boolean =>
  [...a].every(([name, state]) => sameState(state, b.get(name)))

const sameState = (a: CheckState, b: CheckState | undefined): boolean =>
  a.status === b?.status && a.message === b.message && a.reason === b.reason
