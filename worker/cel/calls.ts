import type { FunctionDeclaration, Overload } from './declarations.ts'
import { EvaluationError, noSuchOverload } from './evaluation-error.ts'
import type { Call, Expression } from './expression.ts'
import { withoutDot } from './expression.ts'
import type { CallCost } from './call-cost.ts'
import { attempt } from './fold.ts'
import type { Evaluate, Frame } from './frame.ts'
import { patternOf } from './libraries/regular-expressions.ts'
import type { NodeCompiler, Plan } from './plan.ts'
import { constantPlan, isConstant } from './plan.ts'
import type { Type } from './types.ts'
import { inner, isDynamic, isOptional } from './types.ts'
import type { Value } from './values.ts'
import { checkHashable } from './dict-of.ts'
import { Dict, Duration, List, Optional, Timestamp, equal, isNumeric, typeName } from './values.ts'

/** Thrown when a constant part of an expression has no value. Such an expression can be parsed, but not compiled to a program. */
export class InstantiationError extends Error {
  override readonly name = 'InstantiationError'
}

const CONVERSIONS: ReadonlySet<string> = new Set(
  'bool bytes double duration dyn int string timestamp type uint'.split(' '),
)
const PATTERNED: ReadonlySet<string> = new Set(['matches', 'find', 'findAll'])

export function compileCall(compiler: NodeCompiler, call: Call): Plan {
  const name = compiler.checked.qualified.get(call.id) ?? withoutDot(call.name)
  const isMember = call.target !== undefined && !compiler.checked.qualified.has(call.id)
  const nodes = isMember && call.target !== undefined ? [call.target, ...call.args] : call.args
  const plans = nodes.map((node) => compiler.compile(node))
  const [first, second] = plans
  if (first !== undefined && second !== undefined) {
    if (name === '_&&_') return { run: logic(first.run, second.run, false) }
    if (name === '_||_') return { run: logic(first.run, second.run, true) }
    if (isMember && name === 'or') return { run: orElse(first.run, second.run, (found) => found) }
    if (isMember && name === 'orValue') return { run: orElse(first.run, second.run, ({ value }) => value ?? null) }
    if (name === '@in' && isConstant(second)) {
      const member = constantMembership(first.run, second.constant)
      if (member !== undefined) return member
    }
  }
  if (name === '@not_strictly_false' && first !== undefined) return { run: notStrictlyFalse(first.run) }
  instantiate(name, plans)
  const plan = { run: invocation(compiler, { id: call.id, name, nodes, plans }) }
  return CONVERSIONS.has(name) && plans.length === 1 && plans.every(isConstant)
    ? fold(compiler, name, nodes, plans)
    : plan
}

/** Compiles the constant pattern of a call. @throws InstantiationError when it is not a regular expression */
function instantiate(name: string, plans: readonly Plan[]): void {
  const pattern = PATTERNED.has(name) ? plans[1]?.constant : undefined
  if (typeof pattern === 'string') instantiated(() => patternOf(pattern))
}

/** Evaluates a constant part. @throws InstantiationError when it has no value */
export function instantiated<Result>(make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    throw error instanceof EvaluationError ? new InstantiationError(error.message, { cause: error }) : error
  }
}

/** A conversion of a constant is a constant. */
function fold(compiler: NodeCompiler, name: string, nodes: readonly Expression[], plans: readonly Plan[]): Plan {
  const choose = chooser(compiler, -1, name, nodes)
  return constantPlan(instantiated(() => choose.all(plans.map((plan) => plan.constant ?? null))))
}

function logic(left: Evaluate, right: Evaluate, decisive: boolean): Evaluate {
  return (frame) => {
    const a = attempt(left, frame)
    if (a === decisive) return decisive
    const b = attempt(right, frame)
    if (b === decisive) return decisive
    if (typeof a === 'boolean' && typeof b === 'boolean') return !decisive
    const wrong = typeof a === 'boolean' ? b : a
    throw wrong instanceof EvaluationError ? wrong : noSuchOverload()
  }
}

