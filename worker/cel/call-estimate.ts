import { doubleOf } from '../api/numbers.ts'
import type { Range } from './cost.ts'
import { UNBOUNDED, bounded, either, exactly, greatest, plus, scaled, smallest, times, upTo } from './cost.ts'
import type { Type } from './types.ts'
import { inner } from './types.ts'
import type { Value } from './values.ts'
import { isInt } from './values.ts'

/** An operand in a cost estimate. */
export interface Operand {
  readonly type: Type
  /** The path of the value below a variable; undefined for a computed value. */
  readonly path: readonly string[] | undefined
  /** The size, when the expression determines it. */
  readonly size: Range | undefined
  readonly constant: Value | undefined
}

/** The largest size of the value at a path; undefined when it is unknown. */
export type SizeOf = (path: readonly string[]) => number | undefined

/** The cost of a call without the cost of its arguments, which is added separately. */
interface CallEstimate {
  readonly cost: Range
  readonly size?: Range
  /** Whether `cost` already includes the arguments, because not all of them are evaluated. */
  readonly isWhole?: boolean
}

interface Operands {
  readonly target: Operand | undefined
  readonly args: readonly Operand[]
  readonly costs: readonly Range[]
  readonly sizeOf: SizeOf
}

type Estimate = (operands: Operands) => CallEstimate | undefined

const TRAVERSAL = 0.1
const PATTERN = 0.25
const ONE = exactly(1)
const SCALAR: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])

/** The size of an operand in the estimates of libraries. A value of unknown size is unbounded. */
function anySize(operand: Operand | undefined, sizeOf: SizeOf): Range {
  if (operand === undefined) return upTo(UNBOUNDED)
  if (operand.size !== undefined) return operand.size
  const known = operand.path && sizeOf(operand.path)
  return upTo(known === undefined ? UNBOUNDED : BigInt(known))
}

/** The size of an operand in the estimates of the language. A scalar of unknown size has the size 1. */
export function sizeOfOperand(operand: Operand, sizeOf: SizeOf): Range {
  const known = operand.size ?? (operand.path && sizeOf(operand.path))
  if (known === undefined && SCALAR.has(operand.type.kind)) return ONE
  return anySize(operand, sizeOf)
}

const argument = ({ args, sizeOf }: Operands, index: number): Range => {
  const operand = args[index]
  return operand === undefined ? upTo(UNBOUNDED) : sizeOfOperand(operand, sizeOf)
}
const targetSize = ({ target, sizeOf }: Operands): Range =>
  target === undefined ? upTo(UNBOUNDED) : sizeOfOperand(target, sizeOf)

const ofArgument: Estimate = (operands) => ({ cost: scaled(argument(operands, 0), TRAVERSAL) })

const smaller: Estimate = (operands) => {
  const max = smallest(argument(operands, 0).max, argument(operands, 1).max)
  return { cost: scaled({ min: max > 0n ? 1n : 0n, max }, TRAVERSAL) }
}

const joined: Estimate = (operands) => {
  const size = plus(argument(operands, 0), argument(operands, 1))
  return { cost: scaled(size, TRAVERSAL), size }
}

const shortCircuit: Estimate = ({ costs: [left = ONE, right = ONE] }) => ({
  cost: { min: left.min, max: plus(left, right).max },
  isWhole: true,
})

const sets =
  (factor: number): Estimate =>
  ({ args: [a, b], sizeOf }) => ({ cost: plus(scaled(times(anySize(a, sizeOf), anySize(b, sizeOf)), factor), ONE) })

/** The size of a quoted text when every character is escaped. The sum wraps around at 2^64, as in the real server. */
const quotedSize = (size: bigint): bigint => BigInt.asUintN(64, size * 2n + 2n)

const COMPARED = ['string', 'bytes'].flatMap((type) =>
  ['less', 'greater', 'less_equals', 'greater_equals'].map((name) => `${name}_${type}`),
)

/** The estimates of the language, by overload. All other overloads cost 1. */
const OF_LANGUAGE: ReadonlyMap<string, Estimate> = new Map([
  ['string_format', (operands: Operands) => ({ cost: scaled(targetSize(operands), TRAVERSAL) })],
  [
    'string_to_bytes',
    (operands) => {
      const size = argument(operands, 0)
      return { cost: scaled(size, TRAVERSAL), size: { min: size.min, max: bounded(size.max * 4n) } }
    },
  ],
  [
    'bytes_to_string',
    (operands) => {
      const size = argument(operands, 0)
      return { cost: scaled(size, TRAVERSAL), size: { min: size.min / 4n, max: size.max } }
    },
  ],
  [
    'strings_quote',
    (operands) => {
      const size = argument(operands, 0)
      return { cost: scaled(size, TRAVERSAL), size: { min: size.min + 2n, max: quotedSize(size.max) } }
    },
  ],
  ['starts_with_string', ofArgument],
  ['ends_with_string', ofArgument],
  ['in_list', (operands) => ({ cost: argument(operands, 1) })],
  [
    'matches_string',
    (operands) => {
      const text = scaled(plus(targetSize(operands), ONE), TRAVERSAL)
      return { cost: times(text, scaled(argument(operands, 0), PATTERN)) }
    },
  ],
  [
    'contains_string',
    (operands) => ({ cost: times(scaled(targetSize(operands), TRAVERSAL), scaled(argument(operands, 0), TRAVERSAL)) }),
  ],
  ['logical_or', shortCircuit],
  ['logical_and', shortCircuit],
  [
    'conditional',
    (operands) => {
      const [condition = ONE, yes = ONE, no = ONE] = operands.costs
      const size = either(argument(operands, 1), argument(operands, 2))
      return { cost: plus(condition, either(yes, no)), size, isWhole: true }
    },
  ],
  ['add_string', joined],
  ['add_bytes', joined],
  ['add_list', (operands) => ({ cost: ONE, size: plus(argument(operands, 0), argument(operands, 1)) })],
  ...[...COMPARED, 'equals', 'not_equals'].map((id): [string, Estimate] => [id, smaller]),
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
])

