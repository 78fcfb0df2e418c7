import type { Rule } from '../notation/rule.ts'
import { all, at, checkAlways, checkObject, nonNegative } from '../notation/rule.ts'
import { numberAt } from '../path.ts'

/** Counts in a status, which may not be negative. */
export const counts = (...fields: readonly string[]): Rule => all(...fields.map((field) => at(field, nonNegative)))

/** Counts that may not exceed the `whole`; `shown` is its name in the text. */
export const notOver = (whole: string, shown: string, ...fields: readonly string[]): Rule =>
  checkObject((status, place) => {
    for (const field of fields) {
      const part = numberAt(status, field)
      if (part > numberAt(status, whole)) place.invalid(part, `cannot be greater than ${shown}`, field)
    }
  })

/** A count that may neither fall nor be removed. */
export const neverDecreases: Rule = checkAlways((value, place, old) => {
  if (typeof old !== 'number') return
  if (typeof value !== 'number') place.invalid(0, 'cannot be decremented')
  else if (value < old) place.invalid(value, 'cannot be decremented')
})
