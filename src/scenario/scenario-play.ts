import type { ManifestResult } from '../client/manifest.ts'
import type { CheckStates } from './checks/check-state.ts'
import type { ClusterSource } from './checks/cluster-source.ts'
import { followChecks } from './checks/follow-checks.ts'
import type { Action, Check, Scenario, Step } from './scenario.ts'

/** A new cluster with the objects and files of a scenario, on which the scenario's solutions run. */
export interface PlayedCluster {
  readonly source: ClusterSource
  /** Awaits `work`. A virtual clock advances until the work settles. */
  settle<Result>(work: Promise<Result>): Promise<Result>
  /** Waits this many milliseconds, or advances a virtual clock by them. */
  advance(ms: number): Promise<void>
  /** Runs one command line of the client as an identity. Resolves to what it wrote to standard error; empty for success. */
  run(line: string, identity: string | undefined): Promise<string>
  /** Applies a manifest as the editor does. Resolves to the refused objects. */
  apply(manifest: string, identity: string | undefined): Promise<readonly ManifestResult[]>
  /** Starts the handler in a file of the scenario. Resolves to the reason why it cannot start; empty for success. */
  handle(file: string): Promise<string>
}

export interface PlayTimes {
  /** Milliseconds in which controllers can finish their work before the solution of a step begins. */
  readonly settling: number
  /** Maximum milliseconds from the end of the solution until all checks have passed. */
  readonly patience: number
  /** Milliseconds between two actions, and between two evaluations of the checks after the last action. */
  readonly pause: number
}

/** A check that has become true. */
export interface PassedCheck {
  readonly step: number
  readonly check: string
  /** Index of the last action that had started when the check became true; -1 before the first action. */
  readonly action: number
}

/**
 * Runs the solutions of a scenario. Resolves to the faults of the first step that has faults. In a scenario without faults, each
 * check is false before the solution of its step, even when controllers have finished their work, and true after the solution.
 * @param onPass called when a check of the current step becomes true
 */
export async function playScenario(
  scenario: Scenario,
  cluster: PlayedCluster,
  { times, onPass = () => undefined }: { readonly times: PlayTimes; readonly onPass?: (check: PassedCheck) => void },
): Promise<string[]> {
  for (const [at, step] of scenario.steps.entries()) {
    const faults = await playStep(cluster, step, {
      times,
      passed: (check, action) => onPass({ step: at, check, action }),
    })
    // Later steps need the state that this step should have reached.
    if (faults.length > 0) return faults.map((fault) => `step ${at + 1} (${step.title}): ${fault}`)
  }
  return []
}

interface StepPlay {
  readonly times: PlayTimes
  passed(check: string, action: number): void
}

async function playStep(cluster: PlayedCluster, step: Step, { times, passed }: StepPlay): Promise<string[]> {
  let action = -1
  // The checks run without `needs`: a check that waits for another one is not evaluated, even when it is true too early.
  const early = await watch(
    cluster,
    step.checks.map((check) => ({ ...check, needs: [] })),
  )
  const checks = await watch(cluster, step.checks, (check) => passed(check, action))
  try {
    await cluster.advance(times.settling)
    const faults = earlyFaults(step.checks, early.states())
    if (faults.length > 0) return faults
    const refusals: string[] = []
    for (const [at, one] of step.solution.entries()) {
      action = at
      refusals.push(...(await act(cluster, one, step.identity)))
      // This pause lets the watches report the checks that the action made true, before the next action begins.
      await cluster.advance(times.pause)
    }
    for (
      let waited = 0;
      waited < times.patience && lateFaults(step.checks, checks.states()).length > 0;
      waited += times.pause
    )
      await cluster.advance(times.pause)
    const late = lateFaults(step.checks, checks.states())
    return late.length === 0 ? [] : [...late, ...refusals]
  } finally {
    early.stop()
    checks.stop()
  }
}

async function watch(
  cluster: PlayedCluster,
  checks: readonly Check[],
  passed: (check: string) => void = () => undefined,
) {
  let states: CheckStates = new Map()
  const followed = followChecks(checks, cluster.source, (now) => {
    for (const [name, { status }] of now) if (status === 'passed' && states.get(name)?.status !== 'passed') passed(name)
    states = now
  })
  await cluster.settle(followed.ready)
  return { states: () => states, stop: () => followed.stop() }
}

function earlyFaults(checks: readonly Check[], states: CheckStates): string[] {
  return checks.flatMap(({ name }) => {
    const { status, message } = states.get(name) ?? {}
    if (status === 'error') return [`check ${name} ${message ?? ''}`]
    return status === 'passed' ? [`check ${name} is true before the solution`] : []
  })
}

function lateFaults(checks: readonly Check[], states: CheckStates): string[] {
  return checks.flatMap(({ name }) => {
    const { status = 'pending', message = '', reason = '' } = states.get(name) ?? {}
    return status === 'passed' ? [] : [`check ${name} is ${[status, message, reason].filter(Boolean).join(': ')}`]
  })
}

/**
 * Runs one action. Resolves to its errors. They are not faults, because a solution may contain a command that must be
 * refused.
 */
async function act(cluster: PlayedCluster, action: Action, identity: string | undefined): Promise<string[]> {
  if ('run' in action) {
    const stderr = await cluster.run(action.run, identity)
    return stderr === '' ? [] : [`${action.run}: ${stderr.trim()}`]
  }
  if ('handler' in action) {
    const fault = await cluster.handle(action.handler)
    return fault === '' ? [] : [`${action.handler}: ${fault}`]
  }
  if ('apply' in action)
    return (await cluster.apply(action.apply, identity)).map(({ title, error }) => `${title}: ${error?.message ?? ''}`)
  return []
}
