import type { Dialect } from '../../dialect/dialect.ts'
import type { Rule } from './rule.ts'

/** Replaces each `all` by its rules when this does not change the result. */
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

/** The field without which a rule reports nothing. */
export function fieldOf(rule: Rule, spell: Dialect['spell']): string | undefined {
  switch (rule.rule) {
    case 'at': {
      const asksAbsentOnes = rule.path.length === 1 && someAskAbsent(rule.rules, spell)
      return rule.shown !== undefined || asksAbsentOnes ? undefined : rule.path[0]
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

/** Whether any of the rules checks an absent value; most objects leave out most fields. */
export const someAskAbsent = (rules: readonly Rule[], spell: Dialect['spell']): boolean =>
  rules.some((rule) => asksAbsent(rule, spell))

function asksAbsent(rule: Rule, spell: Dialect['spell']): boolean {
  switch (rule.rule) {
    case 'required':
    case 'tried':
      return true
    case 'check':
      return rule.absent
    case 'at':
      return rule.shown !== undefined && someAskAbsent(rule.rules, spell)
    case 'all':
      return someAskAbsent(rule.rules, spell)
    case 'spelled':
      return someAskAbsent(rule.rules(spell), spell)
    default:
      return false
  }
}
