import { numberOfText } from './numbers.ts'

/**
 * A number with a suffix, `500m`, `1.5Gi`, `1e3`: an exact decimal with the family of its suffix. The canonical text has
 * no fraction and the largest exact suffix (reference/objects.md 20).
 */
export interface Quantity {
  /** The value is `unscaled * 10^exp10`. */
  readonly unscaled: bigint
  readonly exp10: number
  readonly format: QuantityFormat
  /** The text that was read, when the real server keeps it; results of arithmetic have none. */
  readonly text?: string
}

export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent'

/** A malformed quantity. It has the message of the real server. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError'
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/
const PATTERN = "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
export const WRONG_FORMAT = `quantities must match the regular expression ${PATTERN}`
const WRONG_SUFFIX = "unable to parse quantity's suffix"

/** Exact arithmetic with more digits takes longer than a request may take. */
const MAX_DIGITS = 10_000
const TOO_LONG = `quantities must not have more than ${MAX_DIGITS} digits`

const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const
const BINARY = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const
const SMALLEST_EXPONENT = -9
/** 2^63-1 in nano units. */
const LARGEST_NANOS = (2n ** 63n - 1n) * 10n ** 9n

interface Written {
  readonly sign: string
  readonly digits: bigint
  /** The exponent of two of the suffix: 10 for `Ki`; 0 outside the binary family. */
  readonly binary: number
  readonly exp10: number
  readonly format: QuantityFormat
  /** The whole part without leading zeros. */
  readonly whole: string
  /** Whether the real server reads the quantity without arbitrary precision. */
  readonly isSmall: boolean
}

/** Splits the text of a quantity into its parts. @throws QuantityError */
function readQuantity(text: string): Written {
  const match = text === '' ? null : NUMBER.exec(text)
  if (match === null) throw new QuantityError(WRONG_FORMAT)
  // Without digits the number is 0: the real server accepts `Gi` and `-`.
  const [, sign = '', wholePart = '', fraction = '', suffix = ''] = match
  if (wholePart.length + fraction.length > MAX_DIGITS) throw new QuantityError(TOO_LONG)
  const { binary, exponent, format } = readSuffix(suffix)
  const whole = wholePart.replace(/^0+/, '')
  const places = Math.max(1, whole.length) + fraction.length
  const exp10 = exponent - fraction.length
  const fits = binary === 0 ? places <= 18 : fraction === '' && places + Math.trunc(binary * 0.3) < 15
  const digits = BigInt(`${whole}${fraction}` || '0')
  return { sign, digits, binary, exp10, format, whole, isSmall: fits && exp10 >= SMALLEST_EXPONENT }
}

/** @throws QuantityError */
export function parseQuantity(text: string): Quantity {
  const written = readQuantity(text)
  const quantity = quantityOf(written)
  return isKept(written) ? { ...quantity, text } : quantity
}

function quantityOf({ sign, digits, binary, exp10, format, isSmall }: Written): Quantity {
  const value = digits * 2n ** BigInt(binary)
  const amount = isSmall ? { unscaled: value, exp10 } : bounded(value, exp10, format)
  // The binary family has no suffix for fractions of a unit.
  const small = format === 'BinarySI' && amount.unscaled > 0n && compareAmounts(amount, { unscaled: 1n, exp10: 0 }) < 0
  const unscaled = sign === '-' ? -amount.unscaled : amount.unscaled
  return { unscaled, exp10: amount.exp10, format: small ? 'DecimalSI' : format }
}

/**
 * Whether the real server keeps the text, because its quick test considers the text canonical. `1E3`, `+5`, `007` and `1.500`
 * pass that test too.
 */
function isKept({ digits, binary, exp10, whole, isSmall }: Written): boolean {
  if (!isSmall || whole === '') return false
  return binary === 0 ? exp10 % 3 === 0 && digits % 1000n !== 0n : (digits & 7n) !== 0n
}

/** The text that Go caches when it parses a quantity; empty for texts that may not be canonical. */
export const keptQuantity = (text: string): string => (text === '0' || isKept(readQuantity(text)) ? text : '')

function readSuffix(suffix: string): { binary: number; exponent: number; format: QuantityFormat } {
  const decimal = DECIMAL.findIndex((name) => name === suffix)
  if (decimal >= 0) return { binary: 0, exponent: SMALLEST_EXPONENT + decimal * 3, format: 'DecimalSI' }
  const binary = BINARY.findIndex((name) => name === suffix)
  if (binary >= 0) return { binary: (binary + 1) * 10, exponent: 0, format: 'BinarySI' }
  const exponent = /^[eE]([-+]?\d+)$/.exec(suffix)?.[1]
  // Go parses the exponent as int32. The limit of 1000 bounds the size of the number.
  if (exponent === undefined || Math.abs(numberOfText(exponent)) > 0x7fffffff) throw new QuantityError(WRONG_SUFFIX)
  return { binary: 0, exponent: Math.max(-1000, Math.min(1000, numberOfText(exponent))), format: 'DecimalExponent' }
}

type Amount = Pick<Quantity, 'unscaled' | 'exp10'>

/** The amount in nano units, rounded up. Quantities of the binary family are at most 2^63-1; other families have no limit. */
function bounded(unscaled: bigint, exp10: number, format: QuantityFormat): Amount {
  const nanos = roundUp({ unscaled, exp10 }, SMALLEST_EXPONENT)
  if (format !== 'BinarySI' || nanos.unscaled <= LARGEST_NANOS) return nanos
  return { unscaled: LARGEST_NANOS, exp10: SMALLEST_EXPONENT }
}

const power = (exponent: number): bigint => 10n ** BigInt(exponent)

