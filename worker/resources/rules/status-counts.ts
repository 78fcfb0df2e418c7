import type { Rule } from '../notation/rule.ts'
import { all, at, checkAlways, checkObject, nonNegative } from '../notation/rule.ts'
import { numberAt } from '../path.ts'

/** Numbers of a status that count things. */
export const counts = (...fields: readonly string[]): Rule => all(...fields.map((field) => at(field, nonNegative)))

/** Counts of a part, which cannot be more than the `whole`; `shown` is its name in the text. */
export const notOver = (whole: string, shown: string, ...fields: readonly string[]): Rule =>
  checkObject((status, place) => {
    for (const field of fields) {
      const part = numberAt(status, field)
      if (part > numberAt(status, whole)) place.invalid(part, `cannot be greater than ${shown}`, field)
    }
  })

/** A count that only rises. */
export const neverLess: Rule = checkAlways((value, place, old) => {
  const count = typeof value === 'number' ? value : 0
  if (typeof old === 'number' && count < old) place.invalid(count, 'cannot be decremented')
})
