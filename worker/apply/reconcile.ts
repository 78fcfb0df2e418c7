import type { FieldPath, FieldSet } from './field-set.ts'
import { FieldSetBuilder, isEmpty, recursiveDifference, union } from './field-set.ts'
import type { MergeType } from './merge-type.ts'
import { typeOfKey } from './merge-type.ts'
import type { PathElement } from './path-element.ts'

const reconciled = new WeakMap<FieldSet, { type: MergeType; set: FieldSet }>()

/**
 * Fits an owner's fields to a type that changed since they were written: where a list, map or struct became atomic, who
 * owned a part now owns the whole. The reverse cannot be inferred (reference/apply.md 22).
 */
export function reconcileWithType(set: FieldSet, type: MergeType): FieldSet {
  const known = reconciled.get(set)
  if (known?.type === type) return known.set
  const whole = new FieldSetBuilder()
  findAtomic(type, set, false, [], whole)
  const roots = whole.build()
  const out = isEmpty(roots) ? set : union(recursiveDifference(set, roots), roots)
  reconciled.set(set, { type, set: out })
  return out
}

/** `isWhole`: the owner has the element itself and nothing below it. */
function findAtomic(type: MergeType, set: FieldSet, isWhole: boolean, path: FieldPath, whole: FieldSetBuilder): void {
  const { map, list } = type
  if (map !== undefined) {
    if (map.deduced) return
    if (map.atomic && !isWhole) {
      if (!isEmpty(set)) whole.insert(path)
      return
    }
    descend(set, path, whole, (element) => (element.startsWith('f:') ? typeOfKey(map, element.slice(2)) : map.elements))
  } else if (list !== undefined && type.scalar === undefined) {
    if (!list.associative) {
      if (!isWhole) whole.insert(path)
      return
    }
    descend(set, path, whole, () => list.items)
  }
}

function descend(
  set: FieldSet,
  path: FieldPath,
  whole: FieldSetBuilder,
  typeOf: (element: PathElement) => MergeType | undefined,
): void {
  for (const [element, node] of set) {
    const type = typeOf(element)
    if (type === undefined) continue
    findAtomic(type, node.children, node.member && isEmpty(node.children), [...path, element], whole)
  }
}
