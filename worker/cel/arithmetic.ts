import { compareText } from '../api/byte-order.ts'
import { compareBytes } from '../runtime/bytes.ts'
import { EvaluationError, noSuchOverload } from './evaluation-error.ts'
import { isInt64, isUint64 } from './literals.ts'
import { addToTimestamp } from './times.ts'
import type { Value } from './values.ts'
import { Double, Duration, List, Timestamp, Uint, compareNumbers, int, isInt, isNumeric } from './values.ts'

const INT_OVERFLOW = 'integer overflow'

export function checkedInt(value: bigint): number | bigint {
  if (!isInt64(value)) throw new EvaluationError(INT_OVERFLOW)
  return int(value)
}

function checkedUint(value: bigint): Uint {
  if (!isUint64(value)) throw new EvaluationError('unsigned integer overflow')
  return new Uint(value)
}

function checkedDuration(nanoseconds: bigint): Duration {
  if (!isInt64(nanoseconds)) throw new EvaluationError(INT_OVERFLOW)
  return new Duration(nanoseconds)
}

/** An operation on two numbers of one type. */
interface Arithmetic {
  readonly exact: (a: bigint, b: bigint) => bigint
  /** The operation on doubles. It is absent when doubles have no such operation. */
  readonly double?: (a: number, b: number) => number
  /** The operation on ints as numbers. Its result is exact when it is a safe integer. */
  readonly small: (a: number, b: number) => number
}

const arithmetic =
  ({ exact, double, small }: Arithmetic) =>
  (a: Value, b: Value): Value => {
    if (typeof a === 'number' && typeof b === 'number') {
      const result = small(a, b)
      return Number.isSafeInteger(result) && result !== 0 ? result : checkedInt(exact(BigInt(a), BigInt(b)))
    }
    if (isInt(a) && isInt(b)) return checkedInt(exact(BigInt(a), BigInt(b)))
    if (a instanceof Uint && b instanceof Uint) return checkedUint(exact(a.value, b.value))
    if (double !== undefined && a instanceof Double && b instanceof Double) return new Double(double(a.value, b.value))
    throw noSuchOverload()
  }

function byZero(divisor: bigint, message: string): bigint {
  if (divisor === 0n) throw new EvaluationError(message)
  return divisor
}

const sum = arithmetic({ exact: (a, b) => a + b, double: (a, b) => a + b, small: (a, b) => a + b })
const difference = arithmetic({ exact: (a, b) => a - b, double: (a, b) => a - b, small: (a, b) => a - b })

export const multiply = arithmetic({ exact: (a, b) => a * b, double: (a, b) => a * b, small: (a, b) => a * b })

export const divide = arithmetic({
  exact: (a, b) => a / byZero(b, 'division by zero'),
  double: (a, b) => a / b,
  small: (a, b) => Math.trunc(a / b),
})

/** The smallest int divided by -1 overflows, so the remainder is an error as well. */
export const modulo = arithmetic({
  exact: (a, b) => (isInt64(a / byZero(b, 'modulus by zero')) || a > 0n ? a % b : -a),
  small: (a, b) => a % b,
})

export function add(a: Value, b: Value): Value {
  if (typeof a === 'string' && typeof b === 'string') return a + b
  if (isNumeric(a)) return sum(a, b)
  if (a instanceof List && b instanceof List) return a.concat(b)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Uint8Array.from([...a, ...b])
  if (a instanceof Duration && b instanceof Duration) return checkedDuration(a.nanoseconds + b.nanoseconds)
  if (a instanceof Timestamp && b instanceof Duration) return addToTimestamp(a, b.nanoseconds)
  if (a instanceof Duration && b instanceof Timestamp) return addToTimestamp(b, a.nanoseconds)
  throw noSuchOverload()
}

export function subtract(a: Value, b: Value): Value {
  if (isNumeric(a)) return difference(a, b)
  if (a instanceof Duration && b instanceof Duration) return checkedDuration(a.nanoseconds - b.nanoseconds)
  if (a instanceof Timestamp && b instanceof Duration) return addToTimestamp(a, -b.nanoseconds)
  if (a instanceof Timestamp && b instanceof Timestamp) return checkedDuration(a.nanoseconds - b.nanoseconds)
  throw noSuchOverload()
}

export function negate(value: Value): Value {
  if (isInt(value)) return checkedInt(-BigInt(value))
  if (value instanceof Double) return new Double(-value.value)
  if (value instanceof Duration) return checkedDuration(-value.nanoseconds)
  throw noSuchOverload()
}

const NOT_ORDERED = 'NaN values cannot be ordered'

/**
 * Negative, zero or positive, as the first value is smaller, equal or larger.
 * @throws EvaluationError for values without an order
 */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (a instanceof Double && Number.isNaN(a.value)) throw new EvaluationError(NOT_ORDERED)
  if (isNumeric(a) && isNumeric(b)) {
    const order = compareNumbers(a, b)
    if (order === undefined) throw new EvaluationError(NOT_ORDERED)
    return order
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(!b) - Number(!a)
  if (a instanceof Timestamp && b instanceof Timestamp) return sign(a.nanoseconds - b.nanoseconds)
  if (a instanceof Duration && b instanceof Duration) return sign(a.nanoseconds - b.nanoseconds)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b)
  throw noSuchOverload()
}

const sign = (value: bigint): number => Number(value > 0n) - Number(value < 0n)

/** Whether the type of the value has an order. */
export const isOrdered = (value: Value): boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  isNumeric(value) ||
  value instanceof Timestamp ||
  value instanceof Duration ||
  value instanceof Uint8Array

/** Whether the type of the value has a subtraction. */
export const isSubtractable = (value: Value): boolean =>
  isNumeric(value) || value instanceof Timestamp || value instanceof Duration

/** Whether the type of the value has a negation, `-` or `!`. */
export const isNegatable = (value: Value): boolean =>
  typeof value === 'boolean' || isInt(value) || value instanceof Double || value instanceof Duration

/** Whether the type of the value has a remainder, `%`. */
export const isDivisible = (value: Value): boolean => isInt(value) || value instanceof Uint

/** Whether the type of the value has an addition. */
export const isAddable = (value: Value): boolean =>
  (isOrdered(value) && typeof value !== 'boolean') || value instanceof List
