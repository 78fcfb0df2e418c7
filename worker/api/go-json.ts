import { sortedKeys } from './byte-order.ts'
import type { Json } from './json.ts'
import { isObject } from './json.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

const ESCAPES = lookupTable<string>({
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
})
const SPECIAL = /[<>&\u2028\u2029]/g

/** JSON as Go's encoder writes it: keys in byte order, `<`, `>` and `&` escaped, integers of any size. */
export function goJson(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string')
    return JSON.stringify(value).replace(SPECIAL, (character) => ESCAPES[character] ?? character)
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`
  if (!isObject(value)) return Object.is(value, -0) ? '-0' : String(value)
  const keys = sortedKeys(value).filter((key) => value[key] !== undefined)
  return `{${keys.map((key) => `${goJson(key)}:${goJson(value[key])}`).join(',')}}`
}
