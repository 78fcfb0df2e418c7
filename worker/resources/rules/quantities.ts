import type { Json, JsonObject } from '../../api/json.ts'
import { compareQuantities, parseQuantity, quantityInt64 } from '../../api/quantity.ts'
import { asWritten } from '../../api/written-quantity.ts'
import type { Rule } from '../notation/rule.ts'
import { holds, invalid } from '../notation/rule.ts'

// Rules of quantities; decoding has made the texts canonical.

export const isNegative = (quantity: Json | undefined): boolean =>
  typeof quantity === 'string' && quantity.startsWith('-')
export const isZeroQuantity = (quantity: Json | undefined): boolean => quantity === '0'

export const nonNegativeQuantity: Rule = holds(
  (quantity) => !isNegative(quantity),
  invalid('must be greater than or equal to 0'),
)

/** Compares two quantities: -1, 0 or 1. */
export const compareQuantityTexts = (a: string, b: string): number =>
  a === b ? 0 : compareQuantities(parseQuantity(a), parseQuantity(b))

/** Whether a quantity is a whole number, counted in thousandths in 64 bits as in the real server. */
export const isWhole = (quantity: string): boolean => quantityInt64(parseQuantity(quantity), -3) % 1000n === 0n

/** The text of a quantity in the document: the canonical text of a large quantity may be another number. */
export const givenQuantity = (amounts: JsonObject, name: string): string =>
  asWritten(amounts, name)?.text || String(amounts[name])
