import { isObject } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'

const SEALED = 'field is immutable when `immutable` is set'

/** An object with `immutable` set may not change that field or these. */
export const sealed = (...fields: readonly string[]): Rule =>
  checkObject((object, place, old) => {
    if (old?.['immutable'] !== true) return
    if (object['immutable'] !== true) place.forbidden(SEALED, 'immutable')
    for (const field of fields) {
      const [now, before] = [object[field], old[field]].map((value) => (isObject(value) ? value : {}))
      if (!equalJson(now, before)) place.forbidden(SEALED, field)
    }
  })
