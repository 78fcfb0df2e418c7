import { LIST_COST, MAP_COST, STRUCT_COST } from './call-cost.ts'
import type { Operand, SizeOf } from './call-estimate.ts'
import { estimateCall, sizeOfOperand } from './call-estimate.ts'
import type { Checked } from './checker.ts'
import type { Range } from './cost.ts'
import { NOTHING, UNBOUNDED, either, exactly, plus, times } from './cost.ts'
import type { Call, Comprehension, Expression, Identifier, Selection } from './expression.ts'
import { DYN } from './types.ts'
import { sizeOf as valueSize } from './values.ts'

const ONE = exactly(1)

/** The range of an expression's cost over all values of its variables, whose sizes `sizeOf` bounds. */
export function estimateCost(expression: Expression, checked: Checked, sizeOf: SizeOf): Range {
  return new Estimator(checked, sizeOf).cost(expression)
}

class Estimator {
  readonly #checked: Checked
  readonly #sizeOf: SizeOf
  readonly #paths = new Map<number, readonly string[] | undefined>()
  readonly #sizes = new Map<number, Range>()
  /** The ranges of the variables of macros, innermost last. */
  readonly #ranges: { readonly name: string; readonly id: number }[] = []

  constructor(checked: Checked, sizeOf: SizeOf) {
    this.#checked = checked
    this.#sizeOf = sizeOf
  }

  cost(expression: Expression): Range {
    switch (expression.is) {
      case 'constant':
        return NOTHING
      case 'identifier':
        return this.#identifier(expression)
      case 'selection':
        return this.#selection(expression)
      case 'call':
        return this.#call(expression)
      case 'list':
        return plus(exactly(LIST_COST), ...expression.elements.map((element) => this.cost(element)))
      case 'map':
        return plus(
          exactly(MAP_COST),
          ...expression.entries.flatMap(({ key, value }) => [this.cost(key), this.cost(value)]),
        )
      case 'comprehension':
        return this.#comprehension(expression)
      case 'message':
        return plus(exactly(STRUCT_COST), ...expression.fields.map(({ value }) => this.cost(value)))
    }
  }

  #identifier({ id, name }: Identifier): Range {
    const range = this.#ranges.findLast((known) => known.name === name)
    if (range === undefined) this.#paths.set(id, [name])
    else {
      const part = this.#checked.types[range.id]?.kind === 'map' ? '@keys' : '@items'
      this.#below(id, range.id, part)
    }
    return ONE
  }

  #selection({ id, operand, field, test }: Selection): Range {
    const name = this.#checked.names.get(id)
    if (name !== undefined) {
      this.#paths.set(id, [name])
      return ONE
    }
    const cost = this.cost(operand)
    if (test) return cost
    this.#below(id, operand.id, field)
    const kind = this.#checked.types[operand.id]?.kind
    return kind === 'map' || kind === 'struct' ? plus(cost, ONE) : cost
  }

  #call(call: Call): Range {
    const costs = call.args.map((argument) => this.cost(argument))
    const args = call.args.map((argument) => this.#operand(argument))
    const isMember = call.target !== undefined && !this.#checked.qualified.has(call.id)
    const ofTarget = isMember && call.target !== undefined ? this.cost(call.target) : NOTHING
    const target = isMember && call.target !== undefined ? this.#operand(call.target) : undefined
    const name = this.#checked.qualified.get(call.id) ?? call.name
    let cost: Range = { min: UNBOUNDED, max: 0n }
    let size: Range | undefined
    for (const { id } of this.#checked.overloads.get(call.id) ?? []) {
      const estimate = estimateCall(name, id, { target, args, costs, sizeOf: this.#sizeOf })
      cost = either(cost, estimate.isWhole ? estimate.cost : plus(estimate.cost, ...costs))
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : either(size, estimate.size)
      const container = call.args[0]?.id ?? call.id
      if (id === 'index_list') this.#below(call.id, container, '@items')
      if (id === 'index_map') this.#below(call.id, container, '@values')
    }
    if (size !== undefined) this.#sizes.set(call.id, size)
    return plus(ofTarget, cost)
  }

  /**
   * Records the path of a part. A part of a computed value begins a new path, for which the real server uses the size of the
   * variable itself.
   */
  #below(id: number, container: number, part: string): void {
    this.#paths.set(id, [...(this.#paths.get(container) ?? []), part])
  }

  #comprehension(fold: Comprehension): Range {
    const before = plus(this.cost(fold.range), this.cost(fold.initial))
    this.#ranges.push({ name: fold.variable, id: fold.range.id })
    const each = plus(this.cost(fold.condition), this.cost(fold.step))
    this.#ranges.pop()
    const after = this.cost(fold.result)
    const count = sizeOfOperand(this.#operand(fold.range), this.#sizeOf)
    this.#sizes.set(fold.id, count)
    return plus(before, after, times(count, each))
  }

  #operand(expression: Expression): Operand {
    const path = this.#paths.get(expression.id)
    return {
      type: this.#checked.types[expression.id] ?? DYN,
      path: path?.[0] === '__result__' ? undefined : path,
      size: this.#sizes.get(expression.id) ?? ownSize(expression),
      constant: expression.is === 'constant' ? expression.value : undefined,
    }
  }
}

function ownSize(expression: Expression): Range | undefined {
  if (expression.is === 'constant') return exactly(valueSize(expression.value) ?? 1)
  if (expression.is === 'message') return NOTHING
  if (expression.is === 'list') return exactly(expression.elements.length)
  return expression.is === 'map' ? exactly(expression.entries.length) : undefined
}