/** Rounds away from zero, to a multiple of `10^exp10`. */
function roundUp(amount: Amount, exp10: number): Amount {
  if (amount.exp10 >= exp10) return { unscaled: amount.unscaled * power(amount.exp10 - exp10), exp10 }
  const divisor = power(exp10 - amount.exp10)
  const rest = amount.unscaled % divisor
  const sign = amount.unscaled < 0n ? -1n : 1n
  const away = rest === 0n ? 0n : sign
  return { unscaled: amount.unscaled / divisor + away, exp10 }
}

function compareAmounts(a: Amount, b: Amount): number {
  const exp10 = Math.min(a.exp10, b.exp10)
  const difference = a.unscaled * power(a.exp10 - exp10) - b.unscaled * power(b.exp10 - exp10)
  return Number(difference > 0n) - Number(difference < 0n)
}

/** The text that Go prints: the text that was read when Go keeps it, else the canonical one. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text
  if (quantity.unscaled === 0n) return '0'
  if (quantity.format === 'BinarySI') {
    const whole = roundUp(quantity, 0)
    const exact = compareAmounts(whole, quantity) === 0
    if (exact && (whole.unscaled <= -1024n || whole.unscaled >= 1024n)) return formatBinary(whole.unscaled)
  }
  const { unscaled } = quantity
  let { exp10 } = quantity
  const text = String(unscaled)
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  exp10 += text.length - end
  const excess = ((exp10 % 3) + 3) % 3
  const digits = text.slice(0, end) + '0'.repeat(excess)
  exp10 -= excess
  if (quantity.format === 'DecimalExponent') return exp10 === 0 ? digits : `${digits}e${exp10}`
  return `${digits}${DECIMAL[(exp10 - SMALLEST_EXPONENT) / 3] ?? ''}`
}

function formatBinary(value: bigint): string {
  let rest = value
  let suffix = -1
  while (rest % 1024n === 0n) {
    rest /= 1024n
    suffix += 1
  }
  return `${rest}${suffix < 0 ? '' : (BINARY[suffix] ?? '')}`
}

// The fast path: with these suffixes, texts of up to three digits are canonical.
const CANONICAL = /^[1-9]\d{0,2}(?:[mkMG]|[KMG]i)?$/

/**
 * The text that is stored for a quantity: the given text when the real server keeps it, else the canonical one.
 * @throws QuantityError
 */
export function canonicalQuantity(text: string): string {
  if (CANONICAL.test(text)) return text
  const written = readQuantity(text)
  return isKept(written) ? text : formatQuantity(quantityOf(written))
}

const MILLI = -3

/** Returns the canonical text as `canonicalQuantity` does, but rounded up to thousandths. @throws QuantityError */
export function canonicalMilliQuantity(text: string): string {
  if (CANONICAL.test(text)) return text
  const written = readQuantity(text)
  const quantity = quantityOf(written)
  if (quantity.exp10 < MILLI) return formatQuantity({ ...roundUp(quantity, MILLI), format: quantity.format })
  return isKept(written) ? text : formatQuantity(quantity)
}

/** -1 when `a` is less than `b`, 0 when they are equal, 1 when `a` is greater. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  return compareAmounts(a, b)
}

/** A sum has the format of its first summand, unless that is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const exp10 = Math.min(a.exp10, b.exp10)
  const unscaled = a.unscaled * power(a.exp10 - exp10) + b.unscaled * power(b.exp10 - exp10)
  return { unscaled, exp10, format: a.unscaled === 0n ? b.format : a.format }
}

export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return addQuantities(a, { ...b, unscaled: -b.unscaled })
}

/** The value in units of `10^exp10`, rounded away from zero. `exp10` is 0 for whole units, -3 for thousandths. */
export function quantityValue(quantity: Quantity, exp10 = 0): bigint {
  return roundUp(quantity, exp10).unscaled
}

/** The quantity, rounded away from zero to whole units. */
export function wholeQuantity(quantity: Quantity): Quantity {
  const whole = roundUp(quantity, 0)
  return compareAmounts(whole, quantity) === 0 ? quantity : { ...whole, format: quantity.format }
}

/**
 * Returns the value as `quantityValue` does, but in 64 bits as in Go. A value beyond 64 bits is 0 when the exponent of the
 * quantity is at least `exp10`; otherwise it wraps.
 */
export function quantityInt64(quantity: Quantity, exp10 = 0): bigint {
  const value = quantityValue(quantity, exp10)
  const wrapped = BigInt.asIntN(64, value)
  return quantity.exp10 >= exp10 && wrapped !== value ? 0n : wrapped
}

/** The fields of Go's `resource.Quantity`: an amount in 64 bits, or the text of an exact decimal. */
export interface GoQuantity {
  readonly amount?: { readonly value: bigint; readonly scale: number }
  readonly decimal?: string
  /** The cached text. */
  readonly text: string
  readonly format: QuantityFormat
}

/** @param places the decimal places that Go keeps: 3 in lists of resources, else 9 */
export function readGoQuantity(text: string, places: 3 | 9): GoQuantity {
  const written = readQuantity(text)
  const { unscaled, exp10, format } = quantityOf(written)
  const rounded = roundUp({ unscaled, exp10 }, -places)
  if (!written.isSmall) return { decimal: fixed(rounded.unscaled, places), text: '', format }
  if (exp10 < -places) return { amount: { value: rounded.unscaled, scale: -places }, text: '', format }
  return { amount: { value: unscaled, scale: exp10 }, text: keptQuantity(text), format }
}

function fixed(unscaled: bigint, places: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(places + 1, '0')
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
