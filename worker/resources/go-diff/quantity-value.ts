import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { type GoQuantity, formatQuantity, parseQuantity, readGoQuantity } from '../../api/quantity.ts'
import { asWritten } from '../../api/written-quantity.ts'

/** The value of a field or entry. A quantity that the client wrote in another form is an object with the client's text. */
export function memberValue(holder: JsonObject, key: string): Json | undefined {
  const written = asWritten(holder, key)
  return written?.isMilli === undefined ? holder[key] : { written: written.text, places: written.isMilli ? 3 : 9 }
}

function read(value: Json | undefined): GoQuantity {
  if (!isObject(value)) return readGoQuantity(String(value ?? '0'), 3)
  return readGoQuantity(String(value['written']) || '0', value['places'] === 9 ? 9 : 3)
}

/** The fields of the Go struct `Quantity`. */
export function quantityFields(value: Json | undefined): Json | undefined {
  if (value === undefined || value === null) return undefined
  if (isObject(value) && value['written'] === '') return {}
  const { amount, decimal, text, format } = read(value)
  const i = amount && { i: { value: String(amount.value), scale: amount.scale } }
  return { ...i, ...(decimal !== undefined && { d: decimal }), s: text, Format: format }
}

/** A text that equal amounts share. */
export function amountText(value: Json | undefined): string {
  const { amount, decimal } = read(value)
  const { unscaled, exp10 } = amount ? { unscaled: amount.value, exp10: amount.scale } : parseQuantity(decimal ?? '0')
  const digits = /^(-?\d*?)(0*)$/.exec(String(unscaled))
  return unscaled === 0n ? '0' : `${digits?.[1]}e${exp10 + (digits?.[2]?.length ?? 0)}`
}

/** The text that Go's method `String` returns. */
export const quantityText = (value: Json | undefined): string =>
  isObject(value) ? formatQuantity(parseQuantity(String(value['written']))) : String(value)