/** The elements of a list as an operand; undefined when the type has no parameters. */
function elementsOf({ type, path }: Operand): Operand | undefined {
  if (type.parameters.length === 0) return undefined
  return { type: inner(type), path: path && [...path, '@items'], size: undefined, constant: undefined }
}

const eachElement: Estimate = ({ target, sizeOf }) => {
  if (target === undefined) return undefined
  const elements = elementsOf(target)
  const size = anySize(target, sizeOf)
  if (elements === undefined) return { cost: scaled(size, TRAVERSAL) }
  const isLong = elements.type.kind === 'string' || elements.type.kind === 'bytes'
  return { cost: times(size, isLong ? plus(ONE, scaled(anySize(elements, sizeOf), TRAVERSAL)) : ONE) }
}

const parsed: Estimate = ({ args, sizeOf }) => ({ cost: scaled(anySize(args[0], sizeOf), TRAVERSAL) })

const sameSize: Estimate = ({ target, sizeOf }) => {
  const size = anySize(target, sizeOf)
  return { cost: scaled(size, TRAVERSAL), size }
}

/** The quotient, rounded up. The real server divides the numbers as doubles. */
const quotientUp = (a: bigint, b: bigint): bigint => bounded(BigInt(Math.ceil(doubleOf(a) / doubleOf(b))))

const replaced: Estimate = ({ target, args, sizeOf }) => {
  const size = anySize(target, sizeOf)
  const [old, replacement] = [anySize(args[0], sizeOf), anySize(args[1], sizeOf)]
  const count = { min: 0n, max: 0n }
  const kept = { min: 0n, max: 0n }
  if (old.min === 0n) [count.max, kept.max] = [bounded(size.max + 1n), size.max]
  else if (replacement.max <= old.min) kept.max = size.max
  else count.max = quotientUp(size.max, old.min)
  if (old.max === 0n) [count.min, kept.min] = [bounded(size.min + 1n), size.min]
  else if (old.max <= replacement.min) kept.min = size.min
  else count.min = quotientUp(size.min, old.max)
  return { cost: scaled(size, 2 * TRAVERSAL), size: plus(times(count, replacement), kept) }
}

const split: Estimate = ({ target, args, sizeOf }) => {
  const size = anySize(target, sizeOf)
  const limit = args[1]?.constant
  let most = size.max
  if (limit !== undefined && isInt(limit)) most = limit < 0 ? UNBOUNDED : BigInt(limit)
  return { cost: scaled(size, 2 * TRAVERSAL), size: upTo(most) }
}

const joins: Estimate = ({ target, args, sizeOf }) => {
  if (target === undefined) return undefined
  const list = anySize(target, sizeOf)
  const elements = elementsOf(target)
  const texts = elements === undefined ? exactly(0) : times(list, anySize(elements, sizeOf))
  const separators = { min: greatest(0n, list.min - 1n), max: greatest(0n, list.max - 1n) }
  const size = args.length === 0 ? texts : plus(texts, times(anySize(args[0], sizeOf), separators))
  return { cost: scaled(size, TRAVERSAL), size }
}

const found: Estimate = ({ target, args, sizeOf }) => {
  const size = anySize(target, sizeOf)
  const text = scaled(plus(size, ONE), TRAVERSAL)
  return { cost: times(text, scaled(anySize(args[0], sizeOf), PATTERN)), size: upTo(size.max) }
}

/** The estimates of the libraries, by function. */
const OF_LIBRARIES: ReadonlyMap<string, Estimate> = new Map([
  ...['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'].map((name): [string, Estimate] => [name, eachElement]),
  ...['lowerAscii', 'upperAscii', 'substring', 'trim'].map((name): [string, Estimate] => [name, sameSize]),
  ...['url', 'quantity', 'isQuantity'].map((name): [string, Estimate] => [name, parsed]),
  ['replace', replaced],
  ['split', split],
  ['join', joins],
  ['find', found],
  ['findAll', found],
  ['check', () => ({ cost: exactly(350_000) })],
])

export const estimateCall = (name: string, overload: string, operands: Operands): CallEstimate =>
  (OF_LIBRARIES.get(name) ?? OF_LANGUAGE.get(overload))?.(operands) ?? { cost: ONE }
