import { objectOrEmpty } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'

const IMMUTABLE = 'field is immutable when `immutable` is set'

/** An object with `immutable: true` may change neither that field nor the given ones. */
export const immutableByFlag = (...fields: readonly string[]): Rule =>
  checkObject((object, place, old) => {
    if (old?.['immutable'] !== true) return
    if (object['immutable'] !== true) place.forbidden(IMMUTABLE, 'immutable')
    for (const field of fields) {
      const [now, before] = [object[field], old[field]].map((value) => objectOrEmpty(value))
      if (!equalJson(now, before)) place.forbidden(IMMUTABLE, field)
    }
  })