function notStrictlyFalse(operand: Evaluate): Evaluate {
  return (frame) => {
    const value = attempt(operand, frame)
    frame.charge(1)
    return value !== false
  }
}

function orElse(left: Evaluate, right: Evaluate, found: (value: Optional) => Value): Evaluate {
  return (frame) => {
    const value = left(frame)
    // A value that is not an optional counts as present.
    if (!(value instanceof Optional)) return value
    return value.value === undefined ? right(frame) : found(value)
  }
}

/**
 * `x in ['a', 'b']`: the real server charges nothing for a lookup in a constant list. Undefined when a member is not a text, a
 * number, a boolean or null.
 */
function constantMembership(item: Evaluate, list: Value): Plan | undefined {
  if (!(list instanceof List)) return undefined
  const values = [...list]
  if (values.length === 0) return { run: () => false, constant: false }
  const isPlain = (value: Value): boolean => value === null || typeof value !== 'object' || isNumeric(value)
  if (!values.every(isPlain)) return undefined
  const members = new Set(values)
  return {
    run: (frame) => {
      const value = item(frame)
      checkHashable(value)
      return members.has(value) || (isNumeric(value) && values.some((other) => equal(value, other)))
    },
  }
}

interface Invocation {
  readonly id: number
  /** The name of the function, with its dots when it is a qualified name. */
  readonly name: string
  /** The target of a member call, then the arguments. */
  readonly nodes: readonly Expression[]
  readonly plans: readonly Plan[]
}

function invocation(compiler: NodeCompiler, { id, name, nodes, plans }: Invocation): Evaluate {
  const apply = chooser(compiler, id, name, nodes)
  const cost = compiler.costOf(name, id)
  const [first, second, third] = plans
  if (first !== undefined && second === undefined) return ofOne(first.run, { apply, cost })
  if (first !== undefined && second !== undefined && third === undefined) {
    return ofTwo(first.run, second.run, { apply, cost })
  }
  const runs = plans.map(({ run }) => run)
  return (frame) => {
    const args = runs.map((run) => attempt(run, frame))
    return finish(frame, args, { apply, cost })
  }
}

interface Applied {
  readonly apply: Apply
  /** The cost of a call; undefined when each call costs 1. */
  readonly cost: CallCost | undefined
}

/** Calls a function of one argument as `ofTwo` calls a function of two. */
function ofOne(operand: Evaluate, applied: Applied): Evaluate {
  const { cost } = applied
  const { one } = applied.apply
  return (frame) => {
    const value = attempt(operand, frame)
    if (one === undefined || isFailure(value)) return finish(frame, [value], applied)
    let result: Value
    try {
      result = one(value)
    } catch (error) {
      return fail(frame, [value], cost, error)
    }
    frame.charge(cost === undefined ? 1 : cost([value], result))
    return result
  }
}

/** The usual call has one or two arguments that do not fail, and passes them to the overload without a list. */
function ofTwo(left: Evaluate, right: Evaluate, applied: Applied): Evaluate {
  const { cost } = applied
  const { two } = applied.apply
  return (frame) => {
    const a = attempt(left, frame)
    const b = attempt(right, frame)
    if (two === undefined || isFailure(a) || isFailure(b)) return finish(frame, [a, b], applied)
    let result: Value
    try {
      result = two(a, b)
    } catch (error) {
      return fail(frame, [a, b], cost, error)
    }
    frame.charge(cost === undefined ? 1 : cost([a, b], result))
    return result
  }
}

const isFailure = (value: Value | EvaluationError): value is EvaluationError =>
  typeof value === 'object' && value instanceof EvaluationError

/** Calls the function with the evaluated arguments. The call is charged even when an argument has failed. */
function finish(frame: Frame, outcomes: readonly (Value | EvaluationError)[], { apply, cost }: Applied): Value {
  const args = outcomes.map((outcome) => (isFailure(outcome) ? null : outcome))
  const failure = outcomes.find(isFailure)
  if (failure !== undefined) return fail(frame, args, cost, failure)
  let result: Value
  try {
    result = apply.all(args)
  } catch (error) {
    return fail(frame, args, cost, error)
  }
  frame.charge(cost === undefined ? 1 : cost(args, result))
  return result
}

