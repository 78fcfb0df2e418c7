import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'

/** Same structure and values. An absent key differs from one that holds null; `1` equals `1n`. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equalJson(item, b[i]))
  }
  if (isObject(a)) {
    if (!isObject(b)) return false
    const keys = presentKeys(a)
    return (
      keys.length === presentKeys(b).length && keys.every((key) => b[key] !== undefined && equalJson(a[key], b[key]))
    )
  }
  // The strict reader holds an integer as bigint only beyond 2^53, so this is rarely reached.
  return isNumber(a) && isNumber(b) && !(a < b) && !(a > b)
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
