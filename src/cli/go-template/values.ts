import { goFloat, goText, goType } from '../../../worker/api/go-format.ts'
import type { Json } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import { GoComplex, GoFloat, GoNumber } from './nodes.ts'

/** A value during the execution of a template; undefined is Go's invalid `reflect.Value`. */
export type Value = Json | GoNumber | undefined

/** Whether Go counts a value as true: it is not zero and not empty. */
export function isTrue(value: Value): boolean {
  if (value instanceof GoComplex) return value.value !== 0 || value.imaginary !== 0
  if (value instanceof GoNumber) return value.value !== 0
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

/** The text of a value in the format `%v`; `<nil>` for an invalid value. */
export function valueText(value: Value): string {
  if (value instanceof GoComplex) return `(${goFloat(value.value)}${signed(goFloat(value.imaginary))}i)`
  if (value instanceof GoFloat) return goFloat(value.value)
  return value instanceof GoNumber ? String(value.value) : goText(value)
}

const signed = (number: string): string => (/^[+-]/.test(number) ? number : `+${number}`)

/** The type of a value in the format `%T`. */
export function typeOf(value: Value): string {
  if (value instanceof GoComplex) return 'complex128'
  if (value instanceof GoFloat) return 'float64'
  return value instanceof GoNumber ? 'int' : goType(value)
}

/** A real number of any Go type; undefined for any other value. */
export function numberOf(value: Value): number | bigint | undefined {
  if (value instanceof GoComplex) return undefined
  if (value instanceof GoNumber) return value.value
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

/** The text of a value in the output of a template. */
export const show = (value: Value): string => (value === undefined || value === null ? '<no value>' : valueText(value))

/** Go's `Sprint`: a space between operands when neither is a text. */
export function sprint(values: readonly Value[], text = valueText): string {
  return values
    .map((value, index) => {
      const isSpaced = index > 0 && typeof value !== 'string' && typeof values[index - 1] !== 'string'
      return (isSpaced ? ' ' : '') + text(value)
    })
    .join('')
}
