import type { Json, JsonObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Rule } from '../notation/rule.ts'
import { checkAlways } from '../notation/rule.ts'
import { stringOrEmpty } from '../../api/json.ts'

/** Nothing, or what Go cannot tell from it. */
const isNone = (value: Json | undefined): boolean => value === undefined || value === null || value === ''

const isKept = (value: Json | undefined, old: Json | undefined): boolean =>
  isNone(value) ? isNone(old) : equalJson(value, old)

/** What an update may not change; the error shows the new value as `show` prints it, also where there is none. */
export const immutableAs = (show: (value: Json | undefined) => string): Rule =>
  checkAlways((value, place, old) => {
    if (place.old !== undefined && !isKept(value, old)) place.invalidShown(show(value), 'field is immutable')
  })

/** A text that may not change; none is the empty one. */
export const immutableText: Rule = immutableAs((value) => quote(stringOrEmpty(value)))

/** What an update may not change; `text` says so without the value. */
export const keptOr = (text: string): Rule =>
  checkAlways((value, place, old) => {
    if (place.old !== undefined && !isKept(value, old)) place.forbidden(text)
  })

/** Of a struct that may be absent. */
export const shownOrNull =
  (show: (value: JsonObject) => string) =>
  (value: Json | undefined): string =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? show(value) : '"null"'
