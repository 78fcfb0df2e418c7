import { aggregateText } from '../../api/go-format.ts'
import { CALL_BUDGET, CONDITIONS_BUDGET, OBJECT_BUDGET, OUT_OF_BUDGET } from '../../cel/budgets.ts'
import type { Program } from '../../cel/cel.ts'
import { EvaluationError } from '../../cel/evaluation-error.ts'
import type { Activation } from '../../cel/frame.ts'
import type { Value } from '../../cel/values.ts'
import { Dict } from '../../cel/values.ts'
import type { CompiledExpression, ExpressionScope } from '../../resources/admission-registration/expressions.ts'
import { compileExpression, compileVariables } from '../../resources/admission-registration/expressions.ts'
import type { Policy, Validation } from './policy.ts'
import { isLonger } from '../../runtime/utf8.ts'

/** The outcome of one validation. */
export type Decision =
  | { readonly is: 'admitted' }
  | { readonly is: 'denied'; readonly message: string; readonly reason: string; readonly index: number }

export interface Annotation {
  readonly key: string
  /** The text of the annotation. It is undefined when no annotation is published. */
  readonly value: string | undefined
  readonly error: string | undefined
}

interface Evaluation {
  readonly decisions: readonly Decision[]
  readonly annotations: readonly Annotation[]
}

/** The longest message from a messageExpression, in bytes. */
const LONGEST_MESSAGE = 5 * 1024

/** Thrown when the shared budget of several expressions is used up. */
class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

/** A policy whose expressions are compiled. */
export interface CompiledPolicy {
  /** `activation` holds every name except `variables`. */
  evaluate(activation: Activation): Evaluation
}

type Result = { readonly value: Value } | { readonly error: string }

interface SourceExpression {
  readonly source: string
  readonly compiled: CompiledExpression
}

export function compilePolicy(policy: Policy): CompiledPolicy {
  const params = policy.paramKind !== undefined
  const variables = compileVariables(policy.variables, params)
  const names = policy.variables.map(({ name }) => name)
  const compile = (
    source: string,
    returns: readonly string[],
    scope: Partial<ExpressionScope> = {},
  ): SourceExpression => ({
    source,
    compiled: compileExpression(source, { params, authorizer: true, variables: variables.types, ...scope }, returns),
  })
  const conditions = policy.conditions.map((source) => compile(source, ['bool']))
  const validations = policy.validations.map(({ expression }) => compile(expression, ['bool']))
  const messages = policy.validations.map(({ messageExpression }) =>
    messageExpression === '' ? undefined : compile(messageExpression, ['string'], { authorizer: false }),
  )
  const annotations = policy.annotations.map(({ expression }) => compile(expression, ['string', 'null_type']))

  const runAll = expressionRunner(names, variables.compiled)

  const failed = (message: string): Evaluation => ({
    decisions: [policy.ignoresFailures ? { is: 'admitted' } : { is: 'denied', message, reason: '', index: 0 }],
    annotations: [],
  })

  const matches = (activation: Activation): boolean | string => {
    const { results } = runAll(conditions, activation, CONDITIONS_BUDGET)
    if (results.some((result) => result !== undefined && 'value' in result && result.value === false)) return false
    const errors = results.flatMap((result) => (result !== undefined && 'error' in result ? [result.error] : []))
    if (errors.length === 0) return true
    return policy.ignoresFailures ? false : aggregateText(errors)
  }

  return {
    evaluate(activation) {
      try {
        const matching = conditions.length === 0 || matches(activation)
        if (matching === false) return { decisions: [], annotations: [] }
        if (typeof matching === 'string') return failed(matching)
        const { results, rest } = runAll(validations, activation, OBJECT_BUDGET)
        const texts = messageResults(() => runAll(messages, withoutAuthorizer(activation), rest).results)
        const decisions = policy.validations.map((_validation, index) => {
          const decision = decide(policy, index, results[index], texts.results[index])
          const isPlain = decision.is === 'denied' && !('error' in (results[index] ?? {}))
          if (texts.fault === undefined || (!isPlain && decision.is === 'denied')) return decision
          const message = `failed messageExpression: ${texts.fault}`
          return policy.ignoresFailures
            ? { is: 'admitted' as const }
            : { is: 'denied' as const, message, reason: '', index }
        })
        const notes = runAll(annotations, activation, OBJECT_BUDGET).results
        return {
          decisions,
          annotations: policy.annotations.map(({ key }, index) => annotate(policy, key, notes[index])),
        }
      } catch (error) {
        if (!(error instanceof BudgetSpent)) throw error
        return failed(error.message)
      }
    },
  }
}

