import type { UserInfo } from '../api/user.ts'

/**
 * The action that a user requests. `verb` is `get`, `list`, `create` ... for resources, the lower-case method
 * otherwise.
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
  /** The reason in reviews and at the end of refusals. */
  readonly reason: string
  /** The error of a mode. When no mode decides, the answer has this error instead of a refusal. */
  readonly error?: string
  /** For the request's trace: the group or the relation that allowed the request. */
  readonly because?: string
}

export const NO_OPINION: Decision = { effect: 'no-opinion', reason: '' }

/** A permission in the form of a role's rule. An empty list: the rule covers no resources, or no paths. */
export interface PolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  /** Empty: objects of any name. */
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

export interface RuleList {
  readonly rules: readonly PolicyRule[]
  /** The user may have permissions that rules cannot express. */
  readonly incomplete: boolean
  /** Why rules are missing; empty when the list is complete. */
  readonly error: string
}

export const NO_RULES: RuleList = { rules: [], incomplete: false, error: '' }

/** A rule that a role gives the user, compared with a request. */
export interface RuleCheck {
  /** `RoleBinding "b/ns" of Role "r" to User "alice"` */
  readonly binding: string
  readonly rule: PolicyRule
  /** The parts of the request that the rule does not cover: `verb delete`; empty when it allows the request. */
  readonly lacks: readonly string[]
}

/**
 * One mode of authorisation. Called once for every request after authentication, in the configured order. The first
 * mode that allows or denies decides; without a decision the request is denied.
 */
export interface Authorizer {
  readonly name: string
  authorize(attributes: Attributes): Promise<Decision> | Decision
  /** The rules of this mode for a user in a namespace. */
  rules(user: UserInfo, namespace: string): Promise<RuleList> | RuleList
  /** The rules nearest to the request as they are now; a rule that allows it comes first. Absent for modes without rules. */
  explain?(attributes: Attributes): readonly RuleCheck[]
}
