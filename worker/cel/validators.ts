import type { Checked } from './checker.ts'
import { EvaluationError } from './evaluation-error.ts'
import { toDuration, toTimestamp } from './conversions.ts'
import type { Expression, ListLiteral, MapLiteral } from './expression.ts'
import type { Fault } from './faults.ts'
import { patternOf } from './libraries/regular-expressions.ts'
import type { Type } from './types.ts'
import { DYN, formatType, inner, sameType } from './types.ts'
import type { Value } from './values.ts'
import { stringOrEmpty } from '../api/json.ts'

type Literal = (value: Value) => unknown

const LITERALS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['duration', toDuration],
  ['timestamp', toTimestamp],
  ['matches', (value) => patternOf(stringOrEmpty(value))],
])

/**
 * The faults that type checking does not find: constants that `duration`, `timestamp` or `matches` cannot read, and list or
 * map literals of mixed types outside the arguments of `format`.
 */
export function validate(expression: Expression, checked: Checked, offsets: readonly number[]): Fault[] {
  const faults: Fault[] = []
  const fault = (id: number, message: string): void => {
    faults.push({ offset: offsets[id] ?? -1, message })
  }
  const typeOf = ({ id }: Expression): Type => checked.types[id] ?? DYN
  const sameTypes = (
    elements: readonly { readonly node: Expression; readonly type: Type }[],
    most = Infinity,
  ): void => {
    const [first, ...rest] = elements
    if (first === undefined) return
    for (const { node, type } of rest.filter((other) => !sameType(first.type, other.type)).slice(0, most)) {
      fault(node.id, `expected type '${formatType(first.type)}' but found '${formatType(type)}'`)
    }
  }
  const list = ({ elements, optional }: ListLiteral): void => {
    const typed = elements.map((node, i) => ({ node, type: optional.has(i) ? inner(typeOf(node)) : typeOf(node) }))
    sameTypes(typed, 1)
  }
  const map = ({ entries }: MapLiteral): void => {
    sameTypes(entries.map(({ key }) => ({ node: key, type: typeOf(key) })))
    sameTypes(
      entries.map(({ value, optional }) => ({ node: value, type: optional ? inner(typeOf(value)) : typeOf(value) })),
    )
  }
  const visit = (node: Expression, isInFormat: boolean): void => {
    if (node.is === 'list' && !isInFormat) list(node)
    if (node.is === 'map' && !isInFormat) map(node)
    const [literal] = node.is === 'call' ? node.args : []
    const read = node.is === 'call' ? LITERALS.get(node.name) : undefined
    if (read !== undefined && literal?.is === 'constant' && node.is === 'call' && !hasMeaning(read, literal.value)) {
      fault(literal.id, `invalid ${node.name} argument`)
    }
    const isChildInFormat =
      node.is === 'call' ? node.name === 'format' : isInFormat && (node.is === 'list' || node.is === 'map')
    for (const child of children(node)) visit(child, isChildInFormat)
  }
  visit(expression, false)
  return faults
}

function hasMeaning(read: Literal, value: Value): boolean {
  // The checker accepts null as a duration or timestamp, but no function reads it.
  if (value === null) return false
  try {
    read(value)
    return true
  } catch (error) {
    if (error instanceof EvaluationError) return false
    throw error
  }
}

export function children(node: Expression): readonly Expression[] {
  switch (node.is) {
    case 'selection':
      return [node.operand]
    case 'call':
      return node.target === undefined ? node.args : [node.target, ...node.args]
    case 'list':
      return node.elements
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value])
    case 'message':
      return node.fields.map(({ value }) => value)
    case 'comprehension':
      return [node.range, node.initial, node.condition, node.step, node.result]
    default:
      return []
  }
}
