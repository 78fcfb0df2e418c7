import { boundedNumber, numberOfText, leadingInteger } from '../../api/numbers.ts'
import type { Json } from '../../api/json.ts'
import type { Rule } from '../notation/rule.ts'
import { check } from '../notation/rule.ts'
import { goIntOrString } from '../../api/go-source.ts'

const PERCENT = /^[0-9]+%$/
const PERCENT_TEXT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"

/** A count or a percentage: `3`, `25%`. */
export const nonNegativeIntOrPercent: Rule = check((value, place) => {
  if (typeof value === 'string') {
    if (!PERCENT.test(value)) place.invalidShown(goIntOrString(value), PERCENT_TEXT)
  } else if (boundedNumber(value) < 0) place.invalid(value, 'must be greater than or equal to 0')
})

export const notOverHundredPercent: Rule = check((value, place) => {
  if (percent(value) > 100) place.invalidShown(goIntOrString(value), 'must not be greater than 100%')
})

const percent = (value: Json | undefined): number =>
  typeof value === 'string' && PERCENT.test(value) ? numberOfText(value.slice(0, -1)) : 0

/** Whether the value is absent, the number zero, zero percent, or a text that is neither a number nor a percentage. */
export function isZero(value: Json | undefined): boolean {
  if (typeof value !== 'string') return boundedNumber(value ?? 0) === 0
  return !/^(?:\d+%|[+-]?\d+)$/.test(value) || leadingInteger(value) === 0
}
