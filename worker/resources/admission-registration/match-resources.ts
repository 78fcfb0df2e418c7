import { made } from '../notation/defaults.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, each, oneOf } from '../notation/rule.ts'
import { labelSelector } from '../rules/label-selector.ts'
import { namedOperationRule } from './operation-rules.ts'

/** The defaults of `matchConstraints` and `matchResources`. */
export const matchDefaults = {
  matchPolicy: 'Equivalent',
  namespaceSelector: made(),
  objectSelector: made(),
  resourceRules: { scope: '*' },
  excludeResourceRules: { scope: '*' },
} as const

/** The selection of requests to which a policy applies. */
export const matchResources: Rule = all(
  at('matchPolicy', oneOf('Equivalent', 'Exact')),
  at('namespaceSelector', labelSelector),
  at('objectSelector', labelSelector),
  each('resourceRules', namedOperationRule),
  each('excludeResourceRules', namedOperationRule),
)
