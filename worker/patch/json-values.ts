import type { Json, JsonObject } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'

/** Whether structure and values are equal. A missing key and an undefined one are equal; null differs. `1` equals `1n`. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equalJson(item, b[i]))
  }
  if (isObject(a)) {
    return isObject(b) && equalMembers(a, b)
  }
  // Compares `1` with `1n`, which is rare: the JSON reader returns a bigint only beyond 2^53.
  return isNumber(a) && isNumber(b) && !(a < b) && !(a > b)
}

/** Whether the objects are equal when the member `except` of both is ignored. */
export const equalExcept = (except: string, a: JsonObject, b: JsonObject): boolean => equalMembers(a, b, except)

function equalMembers(a: JsonObject, b: JsonObject, except?: string): boolean {
  let unmatched = 0
  for (const key in a) {
    const value = a[key]
    if (value === undefined || key === except) continue
    const other = ownMember(b, key)
    if (other === undefined || !equalJson(value, other)) return false
    unmatched++
  }
  for (const key in b) if (b[key] !== undefined && key !== except) unmatched--
  return unmatched === 0
}

const isNumber = (value: Json | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** The keys without those whose value is undefined, which means absent. */
export function presentKeys(value: { readonly [key: string]: unknown }): string[] {
  const keys = Object.keys(value)
  return keys.some((key) => value[key] === undefined) ? keys.filter((key) => value[key] !== undefined) : keys
}
