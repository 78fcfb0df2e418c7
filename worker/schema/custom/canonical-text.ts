import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'

/** A text that is equal for equal values, regardless of the order of keys. */
export function canonicalText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value === 'bigint') return String(value)
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`).join(',')}}`
}
