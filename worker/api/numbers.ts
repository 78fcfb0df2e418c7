// The conversions to a number. `scripts/checks/number-conversions.ts` refuses `Number` and `parseInt` in other files, because
// they round an integer of 64 bits of the API; `int64.ts` reads these.
import { clampedInteger } from './int64.ts'

/** The number that a text spells, such as a port, an index or a part of a date; NaN for another text or none. */
export const numberOfText = (text: string | undefined): number => Number(text)

/** The integer at the beginning of a text, such as 25 of `25%`; NaN when the text begins otherwise. */
export const leadingInteger = (text: string): number => Number.parseInt(text, 10)

/** The nearest double: for what computes with doubles, and for integers with checked bounds. */
export const doubleOf = (value: number | bigint): number => Number(value)

/** The number in a field of 32 bits, or in a message from another context. An integer beyond 2^53 becomes the nearest bound. */
export const boundedNumber = (value: unknown): number =>
  typeof value === 'bigint' ? clampedInteger(value) : Number(value)
