/** A JSON value as the server holds it. Integers beyond 2^53 are held as `bigint` by the strict reader. */
export type Json = string | number | bigint | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json | undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets a key that a client chose: an assignment to `__proto__` would set the prototype. */
export function setKey(object: JsonObject, key: string, value: Json): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
