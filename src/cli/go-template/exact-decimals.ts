import { exactDigits, partsOf } from '../../../worker/cel/exact-digits.ts'

/** The most digits that the methods of a number print. */
const MOST_DIGITS = 100

/** All decimal digits of a float, as a whole number divided by a power of ten. */
function exactDecimal(size: number): readonly [digits: bigint, decimals: number] {
  const { mantissa, exponent } = partsOf(size)
  return exponent >= 0 ? [mantissa << BigInt(exponent), 0] : [mantissa * 5n ** BigInt(-exponent), -exponent]
}

/** Divides by a power of ten, and rounds a half to the even number. */
function shortened(digits: bigint, by: number): bigint {
  const divisor = 10n ** BigInt(by)
  const [quotient, rest] = [digits / divisor, (digits % divisor) * 2n]
  return quotient + BigInt(rest > divisor || (rest === divisor && quotient % 2n === 1n))
}

/** The most digits that a double has after its decimal point. */
const MOST_DECIMALS = 1074

/** `%f` of Go for a positive number. */
export function fixedText(size: number, precision: number): string {
  if (!Number.isFinite(size)) return String(size)
  const digits = Math.min(precision, MOST_DECIMALS)
  return exactDigits(size, digits) + '0'.repeat(precision - digits)
}

/** `%e` of Go for a positive number; its exponent may have one digit. */
export function exponentText(size: number, precision: number): string {
  if (!Number.isFinite(size) || precision <= MOST_DIGITS) return size.toExponential(precision)
  if (size === 0) return `0.${'0'.repeat(precision)}e+0`
  const [digits, decimals] = exactDecimal(size)
  const length = String(digits).length
  const text = String(shortened(digits, Math.max(length - precision - 1, 0)))
  const exponent = length - 1 - decimals + Number(length > precision && text.length > precision + 1)
  return `${text.slice(0, 1)}.${text.slice(1, precision + 1).padEnd(precision, '0')}e${exponent < 0 ? '' : '+'}${exponent}`
}
