import { copyJson } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Trace } from '../observability/trace.ts'

/** A copy for `Trace.changedBy`; undefined while no reader follows the requests, so that a write copies nothing. */
export const copyBefore = (trace: Trace, object: ApiObject | undefined): ApiObject | undefined =>
  trace.changedBy !== undefined && object !== undefined ? copyJson(object) : undefined
