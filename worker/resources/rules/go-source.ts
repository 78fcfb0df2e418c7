import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { quote } from '../../api/field-error.ts'
import { asGiven } from '../../schema/given-empty.ts'

/** Values as the real server prints them where its texts hold Go source. */

export const goStrings = (value: Json | undefined): string =>
  Array.isArray(value) ? `[]string{${value.map((item) => quote(String(item))).join(', ')}}` : '[]string(nil)'

export function goStringMap(value: Json | undefined): string {
  if (!isObject(value)) return 'map[string]string(nil)'
  const pairs = Object.keys(value)
    .sort()
    .map((key) => `${quote(key)}:${quote(String(value[key]))}`)
  return `map[string]string{${pairs.join(', ')}}`
}

export function goIntOrString(value: Json | undefined): string {
  const text = typeof value === 'string'
  return `intstr.IntOrString{Type:${text ? 1 : 0}, IntVal:${text ? 0 : Number(value ?? 0)}, StrVal:${quote(text ? value : '')}}`
}

/** `[]uint8{0x7b, 0x7d}` */
export const goBytes = (type: 'byte' | 'uint8', bytes: Iterable<number>): string =>
  `[]${type}{${Array.from(bytes, (byte) => `0x${byte.toString(16)}`).join(', ')}}`

const text = (value: Json | undefined): string => quote(typeof value === 'string' ? value : '')

export function goLabelSelector(selector: JsonObject): string {
  const matchExpressions = asGiven(selector, 'matchExpressions')
  const type = 'v1.LabelSelectorRequirement'
  const requirements = Array.isArray(matchExpressions)
    ? `{${matchExpressions
        .filter(isObject)
        .map(
          (requirement) =>
            `${type}{Key:${text(requirement['key'])}, Operator:${text(requirement['operator'])}, Values:${goStrings(asGiven(requirement, 'values'))}}`,
        )
        .join(', ')}}`
    : '(nil)'
  return `v1.LabelSelector{MatchLabels:${goStringMap(asGiven(selector, 'matchLabels'))}, MatchExpressions:[]${type}${requirements}}`
}
