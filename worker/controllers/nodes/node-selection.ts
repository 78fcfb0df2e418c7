import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'

const REQUIRED = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution'

/** Whether the node satisfies the `nodeSelector` of a pod or pod template, and one of the terms of its required affinity. */
export function isSelected(node: ApiObject, template: JsonObject): boolean {
  const labels = node.metadata?.labels ?? {}
  const selector = valueAt(template, 'spec.nodeSelector')
  const pairs = isObject(selector) ? Object.entries(selector) : []
  if (!pairs.every(([key, value]) => ownMember(labels, key) === value)) return false
  if (valueAt(template, REQUIRED) === undefined) return true
  return listAt(template, `${REQUIRED}.nodeSelectorTerms`)
    .filter(isObject)
    .some((term) => isMetBy(term, node))
}

/** Whether a node meets a `NodeSelectorTerm`. */
export function isMetBy(term: JsonObject, { metadata }: ApiObject): boolean {
  const expressions = listAt(term, 'matchExpressions').filter(isObject)
  const fields = listAt(term, 'matchFields').filter(isObject)
  // An empty term selects nothing.
  if (expressions.length + fields.length === 0) return false
  const labels = metadata?.labels ?? {}
  return (
    expressions.every((one) => meets(one, ownMember(labels, textAt(one, 'key')))) &&
    fields.every((one) => meetsField(one, metadata?.name ?? ''))
  )
}

function meets(requirement: JsonObject, label: string | undefined): boolean {
  const operator = textAt(requirement, 'operator')
  const values = listAt(requirement, 'values')
  if (operator === 'Exists') return label !== undefined
  if (operator === 'DoesNotExist') return label === undefined
  if (operator === 'In') return label !== undefined && values.includes(label)
  if (operator === 'NotIn') return label === undefined || !values.includes(label)
  const [actual, bound] = [integer(label), integer(values[0])]
  if (actual === undefined || bound === undefined) return false
  return operator === 'Gt' ? actual > bound : operator === 'Lt' && actual < bound
}

const integer = (value: Json | undefined): bigint | undefined =>
  typeof value === 'string' && /^[+-]?\d+$/.test(value) ? BigInt(value.replace('+', '')) : undefined

/**
 * Whether a node with this name meets the requirement. The only field is the name of the node, and a requirement has one value.
 */
function meetsField(requirement: JsonObject, name: string): boolean {
  const values = listAt(requirement, 'values')
  if (textAt(requirement, 'key') !== 'metadata.name' || values.length !== 1) return false
  const operator = textAt(requirement, 'operator')
  return operator === 'In' ? values[0] === name : operator === 'NotIn' && values[0] !== name
}
