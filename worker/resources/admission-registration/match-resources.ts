import { made } from '../notation/defaults.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, each, oneOf } from '../notation/rule.ts'
import { labelSelector } from '../rules/label-selector.ts'
import { namedOperationRule } from './operation-rules.ts'

/** What a policy leaves out of the requests it is about. */
export const matchDefaults = {
  matchPolicy: 'Equivalent',
  namespaceSelector: made(),
  objectSelector: made(),
  resourceRules: { scope: '*' },
  excludeResourceRules: { scope: '*' },
} as const

/** Which requests a policy is about. */
export const matchResources: Rule = all(
  at('matchPolicy', oneOf('Equivalent', 'Exact')),
  at('namespaceSelector', labelSelector),
  at('objectSelector', labelSelector),
  each('resourceRules', namedOperationRule),
  each('excludeResourceRules', namedOperationRule),
)
