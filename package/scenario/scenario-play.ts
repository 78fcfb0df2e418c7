import type { CheckStates } from '../../src/scenario/checks/check-state.ts'
import { followChecks } from '../../src/scenario/checks/follow-checks.ts'
import type { Action, Check, Scenario, Step } from '../../src/scenario/scenario.ts'
import { ScenarioCluster } from './scenario-cluster.ts'

/** Virtual milliseconds in which controllers finish their work before a step is judged. */
const SETTLING = 10_000
/** Virtual milliseconds in which the checks must pass after the solution, and the steps of that time. */
const PATIENCE = 180_000
const PAUSE = 1000

/**
 * Plays the solutions of a scenario on a new cluster. Resolves to the faults, empty for a sound scenario: each check is
 * false before the solution of its step, even when controllers have finished their work, and true after it.
 */
export async function playScenario(scenario: Scenario): Promise<string[]> {
  const cluster = await ScenarioCluster.create(scenario)
  try {
    for (const [at, step] of scenario.steps.entries()) {
      const faults = await playStep(cluster, step)
      // Later steps begin with the state of this one.
      if (faults.length > 0) return faults.map((fault) => `step ${at + 1} (${step.title}): ${fault}`)
    }
    return []
  } finally {
    await cluster.close()
  }
}

async function playStep(cluster: ScenarioCluster, step: Step): Promise<string[]> {
  // Without needs: a check that waits would hide that it is true too early.
  const early = await watch(
    cluster,
    step.checks.map((check) => ({ ...check, needs: [] })),
  )
  const checks = await watch(cluster, step.checks)
  try {
    await cluster.advance(SETTLING)
    const faults = earlyFaults(step.checks, early.states())
    if (faults.length > 0) return faults
    const refusals: string[] = []
    for (const action of step.solution) refusals.push(...(await act(cluster, action, step.identity)))
    for (let waited = 0; waited < PATIENCE && lateFaults(step.checks, checks.states()).length > 0; waited += PAUSE)
      await cluster.advance(PAUSE)
    const late = lateFaults(step.checks, checks.states())
    return late.length === 0 ? [] : [...late, ...refusals]
  } finally {
    early.stop()
    checks.stop()
  }
}

async function watch(cluster: ScenarioCluster, checks: readonly Check[]) {
  let states: CheckStates = new Map()
  const followed = followChecks(checks, cluster.source, (now) => (states = now))
  await cluster.passing(followed.ready)
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

/** Resolves to the refusals; a solution may contain a command that the server refuses on purpose. */
async function act(cluster: ScenarioCluster, action: Action, identity: string | undefined): Promise<string[]> {
  if ('run' in action) {
    const stderr = await cluster.run(action.run, identity)
    return stderr === '' ? [] : [`${action.run}: ${stderr.trim()}`]
  }
  if ('apply' in action)
    return (await cluster.apply(action.apply, identity)).map(({ title, error }) => `${title}: ${error?.message ?? ''}`)
  return []
}
