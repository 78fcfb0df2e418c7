/** A JSON value as the server holds it. Integers beyond 2^53 are held as `bigint` by the strict reader. */
export type Json = string | number | bigint | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json | undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
