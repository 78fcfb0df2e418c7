import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { timeOf } from '../object-parts.ts'

/** A condition of a request. */
export interface RequestCondition {
  /** `Approved`, `Denied`, `Failed`, or a type of another signer. */
  readonly type: string
  /** The last update in milliseconds since 1970; undefined when the condition has no such time. */
  readonly at: number | undefined
}

export const conditionsOf = (request: ApiObject): RequestCondition[] =>
  listAt(request, 'status.conditions')
    .filter(isObject)
    .map((one) => ({ type: textAt(one, 'type'), at: timeOf(one['lastUpdateTime']) }))

export const isIssued = (request: ApiObject): boolean => textAt(request, 'status.certificate') !== ''
