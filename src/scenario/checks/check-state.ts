import type { Place } from '../place.ts'

/**
 * `waiting`: a check that this one needs has not passed. `pending`: the check is not true yet. `failed`: the failcheck
 * is true. `error`: the expression cannot be evaluated, which is a mistake of the author.
 */
export type CheckStatus = 'waiting' | 'pending' | 'passed' | 'failed' | 'error'

export interface CheckState {
  readonly status: CheckStatus
  /** The author's message for the status, or the error. */
  readonly message?: string
  /** Why the expression cannot be evaluated yet, for the author: `no such key: readyReplicas`. */
  readonly reason?: string
  /** The position of an error in the expression. */
  readonly place?: Place
}

/** The states of a step's checks by their names. */
export type CheckStates = ReadonlyMap<string, CheckState>
