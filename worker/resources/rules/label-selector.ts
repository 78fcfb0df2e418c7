import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, objectsIn, ownMember } from '../../api/json.ts'
import { labelValue, qualifiedName } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, each, named } from '../notation/rule.ts'
import { textAt } from '../path.ts'

/** A map of labels; faults of keys and of values are reported at the map. */
export const labels: Rule = checkObject((map, place) => {
  for (const key of Object.keys(map).sort()) {
    for (const fault of qualifiedName(key)) place.invalid(key, fault)
    for (const fault of labelValue(String(map[key]))) place.invalid(map[key], fault)
  }
})

const count = (value: Json | undefined): number => (Array.isArray(value) ? value.length : 0)

/** Checks the operator of a requirement, and the number of values that it allows. */
const values = checkObject((requirement, place) => {
  const operator = textAt(requirement, 'operator')
  const given = count(requirement['values'])
  if (operator === 'In' || operator === 'NotIn') {
    if (given === 0) place.required("must be specified when `operator` is 'In' or 'NotIn'", 'values')
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (given > 0) place.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'", 'values')
  } else place.invalid(operator, 'not a valid selector operator', 'operator')
})

const requirement = all(values, at('key', named(qualifiedName)))

/** The rules of a label selector. */
export const labelSelector: Rule = all(
  at('matchLabels', labels),
  each('matchExpressions', requirement, each('values', named(labelValue))),
)

/** Whether a selector is empty. In most fields, an empty selector matches everything. */
export const isEmptySelector = (selector: JsonObject): boolean =>
  Object.keys(objectOrEmpty(selector['matchLabels'])).length === 0 && count(selector['matchExpressions']) === 0

/** Whether a selector can be compiled; its own rules may run later. */
function isSound({ matchLabels, matchExpressions }: JsonObject): boolean {
  const pairs = isObject(matchLabels) ? Object.entries(matchLabels) : []
  const sound = pairs.every(([key, value]) => qualifiedName(key).length === 0 && labelValue(String(value)).length === 0)
  const requirements = objectsIn(matchExpressions)
  return sound && requirements.every(isSoundRequirement)
}

function isSoundRequirement({ key, operator, values: given }: JsonObject): boolean {
  if (qualifiedName(String(key ?? '')).length > 0) return false
  const list = Array.isArray(given) ? given : []
  if (operator === 'In' || operator === 'NotIn') {
    return list.length > 0 && list.every((value) => labelValue(String(value)).length === 0)
  }
  return (operator === 'Exists' || operator === 'DoesNotExist') && list.length === 0
}

/** Whether labels match; undefined for an invalid selector. An absent selector matches nothing. */
export function matches(selector: Json | undefined, given: Json | undefined): boolean | undefined {
  if (!isObject(selector)) return false
  if (!isSound(selector)) return undefined
  const has = objectOrEmpty(given)
  const { matchLabels, matchExpressions } = selector
  const pairs = isObject(matchLabels) ? Object.entries(matchLabels) : []
  const requirements = objectsIn(matchExpressions)
  return (
    pairs.every(([key, value]) => ownMember(has, key) === value) &&
    requirements.every(({ key, operator, values: list }) => {
      const value = ownMember(has, String(key))
      if (operator === 'Exists') return value !== undefined
      if (operator === 'DoesNotExist') return value === undefined
      const isIn = value !== undefined && Array.isArray(list) && list.includes(value)
      return operator === 'In' ? isIn : !isIn
    })
  )
}
