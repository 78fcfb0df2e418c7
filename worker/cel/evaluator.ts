import type { CallCost } from './call-cost.ts'
import { LIST_COST, MAP_COST, STRUCT_COST, callCost } from './call-cost.ts'
import type { Checked } from './checker.ts'
import { ENUM_VALUES, TYPE_NAMES } from './type-names.ts'
import { InstantiationError, compileCall, instantiated } from './calls.ts'
import type { Functions } from './declarations.ts'
import { EvaluationError } from './evaluation-error.ts'
import type {
  Call,
  Comprehension,
  Expression,
  Identifier,
  ListLiteral,
  MapLiteral,
  MessageLiteral,
  Selection,
} from './expression.ts'
import { withoutDot } from './expression.ts'
import { attempt, compileFold } from './fold.ts'
import type { Evaluate, Frame } from './frame.ts'
import { goType, goTypeOfPath } from './go-types.ts'
import { MESSAGES, isTypeValue } from './messages.ts'
import { hasPart, isQualifier, optionalPart, qualify } from './qualifiers.ts'
import type { NodeCompiler, Plan } from './plan.ts'
import { constantPlan, isConstant } from './plan.ts'
import { inner } from './types.ts'
import type { Value } from './values.ts'
import { DictOf } from './dict-of.ts'
import { ListOf, NONE, Optional, TypeValue } from './values.ts'

/** Compiles a checked tree into closures. Each node has the cost of the real server. */
export class Evaluator implements NodeCompiler {
  readonly checked: Checked
  readonly functions: Functions
  /** Whether the functions of the libraries have their own costs. */
  readonly #strict: boolean
  /** The frame slots of the variables of macros, innermost last. */
  readonly #locals: { readonly name: string; readonly slot: number; readonly mayFail: boolean }[] = []
  #slots = 0

  constructor(checked: Checked, functions: Functions, strict: boolean) {
    this.checked = checked
    this.functions = functions
    this.#strict = strict
  }

  /** Compiles a node. When `free` is set, the first name of a path costs nothing. */
  compile(expression: Expression, free = false): Plan {
    switch (expression.is) {
      case 'constant':
        return constantPlan(expression.value)
      case 'identifier':
        return this.#identifier(expression, free)
      case 'selection':
        return this.#selection(expression, free)
      case 'call':
        return this.#call(expression, free)
      case 'list':
        return this.#list(expression)
      case 'map':
        return this.#map(expression)
      case 'comprehension':
        return this.#comprehension(expression)
      case 'message':
        return this.#message(expression)
    }
  }

