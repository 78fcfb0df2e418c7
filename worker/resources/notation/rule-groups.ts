import type { Rule } from './rule.ts'

/**
 * Splits the rules of an update into groups. `whole` is a run of all rules of a new object, `change` the rules before or
 * after such a run.
 */
export function groupsOf(
  updates: readonly Rule[],
  whole: readonly Rule[],
): { readonly of: 'whole' | 'change'; readonly rules: readonly Rule[] }[] {
  const groups: { of: 'whole' | 'change'; rules: Rule[] }[] = []
  for (let index = 0; index < updates.length;) {
    if (whole.length > 0 && whole.every((rule, offset) => updates[index + offset] === rule)) {
      groups.push({ of: 'whole', rules: [...whole] })
      index += whole.length
      continue
    }
    const rule = updates[index++]
    const last = groups.at(-1)
    if (rule === undefined) continue
    if (last?.of === 'change') last.rules.push(rule)
    else groups.push({ of: 'change', rules: [rule] })
  }
  return groups
}

/**
 * The rules of single parts that creates and updates share. The status is excluded, because writes of the status have
 * their own rules.
 */
export function rulesOfParts(rules: readonly Rule[], updates: readonly Rule[]): ReadonlySet<Rule> {
  const common = new Set(updates)
  return new Set(rules.filter((rule) => common.has(rule) && ![undefined, 'status'].includes(partOf(rule))))
}

/** The top-level field whose value the rule checks. */
export const partOf = (rule: Rule): string | undefined => ('path' in rule ? rule.path[0] : undefined)
