import type { Functions, Overload } from './declarations.ts'
import type { Call, Comprehension, Expression, ListLiteral, MapLiteral, Selection } from './expression.ts'
import { qualifiedName, withoutDot } from './expression.ts'
import type { Fault } from './faults.ts'
import type { MessageChecker } from './message-check.ts'
import { checkMessage } from './message-check.ts'
import type { Parsed } from './parser.ts'
import type { Substitutions } from './type-relations.ts'
import { assignable, instantiate, mostGeneral, substitute } from './type-relations.ts'
import { ENUM_VALUES, SCHEMA_TYPES, TYPE_NAMES, constantType } from './type-names.ts'
import type { Type } from './types.ts'
import * as types from './types.ts'
import { formatSignature, formatType, inner, isDynamic, isOptional, sameType } from './types.ts'

/** The result of the checker, by node id. */
export interface Checked {
  readonly types: readonly (Type | undefined)[]
  /** The possible overloads of a call: one when all types are known. */
  readonly overloads: ReadonlyMap<number, readonly Overload[]>
  /** Nodes that are a qualified name. */
  readonly names: ReadonlyMap<number, string>
  /** Calls of a function with a qualified name: their target is part of the name. */
  readonly qualified: ReadonlyMap<number, string>
}

interface Declarations {
  readonly variables: ReadonlyMap<string, Type>
  readonly functions: Functions
}

interface Scope {
  readonly outer: Scope | undefined
  readonly name: string
  readonly type: Type
}

export function check({ expression, offsets }: Parsed, declarations: Declarations, faults: Fault[]): Checked {
  const checker = new Checker(declarations, offsets, faults)
  checker.check(expression)
  return checker.result()
}

class Checker implements MessageChecker {
  readonly #declarations: Declarations
  readonly #offsets: readonly number[]
  readonly #faults: Fault[]
  readonly #types: (Type | undefined)[] = []
  readonly #overloads = new Map<number, readonly Overload[]>()
  readonly #names = new Map<number, string>()
  readonly #qualified = new Map<number, string>()
  #known: Substitutions = new Map()
  #scope: Scope | undefined
  #variables = 0

  constructor(declarations: Declarations, offsets: readonly number[], faults: Fault[]) {
    this.#declarations = declarations
    this.#offsets = offsets
    this.#faults = faults
  }

  result(): Checked {
    const known = this.#types.map((type) => type && substitute(this.#known, type, types.DYN))
    return { types: known, overloads: this.#overloads, names: this.#names, qualified: this.#qualified }
  }

  check(expression: Expression): Type {
    const type = this.#typeOf(expression)
    const before = this.#types[expression.id]
    // The expansion of a macro contains the same node twice.
    if (before !== undefined && !sameType(before, type)) this.#incompatible(expression, before, type)
    else this.#types[expression.id] = type
    return type
  }

  #typeOf(expression: Expression): Type {
    switch (expression.is) {
      case 'constant':
        return constantType(expression.value)
      case 'identifier':
        return this.#name(expression.id, expression.name) ?? this.undeclared(expression.id, expression.name)
      case 'selection':
        return this.#selection(expression)
      case 'call':
        return expression.name === '_?._' ? this.#optionalSelection(expression) : this.#call(expression)
      case 'list':
        return this.#list(expression)
      case 'map':
        return this.#map(expression)
      case 'message':
        return checkMessage(expression, this)
      case 'comprehension':
        return this.#comprehension(expression)
    }
  }

  fault(id: number, message: string): Type {
    this.#faults.push({ offset: this.#offsets[id] ?? -1, message })
    return types.ERROR
  }