/** Charges a call that has no value. Rethrows any error that is not an EvaluationError without a charge. */
function fail(frame: Frame, args: readonly Value[], cost: CallCost | undefined, failure: unknown): never {
  if (!(failure instanceof EvaluationError)) throw failure
  frame.charge(cost === undefined ? 1 : cost(args, null))
  throw failure
}

interface Apply {
  all(args: readonly Value[]): Value
  /** Forms of `all` for one and for two arguments. Undefined when the values of all arguments choose the overload. */
  readonly one?: (value: Value) => Value
  readonly two?: (a: Value, b: Value) => Value
}

/**
 * Chooses the overload: once if one candidate is left and the checker has found all types, else for each call by the values of
 * the arguments. For a function with `accepts`, only the first argument is checked.
 */
function chooser(compiler: NodeCompiler, id: number, name: string, nodes: readonly Expression[]): Apply {
  const declaration = compiler.functions.get(name)
  if (declaration === undefined) throw new Error(`declare ${name}`)
  const candidates = compiler.checked.overloads.get(id) ?? declaration.overloads
  const isKnown = nodes.every((node) => !isLoose(compiler.checked.types[node.id]))
  const only = candidates.length === 1 ? candidates[0] : undefined
  if (declaration.accepts !== undefined) return byValue(name, declaration)
  return only !== undefined && isKnown ? applying(only) : bySignature(name, declaration, only)
}

const isLoose = (type: Type | undefined): boolean => type === undefined || isDynamic(type) || type.kind === 'parameter'

function applying({ call }: Overload): Required<Apply> {
  const apply = call as (...args: readonly Value[]) => Value
  return { all: (args) => apply(...args), one: apply, two: apply }
}

function byValue(name: string, { accepts, overloads }: FunctionDeclaration): Apply {
  const [first] = overloads
  if (first === undefined || accepts === undefined) throw new Error(`declare an overload of ${name}`)
  const { all, one, two } = applying(first)
  const check = (value: Value): void => {
    if (!accepts(value)) throw noSuchOverload(hasMembers(value) ? '' : name)
  }
  return {
    all(args) {
      check(args[0] ?? null)
      return all(args)
    },
    one(value) {
      check(value)
      return one(value)
    },
    two(a, b) {
      check(a)
      return two(a, b)
    },
  }
}

/** Whether the type of the value resolves its member functions itself; the errors of such types do not name the function. */
const hasMembers = (value: Value): boolean =>
  typeof value === 'string' || value instanceof Timestamp || value instanceof Duration

function bySignature(name: string, { overloads }: FunctionDeclaration, only: Overload | undefined): Apply {
  const choices = (only === undefined ? overloads : [only]).map((overload) => ({ overload, apply: applying(overload) }))
  return {
    all(args) {
      const chosen = choices.find(({ overload }) => fits(overload, args))
      if (chosen === undefined) throw noSuchOverload(`${name}(${args.map(typeName).join(', ')})`)
      return chosen.apply.all(args)
    },
  }
}

const fits = ({ parameters }: Overload, args: readonly Value[]): boolean =>
  parameters.length === args.length && parameters.every((type, index) => isOf(type, args[index] ?? null))

function isOf(type: Type, value: Value): boolean {
  if (type.kind === 'dyn' || type.kind === 'parameter') return true
  // The first element decides the type of a list or map.
  if (type.kind === 'list') return value instanceof List && (value.size === 0 || isOf(inner(type), value.at(0)))
  if (type.kind === 'map')
    return value instanceof Dict && isOf(inner(type), value.keys()[Symbol.iterator]().next().value ?? '')
  return isOptional(type) ? value instanceof Optional : typeName(value) === type.name
}
