import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Place } from './place.ts'

/** Runs compiled rules on a value. A return value of false ends the rules of the value. */
export type Pass = (value: Json | undefined, at: Place, old: Json | undefined) => boolean

/** Runs all passes in order. */
export function inTurn(passes: readonly Pass[]): Pass {
  return (value, place, old) => {
    for (const pass of passes) if (!pass(value, place, old)) return false
    return true
  }
}

/**
 * Runs only the rules whose field is given, and those without a field, in their order. Objects leave out most fields,
 * and a rule that does not run need not be fetched from memory.
 */
export function byField(passes: readonly Pass[], fields: readonly (string | undefined)[]): Pass {
  const bits = new Map<string, number>()
  let always = 0
  fields.forEach((field, i) => {
    if (field === undefined) always |= 1 << i
    else bits.set(field, (bits.get(field) ?? 0) | (1 << i))
  })
  return (value, place, old) => {
    let due = always
    if (isObject(value)) for (const name in value) due |= bits.get(name) ?? 0
    while (due !== 0) {
      const pass = passes[31 - Math.clz32(due & -due)]
      due &= due - 1
      if (pass?.(value, place, old) === false) return false
    }
    return true
  }
}
