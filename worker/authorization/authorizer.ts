import type { UserInfo } from '../api/user.ts'

/** What a user wants to do. `verb` is `get`, `list`, `create` ... for resources, the lower-case method otherwise. */
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
  /** What reviews answer and refusals end in. */
  readonly reason: string
  /** Why a mode could not tell. A request that nobody allows is then answered with this instead of a refusal. */
  readonly error?: string
  /** What else a person wants to know, for the request's trace: the group or the relation that allowed it. */
  readonly because?: string
}

export const NO_OPINION: Decision = { effect: 'no-opinion', reason: '' }

/** What somebody may do, as roles say it. An empty list means that the rule is about something else. */
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
  /** More may be allowed than rules can say. */
  readonly incomplete: boolean
  /** Why some are missing; empty where all is well. */
  readonly error: string
}

export const NO_RULES: RuleList = { rules: [], incomplete: false, error: '' }

/**
 * One mode of authorisation. Called once for every request after authentication, in the configured order; the first that
 * allows or denies decides, and a request on which nobody has an opinion is denied.
 */
export interface Authorizer {
  readonly name: string
  authorize(attributes: Attributes): Promise<Decision> | Decision
  /** The rules that this mode knows for somebody in a namespace. */
  rules(user: UserInfo, namespace: string): Promise<RuleList> | RuleList
}
