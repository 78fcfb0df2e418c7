import type { ApiObject } from '../api/object.ts'
import type { UserInfo } from '../api/user.ts'

/** The write of an object; `old` is undefined when the object is created. */
export interface GuardedWrite {
  readonly user: UserInfo
  /** The namespace of the request; empty for cluster scope. */
  readonly namespace: string
  /** The name in the request; empty on create. */
  readonly name: string
  readonly object: ApiObject
  readonly old: ApiObject | undefined
}

/**
 * Refuses a permitted write because of its content: a role that grants more than its author has, or a policy with params
 * that its author may not read. Called after mutating admission: guards of grants before the validation of the object,
 * guards of references after it.
 * @throws StatusError
 */
export type WriteGuard = (write: GuardedWrite) => Promise<void> | void
