import { compareText } from '../api/byte-order.ts'
import type { Json } from '../api/json.ts'
import { isObject, objectOrEmpty } from '../api/json.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

const word = lookupTable<string>({ In: 'in', NotIn: 'notin' })

function requirement({ key, operator, values }: { [key: string]: Json | undefined }): readonly [string, string] {
  const name = String(key)
  if (operator === 'Exists') return [name, name]
  if (operator === 'DoesNotExist') return [name, `!${name}`]
  const list = Array.isArray(values) ? values.map(String).sort() : []
  return [name, `${name} ${word[String(operator)]} (${list.join(',')})`]
}

/**
 * A label selector in a table cell: `app=web,tier in (a,b),!old`; `<none>` when it is missing or selects
 * everything.
 */
export function selectorText(selector: Json | undefined): string {
  if (!isObject(selector)) return '<none>'
  const { matchLabels, matchExpressions } = selector
  const pairs = Object.entries(objectOrEmpty(matchLabels)).map(([key, value]): readonly [string, string] => [
    key,
    `${key}=${String(value)}`,
  ])
  const requirements = Array.isArray(matchExpressions) ? matchExpressions.filter(isObject).map(requirement) : []
  const terms = [...pairs, ...requirements].sort(([a], [b]) => compareText(a, b))
  return terms.map(([, term]) => term).join(',') || '<none>'
}
