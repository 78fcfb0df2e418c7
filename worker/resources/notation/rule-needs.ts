import type { Dialect } from '../../dialect/dialect.ts'
import type { Rule } from './rule.ts'

/** The rules with those of `all` among them, where it makes no difference that they stood together. */
export function flattened(rules: readonly Rule[], spell: Dialect['spell']): readonly Rule[] {
  return rules.flatMap((rule) => {
    if (rule.rule === 'spelled') return flattened(rule.rules(spell), spell)
    if (rule.rule !== 'all') return rule
    const inner = flattened(rule.rules, spell)
    return inner.some(canEnd) ? rule : inner
  })
}

/** Whether the rules that follow may not be asked any more. */
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

/** The field without which a rule has nothing to say. */
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

/** Whether rules have something to say about a value that is not there; most objects leave most fields out. */
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
