import type { Call, Expression } from './expression.ts'

/** Thrown when a macro has arguments that it cannot expand; `at` is the id of the node at fault. */
export class MacroError extends Error {
  override readonly name = 'MacroError'
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** Allocates a node id with the offset of the given node. */
type NewNode = (at: number) => number

export interface Macros {
  /** The expansion of a macro call; undefined for an ordinary call. @throws MacroError */
  expand(call: Call, node: NewNode): Expression | undefined
}

const ACCUMULATOR = '__result__'

/** Builds the nodes of an expansion; each has the offset of the macro call. */
class Builder {
  readonly #node: () => number
  constructor(call: Call, node: NewNode) {
    this.#node = () => node(call.id)
  }
  constant(value: boolean | number): Expression {
    return { is: 'constant', id: this.#node(), value }
  }
  list(...elements: Expression[]): Expression {
    return { is: 'list', id: this.#node(), elements, optional: new Set() }
  }
  name(name = ACCUMULATOR): Expression {
    return { is: 'identifier', id: this.#node(), name }
  }
  call(name: string, ...args: Expression[]): Expression {
    return { is: 'call', id: this.#node(), name, target: undefined, args }
  }
  member(target: Expression, name: string): Expression {
    return { is: 'call', id: this.#node(), name, target, args: [] }
  }
  fold(parts: Omit<Extract<Expression, { is: 'comprehension' }>, 'is' | 'id' | 'accumulator'>): Expression {
    return { is: 'comprehension', id: this.#node(), accumulator: ACCUMULATOR, ...parts }
  }
  has(operand: Expression, field: string): Expression {
    return { is: 'selection', id: this.#node(), operand, field, test: true }
  }
  /** Builds an expression that evaluates `inside` with `variable` bound to `initial`. */
  bind(variable: string, initial: Expression, inside: Expression): Expression {
    const fold = { is: 'comprehension', variable: '#unused', range: this.list(), accumulator: variable } as const
    const rest = { initial, condition: this.constant(false), step: this.name(variable), result: inside }
    return { ...fold, id: this.#node(), ...rest }
  }
}

type Expander = (build: Builder, args: readonly Expression[], target: Expression) => Expression

const variableOf = (argument: Expression, message: string): string => {
  if (argument.is !== 'identifier') throw new MacroError(argument.id, message)
  return argument.name
}

const SIMPLE = 'argument must be a simple name'
const IDENTIFIER = 'argument is not an identifier'

const argumentAt = (args: readonly Expression[], index: number): Expression => {
  const argument = args[index]
  if (argument === undefined) throw new Error('a macro is found by its number of arguments')
  return argument
}

const all: Expander = (build, args, range) =>
  build.fold({
    variable: variableOf(argumentAt(args, 0), SIMPLE),
    range,
    initial: build.constant(true),
    condition: build.call('@not_strictly_false', build.name()),
    step: build.call('_&&_', build.name(), argumentAt(args, 1)),
    result: build.name(),
  })

const exists: Expander = (build, args, range) =>
  build.fold({
    variable: variableOf(argumentAt(args, 0), SIMPLE),
    range,
    initial: build.constant(false),
    condition: build.call('@not_strictly_false', build.call('!_', build.name())),
    step: build.call('_||_', build.name(), argumentAt(args, 1)),
    result: build.name(),
  })

const existsOne: Expander = (build, args, range) =>
  build.fold({
    variable: variableOf(argumentAt(args, 0), SIMPLE),
    range,
    initial: build.constant(0),
    condition: build.constant(true),
    step: build.call('_?_:_', argumentAt(args, 1), build.call('_+_', build.name(), build.constant(1)), build.name()),
    result: build.call('_==_', build.name(), build.constant(1)),
  })

interface Collection {
  readonly range: Expression
  readonly variable: string
  /** The element to append for each element of the range. */
  readonly value: Expression
  readonly filter?: Expression
}

function collect(build: Builder, { range, variable, value, filter }: Collection): Expression {
  const added = build.call('_+_', build.name(), build.list(value))
  return build.fold({
    variable,
    range,
    initial: build.list(),
    condition: build.constant(true),
    step: filter === undefined ? added : build.call('_?_:_', filter, added, build.name()),
    result: build.name(),
  })
}

const map: Expander = (build, args, range) => {
  const variable = variableOf(argumentAt(args, 0), IDENTIFIER)
  return args.length === 3
    ? collect(build, { range, variable, value: argumentAt(args, 2), filter: argumentAt(args, 1) })
    : collect(build, { range, variable, value: argumentAt(args, 1) })
}

const filter: Expander = (build, args, range) =>
  collect(build, {
    range,
    variable: variableOf(argumentAt(args, 0), IDENTIFIER),
    value: argumentAt(args, 0),
    filter: argumentAt(args, 1),
  })

const optMap =
  (name: string, isFlat: boolean): Expander =>
  (build, args, target) => {
    const variable = variableOf(argumentAt(args, 0), `${name}() variable name must be a simple identifier`)
    const bound = build.bind(variable, build.member(target, 'value'), argumentAt(args, 1))
    const some = isFlat ? bound : build.call('optional.of', bound)
    return build.call('_?_:_', build.member(target, 'hasValue'), some, build.call('optional.none'))
  }

const has: Expander = (build, args) => {
  const argument = argumentAt(args, 0)
  if (argument.is !== 'selection') throw new MacroError(argument.id, 'invalid argument to has() macro')
  return build.has(argument.operand, argument.field)
}

/** The macros without a target, by name and number of arguments. */
const GLOBAL_MACROS: ReadonlyMap<string, Expander> = new Map([['has/1', has]])
const MEMBER_MACROS: ReadonlyMap<string, Expander> = new Map([
  ['all/2', all],
  ['exists/2', exists],
  ['exists_one/2', existsOne],
  ['map/2', map],
  ['map/3', map],
  ['filter/2', filter],
  ['optMap/2', optMap('optMap', false)],
  ['optFlatMap/2', optMap('optFlatMap', true)],
])

export const macros: Macros = {
  expand(call, node) {
    const key = `${call.name}/${call.args.length}`
    const expander = (call.target === undefined ? GLOBAL_MACROS : MEMBER_MACROS).get(key)
    if (expander === undefined) return undefined
    return expander(new Builder(call, node), call.args, call.target ?? call)
  },
}
