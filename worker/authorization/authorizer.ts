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
  /** For a person: the rule or the reason. */
  readonly reason: string
}

/**
 * One mode of authorisation. Called once for every request after authentication, in the configured order; the first that
 * allows or denies decides, and a request on which nobody has an opinion is denied.
 */
export interface Authorizer {
  readonly name: string
  authorize(attributes: Attributes): Promise<Decision> | Decision
}
