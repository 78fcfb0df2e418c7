import type { Json } from '../../api/json.ts'
import { compareQuantities, parseQuantity } from '../../api/quantity.ts'
import type { Rule } from '../notation/rule.ts'
import { holds, invalid } from '../notation/rule.ts'

/** Rules of quantities; decoding has made the texts canonical. */

export const isNegative = (quantity: Json | undefined): boolean =>
  typeof quantity === 'string' && quantity.startsWith('-')
export const isZeroQuantity = (quantity: Json | undefined): boolean => quantity === '0'

export const nonNegativeQuantity: Rule = holds(
  (quantity) => !isNegative(quantity),
  invalid('must be greater than or equal to 0'),
)

/** -1, 0 or 1. */
export const compareQuantityTexts = (a: string, b: string): number =>
  a === b ? 0 : compareQuantities(parseQuantity(a), parseQuantity(b))

/** A whole number of units. */
export function isWhole(quantity: string): boolean {
  const { unscaled, exp10 } = parseQuantity(quantity)
  return exp10 >= 0 || unscaled % 10n ** BigInt(-exp10) === 0n
}
