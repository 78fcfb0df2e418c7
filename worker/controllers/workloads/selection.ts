import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import type { LabelSelector } from '../../api/selector.ts'
import { matches } from '../../resources/rules/label-selector.ts'

const nothing: LabelSelector = () => false
const compiled = new WeakMap<object, LabelSelector>()

/** Compiles a stored `LabelSelector`. A missing or empty one selects nothing, so that no owner adopts every object. */
export const selectionOf = (selector: Json | undefined): LabelSelector => once(selector, compile)

/** The label selector of a `spec.selector` that is a plain map, as in the older kinds. */
export const labelsSelection = (selector: Json | undefined): LabelSelector => once(selector, hasAll)

function once(selector: Json | undefined, make: (selector: JsonObject) => LabelSelector): LabelSelector {
  if (!isObject(selector)) return nothing
  let selection = compiled.get(selector)
  if (selection === undefined) compiled.set(selector, (selection = make(selector)))
  return selection
}

function compile(selector: JsonObject): LabelSelector {
  const { matchLabels, matchExpressions } = selector
  if (!Array.isArray(matchExpressions) || matchExpressions.length === 0) return hasAll(matchLabels)
  return (labels) => matches(selector, labels) === true
}

function hasAll(wanted: Json | undefined): LabelSelector {
  const pairs = isObject(wanted) ? Object.entries(wanted) : []
  if (pairs.length === 0) return nothing
  return (labels = {}) => pairs.every(([key, value]) => ownMember(labels, key) === value)
}
