import { boundedNumber } from './numbers.ts'
import { sortedKeys } from './byte-order.ts'
import { asGiven } from './given-empty.ts'
import { quote } from './go-format.ts'
import type { Json } from './json.ts'
import { isObject, objectOrEmpty, stringOrEmpty } from './json.ts'

/**
 * Prints a JSON value as Go's `%#v` prints a value of a declared type, such as `core.Taint{Key:"a", Effect:""}`. The real server
 * prints such values in messages about invalid fields. A declaration maps the types and fields of the real server's source to the
 * field names of the JSON.
 */
export type GoPrinter = (value: Json | readonly Json[] | undefined) => string

/** The JSON name of a string field, or the name and the printer of a field of another type. */
type GoField = string | readonly [key: string, print: GoPrinter]

/** The recordings replace the address of every pointer with this one. */
const ADDRESS = '0xc000000000'

export const goString: GoPrinter = (value) => quote(stringOrEmpty(value))
export const goInteger: GoPrinter = (value) => String(value ?? 0)

/** A pointer: `(*int64)(nil)`, or the address of a value. */
export const goPointer =
  (type: string): GoPrinter =>
  (value) =>
    `(*${type})(${value === undefined || value === null ? 'nil' : ADDRESS})`

/** A slice: `[]string{"a"}`; `[]string(nil)` for an omitted field. */
export const goSlice =
  (type: string, print: GoPrinter = (item) => quote(String(item))): GoPrinter =>
  (value) =>
    Array.isArray(value) ? `[]${type}{${value.map((item) => print(item)).join(', ')}}` : `[]${type}(nil)`

export const goStrings = goSlice('string')

export const goStringMap: GoPrinter = (value) => {
  if (!isObject(value)) return 'map[string]string(nil)'
  const pairs = sortedKeys(value).map((key) => `${quote(key)}:${quote(String(value[key]))}`)
  return `map[string]string{${pairs.join(', ')}}`
}

/** A struct with Go fields in the order of their declaration. */
export const goStruct =
  (type: string, fields: Readonly<Record<string, GoField>>): GoPrinter =>
  (value) => {
    const object = objectOrEmpty(value)
    const shown = Object.entries(fields).map(([name, field]) => {
      const [key, print] = typeof field === 'string' ? ([field, goString] as const) : field
      return `${name}:${print(asGiven(object, key))}`
    })
    return `${type}{${shown.join(', ')}}`
  }

export const goIntOrString: GoPrinter = (value) => {
  const text = typeof value === 'string'
  return `intstr.IntOrString{Type:${text ? 1 : 0}, IntVal:${text ? 0 : boundedNumber(value ?? 0)}, StrVal:${quote(text ? value : '')}}`
}

/** Returns bytes as Go prints them, such as `[]uint8{0x7b, 0x7d}`. */
export const goBytes = (type: 'byte' | 'uint8', bytes: Iterable<number>): string =>
  `[]${type}{${Array.from(bytes, (byte) => `0x${byte.toString(16)}`).join(', ')}}`

const REQUIREMENT = 'v1.LabelSelectorRequirement'

export const goLabelSelector = goStruct('v1.LabelSelector', {
  MatchLabels: ['matchLabels', goStringMap],
  MatchExpressions: [
    'matchExpressions',
    goSlice(REQUIREMENT, goStruct(REQUIREMENT, { Key: 'key', Operator: 'operator', Values: ['values', goStrings] })),
  ],
})