  #incompatible(expression: Expression, before: Type, type: Type): void {
    const id = expression.id + 1
    const name = this.#qualified.get(expression.id) ?? ('name' in expression ? expression.name : '')
    const form = expression.is === 'call' ? `call_expr:{function:"${name}"}` : `ident_expr:{name:"${name}"}`
    const what = `id:${id}  ${form}(${id}) old:${formatType(before)}, new:${formatType(type)}`
    this.fault(expression.id, `incompatible type already exists for expression: ${what}`)
  }

  undeclared(id: number, name: string): Type {
    return this.fault(id, `undeclared reference to '${name}' (in container '')`)
  }

  #mismatch(id: number, expected: Type, found: Type): Type {
    return this.fault(id, `expected type '${formatType(expected)}' but found '${formatType(found)}'`)
  }

  assigns(to: Type, from: Type): boolean {
    const known = assignable(this.#known, [to], [from])
    if (known !== undefined) this.#known = known
    return known !== undefined
  }

  #newParameter(): Type {
    return types.parameter(`_var${this.#variables++}`)
  }

  lookup(name: string): Type | undefined {
    const own = withoutDot(name)
    let scope = this.#scope
    while (scope !== undefined && scope.name !== own) scope = scope.outer
    const enumeration = ENUM_VALUES.has(own) ? types.INT : undefined
    const named = TYPE_NAMES.get(own) ?? SCHEMA_TYPES.get(own)
    return scope?.type ?? this.#declarations.variables.get(own) ?? named ?? enumeration
  }

  #name(id: number, name: string): Type | undefined {
    const type = this.lookup(name)
    if (type !== undefined) this.#names.set(id, withoutDot(name))
    return type
  }

  #selection(selection: Selection): Type {
    const name = qualifiedName(selection)
    const named = name === undefined ? undefined : this.#name(selection.id, name)
    if (named !== undefined) return named
    const type = this.#field(selection.id, selection.operand, selection.field, false)
    return selection.test ? types.BOOL : substitute(this.#known, type)
  }

  #optionalSelection({ id, args: [operand, field] }: Call): Type {
    if (operand === undefined || field?.is !== 'constant' || typeof field.value !== 'string') return types.ERROR
    this.check(field)
    this.#overloads.set(id, this.#declarations.functions.get('_?._')?.overloads ?? [])
    return substitute(this.#known, this.#field(id, operand, field.value, true))
  }

  #field(id: number, operand: Expression, field: string, isOptionalAccess: boolean): Type {
    const operandType = substitute(this.#known, this.check(operand))
    const wasOptional = isOptional(operandType)
    const target = wasOptional ? inner(operandType) : operandType
    const type = this.#fieldOf(id, target, field)
    return wasOptional || isOptionalAccess ? types.optionalOf(type) : type
  }

  #fieldOf(id: number, target: Type, field: string): Type {
    if (target.kind === 'map') return inner(target, 1)
    if (target.kind === 'struct') return target.fields?.get(field) ?? this.fault(id, `undefined field '${field}'`)
    // A type of a library has no fields.
    if (target.kind === 'opaque') return this.fault(id, `unexpected failed resolution of '${target.name}'`)
    if (target.kind === 'parameter') this.assigns(types.DYN, target)
    else if (!isDynamic(target)) this.fault(id, `type '${formatType(target)}' does not support field selection`)
    return types.DYN
  }

  #call(call: Call): Type {
    const args = call.args.map((argument) => this.check(argument))
    const { functions } = this.#declarations
    if (call.target === undefined) {
      const name = withoutDot(call.name)
      return functions.has(name) ? this.#resolve(call, name, args, call.args) : this.undeclared(call.id, call.name)
    }
    const prefix = qualifiedName(call.target)
    const qualified = withoutDot(`${prefix ?? ''}.${call.name}`)
    if (prefix !== undefined && functions.has(qualified)) {
      this.#qualified.set(call.id, qualified)
      return this.#resolve(call, qualified, args, call.args)
    }
    const target = this.check(call.target)
    if (!functions.has(call.name)) return this.undeclared(call.id, call.name)
    return this.#resolve(call, call.name, [target, ...args], [call.target, ...call.args])
  }

  #resolve({ id, target }: Call, name: string, args: readonly Type[], nodes: readonly Expression[]): Type {
    const isMember = target !== undefined && !this.#qualified.has(id)
    const declared = this.#declarations.functions.get(name)?.overloads ?? []
    if (name === '_&&_' || name === '_||_') return this.#logic(id, declared, args, nodes)
    const candidates: Overload[] = []
    let result: Type | undefined
    for (const candidate of declared) {
      if (candidate.isMember !== isMember) continue
      const fresh = instantiate(candidate, () => this.#newParameter())
      const known = assignable(this.#known, args, fresh.parameters)
      if (known === undefined) continue
      this.#known = known
      candidates.push(candidate)
      const own = substitute(this.#known, fresh.result)
      if (result === undefined) result = own
      else if (result.kind !== 'dyn' && !sameType(result, own)) result = types.DYN
    }
    if (result === undefined) {
      const shown = args.map((type) => substitute(this.#known, type, types.DYN))
      return this.fault(id, `found no matching overload for '${name}' applied to '${formatSignature(shown, isMember)}'`)
    }
    this.#overloads.set(id, candidates)
    return result
  }

  #logic(id: number, declared: readonly Overload[], args: readonly Type[], nodes: readonly Expression[]): Type {
    let isSound = true
    args.forEach((type, index) => {
      if (this.assigns(type, types.BOOL)) return
      isSound = false
      this.#mismatch(nodes[index]?.id ?? id, types.BOOL, type)
    })
    this.#overloads.set(id, declared)
    return isSound ? types.BOOL : types.ERROR
  }

  #list({ elements, optional }: ListLiteral): Type {
    let joined: Type | undefined
    elements.forEach((element, index) => {
      const type = this.element(element, optional.has(index))
      joined = this.#join(joined, type)
    })
    return types.listOf(joined ?? this.#newParameter())
  }

  element(element: Expression, isOptionalElement: boolean): Type {
    const type = this.check(element)
    if (!isOptionalElement) return type
    if (isOptional(type)) return inner(type)
    if (type.kind !== 'dyn') this.#mismatch(element.id, types.optionalOf(type), type)
    return type
  }

  #map({ entries }: MapLiteral): Type {
    let keys: Type | undefined
    let values: Type | undefined
    for (const { key, value, optional } of entries) {
      keys = this.#join(keys, this.check(key))
      values = this.#join(values, this.element(value, optional))
    }
    return types.mapOf(keys ?? this.#newParameter(), values ?? this.#newParameter())
  }

  /** Elements of different types have the type dyn. The validator refuses mixed literals later. */
  #join(before: Type | undefined, type: Type): Type {
    if (before === undefined) return type
    return this.assigns(before, type) ? mostGeneral(before, type) : types.DYN
  }

  #comprehension(fold: Comprehension): Type {
    const range = substitute(this.#known, this.check(fold.range))
    const initial = this.check(fold.initial)
    const variable = this.#rangeVariable(fold.range.id, range)
    const outer = this.#scope
    const accumulating: Scope = { outer, name: fold.accumulator, type: initial }
    this.#scope = { outer: accumulating, name: fold.variable, type: variable }
    const condition = this.check(fold.condition)
    if (!this.assigns(types.BOOL, condition)) this.#mismatch(fold.condition.id, types.BOOL, condition)
    const step = this.check(fold.step)
    if (!this.assigns(initial, step)) this.#mismatch(fold.step.id, initial, step)
    this.#scope = accumulating
    const result = this.check(fold.result)
    this.#scope = outer
    return substitute(this.#known, result)
  }

  #rangeVariable(id: number, range: Type): Type {
    if (range.kind === 'list' || range.kind === 'map') return inner(range)
    if ((isDynamic(range) && range !== types.ANY) || range.kind === 'parameter') {
      this.assigns(types.DYN, range)
      return types.DYN
    }
    const what = `expression of type '${formatType(range)}' cannot be range of a comprehension`
    return this.fault(id, `${what} (must be list, map, or dynamic)`)
  }
}
