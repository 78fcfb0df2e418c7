import type { UserInfo } from '../api/user.ts'

/**
 * The action that a user requests. For resources `verb` is `get`, `list`, `create` and so on; for other paths it is the
 * HTTP method in lower case.
 */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: string
  readonly resourceRequest: boolean
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly path: string
}

export interface Decision {
  readonly effect: 'allow' | 'deny' | 'no-opinion'
  /** The reason, for the status of access reviews and the end of a refusal's message. */
  readonly reason: string
  /** The error of a mode. When no mode allows the request, the answer is this error instead of a refusal. */
  readonly error?: string
  /** The group, or the relation of a node to the object, that allowed the request; for the request's trace. */
  readonly because?: string
}

export const NO_OPINION: Decision = { effect: 'no-opinion', reason: '' }

/** A permission in the form of an RBAC rule. Empty `resources` cover no resources, empty `nonResourceURLs` no paths. */
export interface PolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  /** The names of the covered objects; an empty list covers objects of any name. */
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

export interface RuleList {
  readonly rules: readonly PolicyRule[]
  /** Whether the user may have permissions that rules cannot express. */
  readonly incomplete: boolean
  /** The reason why rules are missing; empty when the list is complete. */
  readonly error: string
}

export const NO_RULES: RuleList = { rules: [], incomplete: false, error: '' }

/** A rule that a role gives the user, compared with a request. */
export interface RuleCheck {
  /** The binding that gives the user the role: `RoleBinding "b/ns" of Role "r" to User "alice"`. */
  readonly binding: string
  readonly rule: PolicyRule
  /** The parts of the request that the rule does not cover, such as `verb delete`; empty when the rule allows the request. */
  readonly lacks: readonly string[]
}

/**
 * One mode of authorisation. After authentication, the server calls the modes in the configured order until one allows or
 * denies the request. When none does, the request is denied.
 */
export interface Authorizer {
  readonly name: string
  authorize(attributes: Attributes): Promise<Decision> | Decision
  /** The rules of this mode for a user in a namespace. */
  rules(user: UserInfo, namespace: string): Promise<RuleList> | RuleList
  /** The user's current rules, those with the fewest `lacks` first. Absent for modes without rules. */
  explain?(attributes: Attributes): readonly RuleCheck[]
}
