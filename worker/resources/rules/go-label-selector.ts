import type { Json } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { listAt, textAt } from '../path.ts'

/** A `LabelSelector` as the `String` method of its Go type prints it: `&LabelSelector{MatchLabels:...}`. */
export function goLabelSelectorText(selector: Json | undefined): string {
  if (!isObject(selector)) return 'nil'
  const { matchLabels } = selector
  const pairs = Object.entries(objectOrEmpty(matchLabels)).sort(([a], [b]) => (a < b ? -1 : 1))
  const labels = pairs.map(([key, value]) => `${key}: ${String(value)},`).join('')
  const requirements = listAt(selector, 'matchExpressions').filter(isObject)
  const expressions = requirements.map((given) => {
    const values = `[${listAt(given, 'values').join(' ')}]`
    const fields = `Key:${textAt(given, 'key')},Operator:${textAt(given, 'operator')},Values:${values},`
    return `LabelSelectorRequirement{${fields}},`
  })
  const list = `[]LabelSelectorRequirement{${expressions.join('')}}`
  return `&LabelSelector{MatchLabels:map[string]string{${labels}},MatchExpressions:${list},}`
}
