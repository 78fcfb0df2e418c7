import { objectOrEmpty, objectsIn, stringsIn } from '../../../worker/api/json.ts'

/**
 * A label selector in the syntax of queries, with requirements sorted by key: `app=web,tier in (a,b)`; empty without
 * requirements.
 */
export function selectorText(selector: unknown): string {
  const { matchLabels, matchExpressions } = objectOrEmpty(selector)
  const pairs = Object.entries(objectOrEmpty(matchLabels)).map(([key, value]): [string, string] => [
    key,
    `${key}=${String(value)}`,
  ])
  const terms = objectsIn(matchExpressions).map((term): [string, string] => [String(term.key), requirementText(term)])
  return [...pairs, ...terms]
    .sort(([a], [b]) => Number(a > b) - Number(a < b))
    .map(([, text]) => text)
    .join(',')
}

export const selectorOrNone = (selector: unknown): string => selectorText(selector) || '<none>'

function requirementText({ key, operator, values }: Record<string, unknown>): string {
  if (operator === 'Exists') return String(key)
  if (operator === 'DoesNotExist') return `!${String(key)}`
  return `${String(key)} ${operator === 'In' ? 'in' : 'notin'} (${stringsIn(values).sort().join(',')})`
}
