import { doubleOf } from '../api/numbers.ts'
import { isStackOverflow } from '../runtime/stack-overflow.ts'
import type { SizeOf } from './call-estimate.ts'
import { check, type Checked } from './checker.ts'
import { estimateCost } from './cost-estimate.ts'
import type { Functions, Library } from './declarations.ts'
import { joinLibraries } from './declarations.ts'
import { isOfExpression } from './evaluation-error.ts'
import { Evaluator } from './evaluator.ts'
import type { Expression } from './expression.ts'
import type { Fault } from './faults.ts'
import { compileError, ResultTypeError, tooDeep } from './faults.ts'
import type { Activation, Evaluate } from './frame.ts'
import { Frame } from './frame.ts'
import { authorizer } from './libraries/authorizer.ts'
import { dates } from './libraries/dates.ts'
import { lists } from './libraries/lists.ts'
import { optional } from './libraries/optional.ts'
import { quantities } from './libraries/quantities.ts'
import { regularExpressions } from './libraries/regular-expressions.ts'
import { sets } from './libraries/sets.ts'
import { standard } from './libraries/standard.ts'
import { strings } from './libraries/strings.ts'
import { urls } from './libraries/urls.ts'
import { macros } from './macros.ts'
import { parse } from './parser.ts'
import type { Type } from './types.ts'
import { children, validate } from './validators.ts'
import type { Value } from './values.ts'

/** The variables of an expression, by their name, dots included. The type of a struct declares its fields. */
export interface Environment {
  readonly variables: ReadonlyMap<string, Type>
  /** The largest sizes of variables, for cost estimates. */
  readonly sizeOf?: SizeOf
  /** Whether calls of the server's libraries have their own costs, which is the default. Otherwise each costs 1. */
  readonly strictCost?: boolean
  /** Functions of the caller, in addition to the functions of all libraries. Each call costs 1. */
  readonly functions?: Library
}

export interface Program {
  readonly source: string
  readonly type: Type
  /** The highest cost of a run. */
  readonly maxCost: number
  /** `maxCost` as an exact integer. */
  readonly exactMaxCost: bigint
  /** The names that the expression reads: variables, also of macros, types and values of enumerations. */
  readonly reads: ReadonlySet<string>
  /**
   * The arguments of each call of a global function, in the order of the text; undefined for an argument that is not a
   * literal.
   */
  literalsOf(functionName: string): readonly (readonly (Value | undefined)[])[]
  /**
   * The value or the error, and the cost. `budget` is in the server's units of cost; a run that exceeds it ends with a
   * `BudgetError`, which the expression cannot absorb.
   * @throws errors of functions of the caller, and any other error that the expression itself does not cause
   */
  run(activation: Activation, budget: number): Outcome
}

export type Outcome =
  | { readonly value: Value; readonly cost: number }
  | { readonly error: Error; readonly cost: number }

/** All libraries that expressions in a new object may use in 1.30. */
const libraries: readonly Library[] = [
  standard,
  dates,
  optional,
  regularExpressions,
  lists,
  urls,
  authorizer,
  quantities,
  strings,
  sets,
]
const libraryFunctions = joinLibraries(...libraries)

const functionsOf = ({ functions }: Environment): Functions =>
  functions === undefined ? libraryFunctions : joinLibraries(...libraries, functions)

/**
 * Parses, checks and compiles an expression, and evaluates its constant parts. `isReturned` tests the type of its value.
 * Without `isReturned`, every type is accepted.
 * @throws CompileError with every fault of the text, as the real server reports them
 * @throws ResultTypeError when the type of the value fails the test
 * @throws InstantiationError when a constant part has no value
 */
export function compile(source: string, environment: Environment, isReturned?: (type: Type) => boolean): Program {
  return refusingTooDeep(() => {
    const checked = checkedOf(source, environment)
    if (isReturned?.(checked.type) === false) throw new ResultTypeError(`the expression returns ${checked.type.name}`)
    return new CompiledProgram(source, environment, checked)
  })
}

/**
 * The type of an expression, for callers that do not run it.
 * @throws CompileError as `compile` does
 */
export function typeOf(source: string, environment: Environment): Type {
  return refusingTooDeep(() => checkedOf(source, environment).type)
}

function refusingTooDeep<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    // The parser refuses trees that are too deep, but an engine with a small stack can overflow below that limit.
    if (isStackOverflow(error)) throw tooDeep()
    throw error
  }
}

interface CheckedExpression {
  readonly expression: Expression
  readonly checked: Checked
  readonly type: Type
  readonly functions: Functions
}

function checkedOf(source: string, environment: Environment): CheckedExpression {
  const { variables } = environment
  const functions = functionsOf(environment)
  const parsed = parse(source, macros)
  const { expression, offsets } = parsed
  if (parsed.faults.length > 0) throw compileError(source, parsed.faults)
  const faults: Fault[] = []
  const checked = check(parsed, { variables, functions }, faults)
  if (faults.length === 0) faults.push(...validate(expression, checked, offsets))
  if (faults.length > 0) throw compileError(source, faults, 'checker')
  const type = checked.types[expression.id]
  if (type === undefined) throw new Error('the checker gives every node a type')
  return { expression, checked, type, functions }
}

/** A class, because an engine gives each object literal with a getter a separate hidden class, which makes reads slow. */
class CompiledProgram implements Program {
  readonly source: string
  readonly type: Type
  readonly #expression: Expression
  readonly #checked: Checked
  readonly #sizeOf: SizeOf | undefined
  readonly #run: Evaluate
  #maxCost: bigint | undefined
  #reads: ReadonlySet<string> | undefined

  constructor(source: string, environment: Environment, { expression, checked, type, functions }: CheckedExpression) {
    this.source = source
    this.type = type
    this.#expression = expression
    this.#checked = checked
    this.#sizeOf = environment.sizeOf
    this.#run = new Evaluator(checked, functions, environment.strictCost ?? true).compile(expression).run
  }

  get maxCost(): number {
    return doubleOf(this.exactMaxCost)
  }

  get exactMaxCost(): bigint {
    this.#maxCost ??= estimateCost(this.#expression, this.#checked, this.#sizeOf ?? (() => undefined)).max
    return this.#maxCost
  }

  get reads(): ReadonlySet<string> {
    this.#reads ??= readsOf(this.#expression, this.#checked.names)
    return this.#reads
  }

  literalsOf(functionName: string): readonly (readonly (Value | undefined)[])[] {
    return literalsOf(this.#expression, functionName)
  }

  run(activation: Activation, budget: number): Outcome {
    const frame = new Frame(activation, budget)
    try {
      return { value: this.#run(frame), cost: frame.cost }
    } catch (error) {
      if (!isOfExpression(error) && !isStackOverflow(error)) throw error
      return { error, cost: frame.cost }
    }
  }
}

function readsOf(expression: Expression, names: ReadonlyMap<number, string>): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: Expression): void => {
    const name = names.get(node.id)
    if (name !== undefined) found.add(name)
    for (const child of children(node)) visit(child)
  }
  visit(expression)
  return found
}

function literalsOf(expression: Expression, name: string): (Value | undefined)[][] {
  const found: (Value | undefined)[][] = []
  const visit = (node: Expression): void => {
    if (node.is === 'call' && node.name === name && node.target === undefined)
      found.push(node.args.map((argument) => (argument.is === 'constant' ? argument.value : undefined)))
    for (const child of children(node)) visit(child)
  }
  visit(expression)
  return found
}
