import { asGiven } from '../../api/given-empty.ts'
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
      // A stored object has no empty map, and the real server distinguishes one from an absent map.
      if (!equalJson(asGiven(object, field) ?? null, old[field] ?? null)) place.forbidden(IMMUTABLE, field)
    }
  })
