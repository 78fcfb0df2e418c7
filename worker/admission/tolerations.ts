import type { JsonObject } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import { textOf } from './object-parts.ts'
import { integerAt } from '../resources/path.ts'

/** Both lists together, without tolerations that another toleration covers. The first of equal tolerations remains. */
export function mergeTolerations(first: readonly JsonObject[], second: readonly JsonObject[]): JsonObject[] {
  const all = [...first, ...second]
  const places = new Map<string, number[]>()
  for (const [i, toleration] of all.entries()) {
    const range = rangeOf(toleration)
    const same = places.get(range)
    if (same === undefined) places.set(range, [i])
    else same.push(i)
  }
  const merged = new Set<number>()
  for (const [i, toleration] of all.entries()) {
    const isCovered = (at: number): boolean => {
      const other = all[at] ?? {}
      if (at < i) return merged.has(at) && covers(other, toleration)
      return at > i && !equalJson(toleration, other) && covers(other, toleration)
    }
    if (!widerRanges(toleration).some((range) => places.get(range)?.some(isCovered))) merged.add(i)
  }
  return [...merged].map((at) => all[at] ?? {})
}

const rangeText = (key: string, operator: string, value: string): string =>
  JSON.stringify(operator === 'Exists' ? [key] : [key, value])

/** The key of a toleration, or its key and value: only tolerations of equal or wider ranges can cover it. */
const rangeOf = (one: JsonObject): string =>
  rangeText(textOf(one, 'key'), textOf(one, 'operator'), textOf(one, 'value'))

/** The ranges of the tolerations that can cover this one. */
const widerRanges = (narrow: JsonObject): readonly string[] => [
  ...new Set([rangeOf(narrow), rangeText(textOf(narrow, 'key'), 'Exists', ''), rangeText('', 'Exists', '')]),
]

/** Whether `wide` tolerates every taint that `narrow` tolerates. */
export function covers(wide: JsonObject, narrow: JsonObject): boolean {
  if (equalJson(wide, narrow)) return true
  const operator = textOf(wide, 'operator')
  const isAnyKey = textOf(wide, 'key') === '' && operator === 'Exists'
  if (textOf(narrow, 'key') !== textOf(wide, 'key') && !isAnyKey) return false
  const effect = textOf(wide, 'effect')
  if (effect !== '' && effect !== textOf(narrow, 'effect')) return false
  if (effect === 'NoExecute' && (wide['tolerationSeconds'] ?? null) !== null) {
    if ((narrow['tolerationSeconds'] ?? null) === null) return false
    if (integerAt(narrow, 'tolerationSeconds') > integerAt(wide, 'tolerationSeconds')) return false
  }
  if (operator === 'Exists') return true
  if (operator !== '' && operator !== 'Equal') return false
  return textOf(narrow, 'operator') === 'Equal' && textOf(narrow, 'value') === textOf(wide, 'value')
}
