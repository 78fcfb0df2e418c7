import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { listAt, textAt } from '../../resources/path.ts'
import type { Indexes } from './completion-indexes.ts'
import { countIndexes, countShared, parseIndexes } from './completion-indexes.ts'

/** The message of the first met success rule; undefined when no rule is met. */
export function metSuccessRule(
  policy: JsonObject | undefined,
  completions: number,
  succeeded: Indexes,
): string | undefined {
  if (policy === undefined || succeeded.length === 0) return undefined
  const met = listAt(policy, 'rules')
    .filter(isObject)
    .findIndex((rule) => isMet(rule, completions, succeeded))
  return met < 0 ? undefined : `Matched rules at index ${met}`
}

function isMet(rule: JsonObject, completions: number, succeeded: Indexes): boolean {
  const { succeededIndexes, succeededCount } = rule
  const enough = typeof succeededCount === 'number' ? succeededCount : Infinity
  if (typeof succeededIndexes !== 'string') return countIndexes(succeeded) >= enough
  const wanted = parseIndexes(textAt(rule, 'succeededIndexes'), completions)
  const shared = countShared(wanted, succeeded)
  return wanted.length > 0 && (shared === countIndexes(wanted) || shared >= enough)
}
