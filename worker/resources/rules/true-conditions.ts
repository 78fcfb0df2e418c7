import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../path.ts'

/** The types of the conditions in the status of an object that are true. */
export const trueConditions = (object: ApiObject): ReadonlySet<string> =>
  new Set(
    listAt(object, 'status.conditions')
      .filter(isObject)
      .filter(({ status }) => status === 'True')
      .map((condition) => textAt(condition, 'type')),
  )
