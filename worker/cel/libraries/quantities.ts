import { doubleOf, numberOfText } from '../../api/numbers.ts'
import type { Quantity } from '../../api/quantity.ts'
import {
  QuantityError,
  addQuantities,
  compareQuantities,
  parseQuantity,
  quantityValue,
  subtractQuantities,
} from '../../api/quantity.ts'
import type { Library } from '../declarations.ts'
import { global, member } from '../declarations.ts'
import { EvaluationError } from '../evaluation-error.ts'
import { isInt64 } from '../literals.ts'
import type { Value } from '../values.ts'
import { Double, Opaque, int } from '../values.ts'

const TYPE = 'kubernetes.Quantity'
const BOTH = `${TYPE}, ${TYPE}`
const WITH_INT = `${TYPE}, int`

class QuantityValue extends Opaque {
  readonly typeName = TYPE
  readonly goType = 'cel.Quantity'
  readonly quantity: Quantity
  /**
   * Whether the real server represents the value by a Go pointer, as for results of `add` and `sub`. Its comparison refuses a
   * pointer as the right operand.
   */
  readonly #isPointer: boolean
  constructor(quantity: Quantity, isPointer = false) {
    super()
    this.quantity = quantity
    this.#isPointer = isPointer
  }
  equals(other: Value): boolean | undefined {
    if (!(other instanceof QuantityValue)) return undefined
    return other.#isPointer ? undefined : compareQuantities(this.quantity, other.quantity) === 0
  }
}

function parse(text: string): QuantityValue {
  try {
    return new QuantityValue(parseQuantity(text))
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error
    throw new EvaluationError(error.message, { cause: error })
  }
}

function isQuantity(text: string): boolean {
  try {
    return parseQuantity(text) !== undefined
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error
    return false
  }
}

/**
 * The quantity as a whole number. Undefined beyond 64 bits, and for a quantity with decimal places: the real server refuses
 * such a quantity even when its decimal places are all zeros.
 */
function whole({ quantity }: QuantityValue): bigint | undefined {
  if (quantity.exp10 < 0) return undefined
  const value = quantityValue(quantity)
  return isInt64(value) ? value : undefined
}

function asInteger(value: QuantityValue): Value {
  const found = whole(value)
  if (found === undefined) throw new EvaluationError('cannot convert value to integer')
  return int(found)
}

const ofInt = (value: number | bigint): QuantityValue =>
  new QuantityValue({ unscaled: BigInt(value), exp10: 0, format: 'DecimalExponent' })

const compare = (a: QuantityValue, b: QuantityValue): number => compareQuantities(a.quantity, b.quantity)
const add = (a: QuantityValue, b: QuantityValue): Value =>
  new QuantityValue(addQuantities(a.quantity, b.quantity), true)
const subtract = (a: QuantityValue, b: QuantityValue): Value =>
  new QuantityValue(subtractQuantities(a.quantity, b.quantity), true)

/** The functions of `quantity(text)`. */
export const quantities: Library = {
  quantity: { overloads: [global('string_to_quantity', 'string', TYPE, parse)] },
  isQuantity: { overloads: [global('is_quantity_string', 'string', 'bool', isQuantity)] },
  sign: {
    overloads: [
      global(
        'quantity_sign',
        TYPE,
        'int',
        ({ quantity: { unscaled } }: QuantityValue) => Number(unscaled > 0n) - Number(unscaled < 0n),
      ),
    ],
  },
  isGreaterThan: {
    overloads: [
      member('quantity_is_greater_than', BOTH, 'bool', (a: QuantityValue, b: QuantityValue) => compare(a, b) > 0),
    ],
  },
  isLessThan: {
    overloads: [
      member('quantity_is_less_than', BOTH, 'bool', (a: QuantityValue, b: QuantityValue) => compare(a, b) < 0),
    ],
  },
  compareTo: { overloads: [member('quantity_compare_to', BOTH, 'int', compare)] },
  asApproximateFloat: {
    overloads: [
      member(
        'quantity_get_float',
        TYPE,
        'double',
        ({ quantity: { unscaled, exp10 } }: QuantityValue) =>
          new Double(doubleOf(unscaled) * numberOfText(`1e${exp10}`)),
      ),
    ],
  },
  asInteger: { overloads: [member('quantity_get_int', TYPE, 'int', asInteger)] },
  isInteger: {
    overloads: [member('quantity_is_integer', TYPE, 'bool', (value: QuantityValue) => whole(value) !== undefined)],
  },
  add: {
    overloads: [
      member('quantity_add', BOTH, TYPE, add),
      member('quantity_add_int', WITH_INT, TYPE, (a: QuantityValue, b: number | bigint) => add(a, ofInt(b))),
    ],
  },
  sub: {
    overloads: [
      member('quantity_sub', BOTH, TYPE, subtract),
      member('quantity_sub_int', WITH_INT, TYPE, (a: QuantityValue, b: number | bigint) => subtract(a, ofInt(b))),
    ],
  },
}