  #identifier({ id, name }: Identifier, free: boolean): Plan {
    const full = this.checked.names.get(id) ?? name
    // The real server takes a variable of a macro for the name of a type when its values are types.
    if (this.checked.types[id]?.kind === 'type' && !TYPE_NAMES.has(full))
      throw new InstantiationError(`reference to undefined type: ${full}`)
    return this.#named(full, free)
  }

  #named(name: string, free: boolean): Plan {
    const cost = free ? 0 : 1
    const local = this.#locals.findLast((known) => known.name === name)
    if (local !== undefined) return { run: readLocal(local.slot, local.mayFail, cost), isPath: true }
    const type = TYPE_NAMES.get(name)
    if (type !== undefined && !isTypeValue(name)) {
      throw new InstantiationError(`reference to undefined type: ${name}`)
    }
    if (type !== undefined) return constantPlan(new TypeValue(inner(type).name))
    const enumeration = ENUM_VALUES.get(name)
    if (enumeration !== undefined) return constantPlan(enumeration)
    return { run: readVariable(name, cost), isPath: true }
  }

  #selection({ id, operand, field, test }: Selection, free: boolean): Plan {
    const name = this.checked.names.get(id)
    if (name !== undefined) return this.#named(name, free)
    const from = this.path(operand, free || test)
    const run: Evaluate = test
      ? (frame) => {
          const value = from(frame)
          const isPresent = hasPart(value, field)
          // An absent part of an optional value costs nothing.
          frame.charge(value instanceof Optional && !isPresent ? 0 : 1)
          return isPresent
        }
      : (frame) => readPart(frame, from(frame), field, { read: qualify, cost: 1 })
    return { run, isPath: true }
  }

  /** Compiles the value from which a part is read. Unless `free` is set, a value that is not a path is charged like a path. */
  path(operand: Expression, free: boolean): Evaluate {
    const plan = this.compile(operand, free)
    if (plan.isPath || free) return plan.run
    return (frame) => {
      frame.charge(1)
      return plan.run(frame)
    }
  }

  #call(call: Call, free: boolean): Plan {
    const [first, second, third] = call.args
    if (first !== undefined && second !== undefined) {
      if (call.name === '_[_]') return this.#index(first, second, free, qualify)
      if (call.name === '_[?_]' || call.name === '_?._') return this.#index(first, second, free, optionalPart)
      if (call.name === '_?_:_' && third !== undefined) return this.#conditional(first, second, third)
    }
    return compileCall(this, call)
  }

  #index(operand: Expression, index: Expression, free: boolean, read: (value: Value, key: Value) => Value): Plan {
    const from = this.path(operand, free)
    const key = this.compile(index)
    if (isConstant(key) && !isQualifier(key.constant)) {
      throw new InstantiationError(`invalid qualifier type: ${goType(key.constant)}`)
    }
    const typeOfKey = key.isPath === true ? goTypeOfPath : goType
    const part: PartReader = {
      read(value, selected) {
        if (!isQualifier(selected)) throw new EvaluationError(`invalid qualifier type: ${typeOfKey(selected)}`)
        return read(value, selected)
      },
      cost: key.isPath ? 0 : 1,
    }
    return { run: (frame) => readPart(frame, from(frame), key.run(frame), part), isPath: true }
  }

  #conditional(condition: Expression, yes: Expression, no: Expression): Plan {
    const test = this.compile(condition).run
    const [whenTrue, whenFalse] = [this.compile(yes, true).run, this.compile(no, true).run]
    const run: Evaluate = (frame) => {
      const holds = test(frame)
      if (holds === true) return whenTrue(frame)
      if (holds === false) return whenFalse(frame)
      throw new EvaluationError('no such overload')
    }
    return { run, isPath: true }
  }

  #list({ elements, optional }: ListLiteral): Plan {
    const plans = elements.map((element) => this.compile(element))
    if (optional.size === 0 && plans.every(isConstant))
      return constantPlan(new ListOf(plans.map((plan) => plan.constant)))
    const run: Evaluate = (frame) => {
      const values: Value[] = []
      plans.forEach((plan, index) => addElement(values, plan.run(frame), optional.has(index)))
      return new ListOf(values)
    }
    return { run: paid(run, LIST_COST) }
  }

  #map({ entries }: MapLiteral): Plan {
    const plans = entries.map(({ key, value, optional }) => ({
      key: this.compile(key),
      value: this.compile(value),
      optional,
    }))
    const run: Evaluate = (frame) => {
      const pairs: [Value, Value][] = []
      for (const { key, value, optional } of plans) {
        const own = key.run(frame)
        const values: Value[] = []
        addElement(values, value.run(frame), optional)
        for (const item of values) pairs.push([own, item])
      }
      return new DictOf(pairs)
    }
    const isFixed = plans.every(({ key, value, optional }) => !optional && isConstant(key) && isConstant(value))
    if (!isFixed) return { run: paid(run, MAP_COST) }
    const pairs = plans.map(({ key, value }): [Value, Value] => [key.constant ?? null, value.constant ?? null])
    return constantPlan(instantiated(() => new DictOf(pairs)))
  }

  #message({ name, fields }: MessageLiteral): Plan {
    const message = MESSAGES.get(withoutDot(name))
    if (message === undefined) throw new Error('the checker refuses unknown messages')
    const plans = fields.map((field) => ({ ...field, run: this.compile(field.value).run }))
    const run: Evaluate = (frame) => {
      const values = new Map<string, Value>()
      for (const field of plans) {
        const given: Value[] = []
        addElement(given, field.run(frame), field.optional)
        values.delete(field.name)
        for (const value of given) values.set(field.name, value)
      }
      return message.make(values)
    }
    return { run: paid(run, STRUCT_COST) }
  }

  #comprehension(fold: Comprehension): Plan {
    const range = this.compile(fold.range).run
    const initial = this.compile(fold.initial).run
    const accumulator = this.#slots++
    this.#locals.push({ name: fold.accumulator, slot: accumulator, mayFail: true })
    const variable = this.#slots++
    this.#locals.push({ name: fold.variable, slot: variable, mayFail: false })
    const condition = this.compile(fold.condition).run
    const step = this.compile(fold.step).run
    this.#locals.pop()
    const result = this.compile(fold.result).run
    this.#locals.pop()
    return { run: compileFold({ range, initial, accumulator, variable, condition, step, result }) }
  }

  /** The cost of the chosen overload; an overload that is chosen at run time costs 1. */
  costOf(name: string, id: number): CallCost | undefined {
    const candidates = this.checked.overloads.get(id) ?? []
    return callCost(name, candidates.length === 1 ? (candidates[0]?.id ?? '') : '', this.#strict)
  }
}

interface PartReader {
  readonly read: (value: Value, key: Value) => Value
  readonly cost: number
}

/** Reads a part and charges it, even when the value does not have the part. An absent optional part costs nothing. */
function readPart(frame: Frame, value: Value, key: Value, { read, cost }: PartReader): Value {
  let part: Value = null
  try {
    part = read(value, key)
  } finally {
    if (part !== NONE) frame.charge(cost)
  }
  return part
}

/** Charges a list or map literal, even when one of its parts fails. */
const paid =
  (run: Evaluate, cost: number): Evaluate =>
  (frame) => {
    const value = attempt(run, frame)
    frame.charge(cost)
    if (value instanceof EvaluationError) throw value
    return value
  }

function addElement(values: Value[], value: Value, isOptional: boolean): void {
  if (!isOptional) values.push(value)
  else if (!(value instanceof Optional)) throw new EvaluationError('cannot initialize optional list element')
  else if (value.value !== undefined) values.push(value.value)
}

function readVariable(name: string, cost: number): Evaluate {
  return (frame) => {
    frame.charge(cost)
    const value = frame.variables[name]
    if (value === undefined) throw new EvaluationError(`no such attribute(s): ${name}`)
    return value
  }
}

function readLocal(slot: number, mayFail: boolean, cost: number): Evaluate {
  if (!mayFail) {
    return (frame) => {
      frame.charge(cost)
      return frame.locals[slot] as Value
    }
  }
  return (frame) => {
    frame.charge(cost)
    const value = frame.locals[slot]
    if (value instanceof Error) throw value
    return value ?? null
  }
}
