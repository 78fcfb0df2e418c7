import { doubleOf } from '../../api/numbers.ts'
import { fieldError } from '../../api/field-error.ts'
import { goFloat, goNumber, quote } from '../../api/go-format.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Check, Fault } from './outcome.ts'
import { invalid } from './outcome.ts'
import { compilePattern } from './patterns.ts'

const runes = (text: string): number => [...text].length

export function textCheck({ maxLength, minLength, pattern }: JsonSchema): Check {
  const compiled = pattern ? compilePattern(pattern) : undefined
  return (value, path, { faults, steps }) => {
    if (typeof value !== 'string') return
    if (maxLength !== undefined && value.length > maxLength && runes(value) > maxLength) {
      const message = `Too long: may not be longer than ${maxLength}`
      faults.push({ path, error: (field) => ({ type: 'FieldValueTooLong', field, message }) })
      return
    }
    if (minLength !== undefined && runes(value) < minLength) {
      faults.push(invalid(path, value, `should be at least ${minLength} chars long`))
      return
    }
    const mismatch = compiled?.mismatch(value, steps)
    if (mismatch !== undefined) faults.push(invalid(path, value, `should match '${mismatch}'`))
  }
}

export function formatCheck(format: string, hasFormat: (text: string) => boolean): Check {
  return (value, path, { faults }) => {
    if (typeof value !== 'string' || hasFormat(value)) return
    faults.push({
      path,
      error: (field) =>
        fieldError.typeInvalid(field, value, `${path} in body must be of type ${format}: ${quote(value)}`),
    })
  }
}

export function numberCheck(schema: JsonSchema): Check {
  const { multipleOf, maximum, minimum, exclusiveMaximum = false, exclusiveMinimum = false } = schema
  return (value, path, outcome) => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return
    const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value)
    const bound = (limit: number): number | bigint => (isInteger ? int64Bound(limit) : limit)
    const shown = (limit: number | bigint): string => (isInteger ? String(BigInt(limit)) : goFloat(doubleOf(limit)))
    const fault = (detail: string): number => outcome.faults.push(invalid(path, value, detail))
    if (multipleOf !== undefined) {
      const factor = bound(multipleOf)
      if (factor <= 0) outcome.faults.push(notPositive(path, factor))
      else if (!isMultiple(value, factor)) fault(`should be a multiple of ${shown(factor)}`)
    }
    const [least, most] = [minimum, maximum].map((limit) => (limit === undefined ? undefined : bound(limit)))
    if (least !== undefined && (exclusiveMinimum ? value <= least : value < least)) {
      fault(`should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${shown(least)}`)
    }
    if (most !== undefined && (exclusiveMaximum ? value >= most : value > most)) {
      fault(`should be less than ${exclusiveMaximum ? '' : 'or equal to '}${shown(most)}`)
    }
    outcome.matches++
  }
}

const LEAST_INT64 = -(2n ** 63n)

/**
 * The bound of an integer. Bounds are floats, and the real server converts them to int64: a bound beyond 64 bits becomes the
 * least int64.
 */
const int64Bound = (limit: number): number | bigint => (Math.abs(limit) >= 2 ** 63 ? LEAST_INT64 : Math.trunc(limit))

const notPositive = (path: string, factor: number | bigint): Fault => ({
  path,
  error: (field) =>
    fieldError.invalid(
      field,
      factor,
      `factor MultipleOf declared for ${path} must be positive: ${typeof factor === 'bigint' ? factor : goNumber(factor)}`,
    ),
})

/** Whether a number is a multiple of a factor. Integers are divided exactly. */
function isMultiple(value: number | bigint, factor: number | bigint): boolean {
  if (typeof value === 'bigint' || typeof factor === 'bigint') return BigInt(value) % BigInt(factor) === 0n
  if (Number.isSafeInteger(value)) return value % factor === 0
  const number = value
  const quotient = factor < 1 ? (1 / factor) * number : number / factor
  return isJsonInteger(quotient)
}

/**
 * Whether the real server accepts a float as an integer. A float slightly above an integer passes, with a relative error below
 * 1e-9.
 */
export function isJsonInteger(value: number): boolean {
  const whole = Math.trunc(value)
  if (!Number.isSafeInteger(whole)) return false
  const difference = Math.abs(value - whole)
  return difference === 0 || (whole !== 0 && difference / Math.abs(value + whole) < 1e-9)
}
