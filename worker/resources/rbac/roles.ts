import type { Rule } from '../notation/rule.ts'
import { at, each, required, withVerdict } from '../notation/rule.ts'
import { labelSelector } from '../rules/label-selector.ts'
import type { Kind } from '../resource.ts'
import { policyRules } from './role-rules.ts'

const ofNamespace: readonly Rule[] = [policyRules(true)]

const selector = withVerdict((_selector, place, isGood) => {
  if (!isGood) place.invalid(null, 'invalid label selector.')
}, labelSelector)

const noSelectors = required('at least one clusterRoleSelector required if aggregationRule is non-nil')

const ofCluster: readonly Rule[] = [
  policyRules(false),
  at('aggregationRule', at('clusterRoleSelectors', noSelectors), each('clusterRoleSelectors', selector)),
]

/** On an update, the real server validates roles and cluster roles twice and reports each error twice. */
export const roles = {
  resource: 'rbac.authorization.{domain}/roles',
  rules: ofNamespace,
  updates: [...ofNamespace, ...ofNamespace],
} satisfies Kind

export const clusterRoles = {
  resource: 'rbac.authorization.{domain}/clusterroles',
  rules: ofCluster,
  updates: [...ofCluster, ...ofCluster],
} satisfies Kind
