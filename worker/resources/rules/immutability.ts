import type { Json, JsonObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Rule } from '../notation/rule.ts'
import { checkAlways } from '../notation/rule.ts'
import { stringOrEmpty } from '../../api/json.ts'

/** Whether a value is absent, or Go does not distinguish it from an absent one. */
const isNone = (value: Json | undefined): boolean => value === undefined || value === null || value === ''

const isKept = (value: Json | undefined, old: Json | undefined): boolean =>
  isNone(value) ? isNone(old) : equalJson(value, old)

/** Refuses a change on update. `show` prints the new value, or an absent one, in the error. */
export const immutableAs = (show: (value: Json | undefined) => string): Rule =>
  checkAlways((value, place, old) => {
    if (place.old !== undefined && !isKept(value, old)) place.invalidShown(show(value), 'field is immutable')
  })

/** Refuses a changed text; an absent one equals the empty one. */
export const immutableText: Rule = immutableAs((value) => quote(stringOrEmpty(value)))

/** Refuses a change on update; `text` is the error without the value. */
export const keptOr = (text: string): Rule =>
  checkAlways((value, place, old) => {
    if (place.old !== undefined && !isKept(value, old)) place.forbidden(text)
  })

/** Prints a struct, or `"null"` for an absent one. */
export const shownOrNull =
  (show: (value: JsonObject) => string) =>
  (value: Json | undefined): string =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? show(value) : '"null"'
