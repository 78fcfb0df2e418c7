import type { ApiObject } from '../api/object.ts'
import type { UserInfo } from '../api/user.ts'

/** A write of an object that is to be stored; `old` is undefined where it is made anew. */
export interface GuardedWrite {
  readonly user: UserInfo
  /** Of the request; empty for cluster scope. */
  readonly namespace: string
  /** Of the request; empty on create. */
  readonly name: string
  readonly object: ApiObject
  readonly old: ApiObject | undefined
}

/**
 * Refuses writes that their author may make by name but not with this content: a role that grants more than its author
 * has, a policy that reads what its author may not. Called after mutating admission; guards of grants before validation
 * of the object, guards of references behind it.
 * @throws StatusError
 */
export type WriteGuard = (write: GuardedWrite) => Promise<void> | void
