import type { Check } from '../scenario.ts'
import type { CheckState, CheckStates } from './check-state.ts'
import { ExpressionError, compileExpression, type CompiledExpression } from './compiled-expression.ts'
import type { Facts } from './facts.ts'

/**
 * The checks of one step, compiled once. A check that reads only requests, commands and events stays passed; any other
 * check follows the current state of the cluster and can stop passing (reference/scenarios.md 6).
 */
export class EvaluatedChecks {
  readonly #checks: readonly CompiledCheck[]
  readonly #settled = new Map<string, CheckState>()

  /** @param passed checks that passed in an earlier visit; those that read requests, commands or events stay passed */
  constructor(checks: readonly Check[], facts: Facts, passed: readonly string[] = []) {
    this.#checks = checks.map((check) => compileCheck(check, facts))
    for (const { check, expr, error } of this.#checks)
      if (error !== undefined) this.#settled.set(check.name, error)
      else if (expr?.readsHistory === true && passed.includes(check.name))
        this.#settled.set(check.name, passedState(check))
  }

  /** The resources that the expressions name. */
  get resources(): ReadonlySet<string> {
    return new Set(this.#expressions.flatMap(({ resources }) => [...resources]))
  }

  /** The variables that the expressions read. */
  get reads(): ReadonlySet<string> {
    return new Set(this.#expressions.flatMap(({ reads }) => [...reads]))
  }

  get #expressions(): readonly CompiledExpression[] {
    return this.#checks.flatMap(({ expr, failcheck }) => [expr, failcheck].filter((one) => one !== undefined))
  }

  run(): CheckStates {
    const states = new Map<string, CheckState>()
    for (const one of this.#checks) {
      const { name, needs } = one.check
      const settled = this.#settled.get(name)
      const isReady = needs.every((other) => states.get(other)?.status === 'passed')
      const state = settled ?? (isReady ? stateOf(one) : { status: 'waiting' as const })
      if (state.status === 'error' || (state.status === 'passed' && one.expr?.isHistory === true))
        this.#settled.set(name, state)
      states.set(name, state)
    }
    return states
  }
}

interface CompiledCheck {
  readonly check: Check
  readonly expr?: CompiledExpression
  readonly failcheck?: CompiledExpression
  readonly error?: CheckState
}

function compileCheck(check: Check, facts: Facts): CompiledCheck {
  try {
    const failcheck = check.failcheck && compileExpression(check.failcheck.expr, facts)
    return { check, expr: compileExpression(check.expr, facts), ...(failcheck !== undefined && { failcheck }) }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { check, error: { status: 'error', message: error.message, place: check.place } }
  }
}

const passedState = ({ passed }: Check): CheckState => ({
  status: 'passed',
  ...(passed !== undefined && { message: passed }),
})

function stateOf({ check, expr, failcheck }: CompiledCheck): CheckState {
  const verdict = expr?.run() ?? { holds: false }
  if ('exceeded' in verdict) return { status: 'error', message: `expr ${verdict.exceeded}`, place: check.place }
  if (verdict.holds) return passedState(check)
  const wrong = failcheck?.run() ?? { holds: false }
  if ('exceeded' in wrong) return { status: 'error', message: `failcheck ${wrong.exceeded}`, place: check.place }
  if (wrong.holds) return { status: 'failed', message: check.failcheck?.message ?? '' }
  const { reason } = verdict
  return {
    status: 'pending',
    ...(check.pending !== undefined && { message: check.pending }),
    ...(reason !== undefined && { reason }),
  }
}
