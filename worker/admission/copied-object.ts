import { copyJson } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Trace } from '../observability/trace.ts'

/** A copy for `Trace.changedBy`. Undefined while no reader follows the requests, because a write should copy nothing then. */
export const copyBefore = (trace: Trace, object: ApiObject | undefined): ApiObject | undefined =>
  trace.changedBy !== undefined && object !== undefined ? copyJson(object) : undefined
