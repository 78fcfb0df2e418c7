import type { JsonObject } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import { textOf } from './object-parts.ts'

/** Both lists without tolerations that another one covers; the first of equal ones remains. */
export function mergeTolerations(first: readonly JsonObject[], second: readonly JsonObject[]): JsonObject[] {
  const all = [...first, ...second]
  const merged: JsonObject[] = []
  for (const [i, toleration] of all.entries()) {
    if (merged.some((other) => covers(other, toleration))) continue
    const later = all.slice(i + 1)
    if (later.some((other) => !equalJson(toleration, other) && covers(other, toleration))) continue
    merged.push(toleration)
  }
  return merged
}

/** Whether `wide` tolerates every taint that `narrow` tolerates. */
export function covers(wide: JsonObject, narrow: JsonObject): boolean {
  if (equalJson(wide, narrow)) return true
  const operator = textOf(wide, 'operator')
  const isAnyKey = textOf(wide, 'key') === '' && operator === 'Exists'
  if (textOf(narrow, 'key') !== textOf(wide, 'key') && !isAnyKey) return false
  const effect = textOf(wide, 'effect')
  if (effect !== '' && effect !== textOf(narrow, 'effect')) return false
  const seconds = wide['tolerationSeconds']
  if (effect === 'NoExecute' && typeof seconds === 'number') {
    const asked = narrow['tolerationSeconds']
    if (typeof asked !== 'number' || asked > seconds) return false
  }
  if (operator === 'Exists') return true
  if (operator !== '' && operator !== 'Equal') return false
  return textOf(narrow, 'operator') === 'Equal' && textOf(narrow, 'value') === textOf(wide, 'value')
}