/** Messages have no authorizer, so a variable that uses it fails there although validations read it. */
function withoutAuthorizer(activation: Activation): Activation {
  const { authorizer: _, 'authorizer.requestResource': __, ...others } = activation
  return others
}

interface Results {
  readonly results: readonly (Result | undefined)[]
  /** The remaining budget. */
  readonly rest: number
}

type RunAll = (list: readonly (SourceExpression | undefined)[], activation: Activation, budget: number) => Results

/** Evaluates expressions in order under a shared budget. The returned function throws BudgetSpent when the budget is used up. */
function expressionRunner(names: readonly string[], compiled: readonly CompiledExpression[]): RunAll {
  return (list, activation, budget) => {
    const composed = new Variables(names, compiled, activation)
    const own = { ...activation, variables: composed }
    let rest = budget
    const results = list.map((expression): Result | undefined => {
      if (expression === undefined) return undefined
      if ('fault' in expression.compiled) return { error: `compilation error: ${expression.compiled.fault}` }
      const outcome = expression.compiled.program.run(own, CALL_BUDGET)
      rest -= composed.takeCost() + outcome.cost
      if (rest < 0) throw new BudgetSpent(OUT_OF_BUDGET)
      if ('value' in outcome) return { value: outcome.value }
      return { error: `expression '${expression.source}' resulted in error: ${outcome.error.message}` }
    })
    return { results, rest }
  }
}

function decide(policy: Policy, index: number, result: Result | undefined, message: Result | undefined): Decision {
  const validation = policy.validations[index]
  if (validation === undefined || result === undefined || ('value' in result && result.value === true))
    return { is: 'admitted' }
  if ('error' in result) {
    return policy.ignoresFailures ? { is: 'admitted' } : { is: 'denied', message: result.error, reason: '', index }
  }
  return { is: 'denied', message: messageOf(validation, message), reason: validation.reason, index }
}

function annotate(policy: Policy, key: string, result: Result | undefined): Annotation {
  if (result === undefined) return { key, value: undefined, error: undefined }
  if ('error' in result) return { key, value: undefined, error: policy.ignoresFailures ? undefined : result.error }
  const value = typeof result.value === 'string' ? result.value.trim() : ''
  return { key, value: value === '' ? undefined : value, error: undefined }
}

function messageResults(run: () => readonly (Result | undefined)[]): {
  readonly results: readonly (Result | undefined)[]
  readonly fault: string | undefined
} {
  try {
    return { results: run(), fault: undefined }
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error
    return { results: [], fault: error.message }
  }
}

/**
 * The value of messageExpression when it is one line that is not too long, else the message, else the expression
 * (reference/policies.md 11).
 */
function messageOf({ message, expression }: Validation, result: Result | undefined): string {
  const value = result !== undefined && 'value' in result && typeof result.value === 'string' ? result.value.trim() : ''
  if (value !== '' && !value.includes('\n') && !isLonger(value, LONGEST_MESSAGE)) return value
  return message.trim() === '' ? `failed expression: ${expression.trim()}` : message.trim()
}

/** The variables that the policy defines, each evaluated when it is first read. */
class Variables extends Dict {
  override readonly typeName = 'kubernetes.variables'
  readonly size: number
  readonly #programs: ReadonlyMap<string, Program | string>
  readonly #values = new Map<string, Value | Error>()
  readonly #activation: Activation
  #cost = 0

  constructor(names: readonly string[], compiled: readonly CompiledExpression[], activation: Activation) {
    super()
    this.size = names.length
    this.#programs = new Map(
      compiled.map((one, index) => [names[index] ?? '', 'program' in one ? one.program : one.fault]),
    )
    this.#activation = activation
  }

  /** The cost of evaluated variables since the previous call. */
  takeCost(): number {
    const cost = this.#cost
    this.#cost = 0
    return cost
  }

  keys(): Iterable<Value> {
    return this.#programs.keys()
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') return undefined
    const program = this.#programs.get(key)
    if (program === undefined) return undefined
    let value = this.#values.get(key)
    if (value === undefined) {
      value = this.#evaluate(key, program)
      this.#values.set(key, value)
    }
    if (value instanceof Error) throw value
    return value
  }

  #evaluate(name: string, program: Program | string): Value | Error {
    const fault = (what: string, why: string): Error =>
      new EvaluationError(`composited variable "${name}" ${what}: ${why}`)
    if (typeof program === 'string') return fault('fails to compile', program)
    const outcome = program.run({ ...this.#activation, variables: this }, CALL_BUDGET)
    this.#cost += outcome.cost
    return 'value' in outcome ? outcome.value : fault('fails to evaluate', outcome.error.message)
  }
}
