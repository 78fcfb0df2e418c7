import { aggregateText, quote } from '../../api/go-format.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Authorizer, PolicyRule, RuleCheck } from '../authorizer.ts'
import { NO_OPINION } from '../authorizer.ts'
import type { RbacPolicy } from './policy.ts'
import { uncoveredParts, rulesAllow } from './policy-rules.ts'
import type { Binding, RoleReference } from './role-bindings.ts'
import { describeBinding } from './role-bindings.ts'

/** The maximum number of rules in an explanation. */
const EXPLAINED = 3

/**
 * Returns the authorizer of `--authorization-mode=RBAC`. It allows the permissions of the roles that are bound to the user and to
 * the user's groups.
 */
export function rbac(policy: RbacPolicy, { spell }: Dialect): Authorizer {
  const group = spell('rbac.authorization.{domain}')
  const missing = ({ kind, name }: RoleReference): string => `${kind.toLowerCase()}.${group} ${quote(name)} not found`
  return {
    name: 'RBAC',
    authorize(attributes) {
      const { user, namespace } = attributes
      let allowing: Binding | undefined
      const errors: string[] = []
      policy.some(user, attributes.resourceRequest ? namespace : '', (rules, binding) => {
        if (rules === undefined) errors.push(missing(binding.role))
        else if (rulesAllow(rules, attributes)) allowing = binding
        return allowing !== undefined
      })
      if (allowing !== undefined) {
        return { effect: 'allow', reason: `RBAC: allowed by ${describeBinding(allowing, user)}` }
      }
      return errors.length === 0 ? NO_OPINION : { effect: 'no-opinion', reason: `RBAC: ${aggregateText(errors)}` }
    },
    explain(attributes) {
      const { user, namespace } = attributes
      const checks: RuleCheck[] = []
      policy.some(user, attributes.resourceRequest ? namespace : '', (rules, binding) => {
        for (const rule of rules ?? [])
          checks.push({ binding: describeBinding(binding, user), rule, lacks: uncoveredParts(rule, attributes) })
        return false
      })
      return checks.sort((a, b) => a.lacks.length - b.lacks.length).slice(0, EXPLAINED)
    },
    rules(user, namespace) {
      const { rules, absent } = rulesOf(policy, user, namespace)
      return { rules, incomplete: false, error: aggregateText(absent.map(missing)) }
    },
  }
}

interface OwnRules {
  readonly rules: readonly PolicyRule[]
  /** Bound roles that do not exist. */
  readonly absent: readonly RoleReference[]
}

/** All rules of a user in a namespace. */
export function rulesOf(policy: RbacPolicy, user: Parameters<RbacPolicy['some']>[0], namespace: string): OwnRules {
  const seen = new Set<Binding>()
  const rules: PolicyRule[] = []
  const absent: RoleReference[] = []
  policy.some(user, namespace, (own, binding) => {
    if (!seen.has(binding)) {
      seen.add(binding)
      if (own === undefined) absent.push(binding.role)
      else for (const rule of own) rules.push(rule)
    }
    return false
  })
  return { rules, absent }
}
