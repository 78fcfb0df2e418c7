import { positionOf } from './container-access.ts'
import { EvaluationError } from './evaluation-error.ts'
import type { Value } from './values.ts'
import { Dict, Double, List, NONE, Optional, Uint, isInt } from './values.ts'
import { toText } from './conversions.ts'

/** The part of a value under a key; undefined when it is absent. @throws EvaluationError when a list index has the wrong type */
function partOf(value: Value, key: Value): Value | undefined {
  if (value instanceof Dict) return value.find(key)
  if (!(value instanceof List)) return undefined
  const position = positionOf(key)
  return position >= 0 && position < value.size ? value.at(position) : undefined
}

/** The value of `value.key` or `value[key]`; the part of an optional value is itself optional. */
export function qualify(value: Value, key: Value): Value {
  if (value instanceof Dict) {
    const found = value.find(key)
    if (found !== undefined) return found
  } else if (value instanceof Optional) return optionalPart(value, key)
  const part = partOf(value, key)
  if (part !== undefined) return part
  if (value instanceof List) throw new EvaluationError(`index out of bounds: ${toText(key)}`)
  throw new EvaluationError(`no such key: ${toText(key)}`)
}

/** The value of `value.?key` or `value[?key]`. */
export function optionalPart(value: Value, key: Value): Optional {
  const own = value instanceof Optional ? value.value : value
  const part = own === undefined ? undefined : partOf(own, key)
  return part === undefined ? NONE : new Optional(part)
}

/** Whether a value has a part: the value of `has(value.key)`. */
export function hasPart(value: Value, key: Value): boolean {
  if (value instanceof Optional) return value.value !== undefined && hasPart(value.value, key)
  return partOf(value, key) !== undefined
}

/** Whether a value can select a part: a string, a number or a boolean. */
export const isQualifier = (key: Value): boolean =>
  typeof key === 'string' || typeof key === 'boolean' || isInt(key) || key instanceof Uint || key instanceof Double
