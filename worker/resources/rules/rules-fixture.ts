import type { Json } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import type { Rule } from '../notation/rule.ts'
import { at } from '../notation/rule.ts'

/** The errors of a rule for a value at `x`, or for its change from `old`. */
export const errorsOf = (rule: Rule, value: Json, old?: Json): string[] =>
  compileRules([at('x', rule)], dialects.svc.spell)({ x: value }, old === undefined ? undefined : { x: old }).map(
    ({ field, message }) => `${field}: ${message}`,
  )
