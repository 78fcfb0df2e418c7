import { sortedKeys } from '../../../worker/api/byte-order.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { Json, JsonObject } from '../../../worker/api/json.ts'

/** JSON in kubectl's layout: four spaces for each level, sorted keys, `<`, `>` and `&` escaped. */
export function indentedJson(value: Json | undefined): string {
  return write(value, '\n', sortedKeys)
}

/** JSON in the layout of `indentedJson` with unsorted keys, for values with a fixed order of fields. */
export function orderedJson(value: Json | undefined): string {
  return write(value, '\n', Object.keys)
}

/** JSON in the layout of `indentedJson`, with sorted keys in nested objects only. */
export function nestedJson(value: JsonObject): string {
  return write(value, '\n', (object) => (object === value ? Object.keys(object) : sortedKeys(object)))
}

/** JSON without white space and with unsorted keys. */
export function compactOrderedJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(compactOrderedJson).join(',')}]`
  if (!isObject(value)) return goJson(value)
  const keys = Object.keys(value).filter((key) => value[key] !== undefined)
  return `{${keys.map((key) => `${goJson(key)}:${compactOrderedJson(value[key])}`).join(',')}}`
}

function write(value: Json | undefined, line: string, keysOf: (value: object) => string[]): string {
  const inner = `${line}    `
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${value.map((item) => inner + write(item, inner, keysOf)).join(',')}${line}]`
  if (!isObject(value)) return goJson(value)
  const keys = keysOf(value).filter((key) => value[key] !== undefined)
  if (keys.length === 0) return '{}'
  return `{${keys.map((key) => `${inner}${goJson(key)}: ${write(value[key], inner, keysOf)}`).join(',')}${line}}`
}
