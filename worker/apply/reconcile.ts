import type { FieldNode, FieldPath, FieldSet } from './field-set.ts'
import { FieldSetBuilder, isEmpty, recursiveDifference, union } from './field-set.ts'
import type { MergeType } from './merge-type.ts'
import { typeOfKey } from './merge-type.ts'
import type { PathElement } from './path-element.ts'

const reconciled = new WeakMap<FieldSet, { type: MergeType; set: FieldSet }>()

/**
 * Adapts an owner's fields to a type that changed since the fields were written. When a list, map or struct became atomic, the
 * owner of a part owns the whole. The reverse cannot be inferred (reference/apply.md 22).
 */
export function reconcileWithType(set: FieldSet, type: MergeType): FieldSet {
  const cached = reconciled.get(set)
  if (cached?.type === type) return cached.set
  const whole = new FieldSetBuilder()
  findAtomic(type, { member: false, children: set }, [], whole)
  const roots = whole.build()
  const out = isEmpty(roots) ? set : union(recursiveDifference(set, roots), roots)
  reconciled.set(set, { type, set: out })
  return out
}

/** Collects the paths of atomic values that the owner has parts of. */
function findAtomic(
  type: MergeType,
  { member, children: set }: FieldNode,
  path: FieldPath,
  whole: FieldSetBuilder,
): void {
  const { map, list } = type
  const isWhole = member && isEmpty(set)
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
    findAtomic(type, node, [...path, element], whole)
  }
}
