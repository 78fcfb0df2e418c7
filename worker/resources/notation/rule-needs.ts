import type { Dialect } from '../../dialect/dialect.ts'
import type { Rule } from './rule.ts'

/** Replaces each `spelled` by its rules, and each `all` when none of its rules can end the rules that follow. */
export function flattened(rules: readonly Rule[], spell: Dialect['spell']): readonly Rule[] {
  return rules.flatMap((rule) => {
    if (rule.rule === 'spelled') return flattened(rule.rules(spell), spell)
    if (rule.rule !== 'all') return rule
    const inner = flattened(rule.rules, spell)
    return inner.some(canEnd) ? rule : inner
  })
}

/** Whether a rule may end the rules that follow it. */
function canEnd(rule: Rule): boolean {
  switch (rule.rule) {
    case 'required':
    case 'check':
    case 'object':
      return true
    case 'at':
      return rule.path.length === 0
    default:
      return false
  }
}

/** The field without which a rule reports nothing; undefined for a rule that may report something in any case. */
export function fieldOf(rule: Rule, spell: Dialect['spell']): string | undefined {
  switch (rule.rule) {
    case 'at': {
      const checksAbsent = rule.path.length === 1 && someCheckAbsentValues(rule.rules, spell)
      return rule.shown !== undefined || checksAbsent ? undefined : rule.path[0]
    }
    case 'each':
    case 'entries':
      return rule.path[0]
    case 'object':
      return rule.field
    default:
      return undefined
  }
}

/** Whether any of the rules checks an absent value. */
export const someCheckAbsentValues = (rules: readonly Rule[], spell: Dialect['spell']): boolean =>
  rules.some((rule) => checksAbsentValues(rule, spell))

function checksAbsentValues(rule: Rule, spell: Dialect['spell']): boolean {
  switch (rule.rule) {
    case 'required':
    case 'withVerdict':
      return true
    case 'check':
      return rule.absent
    case 'at':
      return rule.shown !== undefined && someCheckAbsentValues(rule.rules, spell)
    case 'all':
      return someCheckAbsentValues(rule.rules, spell)
    case 'spelled':
      return someCheckAbsentValues(rule.rules(spell), spell)
    default:
      return false
  }
}
