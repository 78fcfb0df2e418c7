import type { Difference } from '../../worker/patch/json-differences.ts'

/** One change of an object, as the server returns it. */
export interface ObjectChange {
  readonly revision: number
  readonly time: string
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly user: string
  readonly verb: string
  /** The program that wrote the change: a User-Agent, or the name of a controller. */
  readonly agent: string
  /** The audit id of the request. */
  readonly requestId: string
  /** The field managers of the write. */
  readonly managers: readonly string[]
  /** The differences from the previous revision, for updates only. */
  readonly changes: readonly FieldChange[]
}

export type FieldChange = Difference
