import type { Json, JsonObject } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'

/** Same structure and values. An absent key differs from one that holds null; `1` equals `1n`. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equalJson(item, b[i]))
  }
  if (isObject(a)) {
    return isObject(b) && equalMembers(a, b)
  }
  // The strict reader holds an integer as bigint only beyond 2^53, so this is rarely reached.
  return isNumber(a) && isNumber(b) && !(a < b) && !(a > b)
}

/** The same but for one member, which each may have or not. */
export const equalBut = (but: string, a: JsonObject, b: JsonObject): boolean => equalMembers(a, b, but)

function equalMembers(a: JsonObject, b: JsonObject, but?: string): boolean {
  let unmatched = 0
  for (const key in a) {
    const value = a[key]
    if (value === undefined || key === but) continue
    const other = ownMember(b, key)
    if (other === undefined || !equalJson(value, other)) return false
    unmatched++
  }
  for (const key in b) if (b[key] !== undefined && key !== but) unmatched--
  return unmatched === 0
}

const isNumber = (value: Json | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Keys whose value is there; `undefined` stands for absence wherever objects are built by spreading. */
export function presentKeys(value: { readonly [key: string]: unknown }): string[] {
  const keys = Object.keys(value)
  return keys.some((key) => value[key] === undefined) ? keys.filter((key) => value[key] !== undefined) : keys
}

/** Sets a key whatever its name: `__proto__` is data like any other. */
export function setKey(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  } else object[key] = value
}
