import { compareText } from './byte-order.ts'
import { objectOrEmpty, objectsIn, stringsIn } from './json.ts'

/**
 * A label selector in the syntax of queries, with terms sorted by key: `app=web,tier in (a,b),!old`; empty when it is
 * missing or selects everything.
 */
export function selectorTerms(selector: unknown): string {
  const { matchLabels, matchExpressions } = objectOrEmpty(selector)
  const pairs = Object.entries(objectOrEmpty(matchLabels)).map(([key, value]): readonly [string, string] => [
    key,
    `${key}=${String(value)}`,
  ])
  const requirements = objectsIn(matchExpressions).map((one): readonly [string, string] => [
    String(one.key),
    requirementText(one),
  ])
  const terms = [...pairs, ...requirements].sort(([a], [b]) => compareText(a, b))
  return terms.map(([, term]) => term).join(',')
}

/** A label selector in a table cell; `<none>` when it is missing or selects everything. */
export const selectorText = (selector: unknown): string => selectorTerms(selector) || '<none>'

function requirementText({ key, operator, values }: { readonly [key: string]: unknown }): string {
  const name = String(key)
  if (operator === 'Exists') return name
  if (operator === 'DoesNotExist') return `!${name}`
  return `${name} ${operator === 'In' ? 'in' : 'notin'} (${stringsIn(values).sort().join(',')})`
}
