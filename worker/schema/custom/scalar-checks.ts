import { fieldError } from '../../api/field-error.ts'
import { quote, goNumber } from '../../api/go-format.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Check } from './outcome.ts'
import { invalid } from './outcome.ts'
import { compilePattern } from './patterns.ts'

const runes = (text: string): number => [...text].length

export function textCheck({ maxLength, minLength, pattern }: JsonSchema): Check {
  const compiled = pattern ? compilePattern(pattern) : undefined
  return (value, path, { faults }) => {
    if (typeof value !== 'string') return
    if (maxLength !== undefined && value.length > maxLength && runes(value) > maxLength) {
      const message = `Too long: may not be longer than ${maxLength}`
      faults.push({ path, error: (field) => ({ type: 'FieldValueTooLong', field, message }) })
    } else if (minLength !== undefined && runes(value) < minLength) {
      faults.push(invalid(path, value, `should be at least ${minLength} chars long`))
    } else if (compiled !== undefined && !compiled.matches(value)) {
      faults.push(invalid(path, value, `should match '${compiled.shown}'`))
    }
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
    const number = Number(value)
    const fault = (detail: string): number => outcome.faults.push(invalid(path, value, detail))
    if (multipleOf !== undefined && !isMultiple(number, multipleOf)) {
      fault(`should be a multiple of ${goNumber(multipleOf)}`)
    }
    if (maximum !== undefined && (exclusiveMaximum ? number >= maximum : number > maximum)) {
      fault(`should be less than ${exclusiveMaximum ? '' : 'or equal to '}${goNumber(maximum)}`)
    }
    if (minimum !== undefined && (exclusiveMinimum ? number <= minimum : number < minimum)) {
      fault(`should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${goNumber(minimum)}`)
    }
    outcome.matches++
  }
}

/** Divides floats as the real server does: a quotient slightly above an integer, by a relative error below 1e-9, counts. */
function isMultiple(number: number, factor: number): boolean {
  const quotient = factor < 1 ? (1 / factor) * number : number / factor
  const whole = Math.trunc(quotient)
  if (!Number.isSafeInteger(whole)) return false
  const difference = Math.abs(quotient - whole)
  return difference === 0 || (whole !== 0 && difference / Math.abs(quotient + whole) < 1e-9)
}
