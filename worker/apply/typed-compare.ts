import { hasGivenEmpty } from '../api/given-empty.ts'
import { hasOtherStructs } from '../api/written-quantity.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { objectOrEmpty, ownMember } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import type { FieldSet } from './field-set.ts'
import { FieldSetBuilder, isEmpty, recursiveDifference } from './field-set.ts'
import { itemElement } from './item-element.ts'
import type { Alternative, MergeList, MergeMap, MergeType } from './merge-type.ts'
import { alternativeOf, typeOfKey } from './merge-type.ts'
import type { PathElement } from './path-element.ts'
import { fieldElement } from './path-element.ts'

/** The differences between two objects. Only an item that a list contained twice can be in two of the sets. */
export interface Comparison {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

/**
 * Compares two values of a type, field by field. Identical references are equal without a comparison.
 * @throws TypedError for a list item without identity
 */
export function compareTyped(type: MergeType, before: Json | undefined, after: Json | undefined): Comparison {
  const walk = new Walk()
  walk.value(type, before, after)
  return { added: walk.added.build(), modified: walk.modified.build(), removed: walk.removed.build() }
}

/** The comparison without these fields and everything below them. */
export function excludeFields(comparison: Comparison, fields: FieldSet | undefined): Comparison {
  if (fields === undefined || isEmpty(fields)) return comparison
  return {
    added: recursiveDifference(comparison.added, fields),
    modified: recursiveDifference(comparison.modified, fields),
    removed: recursiveDifference(comparison.removed, fields),
  }
}

type Side = Json | undefined

class Walk {
  readonly added = new FieldSetBuilder()
  readonly modified = new FieldSetBuilder()
  readonly removed = new FieldSetBuilder()
  readonly #path: PathElement[] = []

  value(type: MergeType | undefined, before: Side, after: Side): void {
    if (before === after || type === undefined) return
    const left = before === undefined ? undefined : alternativeOf(type, before)
    const right = after === undefined ? undefined : alternativeOf(type, after)
    // A value that changed between scalar, list and map is compared as both.
    if (left !== undefined && right !== undefined && left !== right) this.#as(left, type, before, after)
    const isLeaf = this.#as(right ?? left ?? 'none', type, before, after)
    if (!isLeaf) this.#mark(before, after)
  }

  /** Compares both values as one alternative of their type. Returns whether they were compared as a leaf. */
  #as(alternative: Alternative, type: MergeType, before: Side, after: Side): boolean {
    if (alternative === 'map' && type.map !== undefined) return this.#map(type.map, before, after)
    if (alternative === 'list' && type.list !== undefined) return this.#list(type.list, before, after)
    return this.#leaf(before, after)
  }

  #leaf(before: Side, after: Side): true {
    if (before !== undefined && after !== undefined) {
      if (!isSame(before, after)) this.modified.insert(this.#path)
    } else this.#mark(before, after)
    return true
  }

  #mark(before: Side, after: Side): void {
    if (before === undefined) this.added.insert(this.#path)
    else if (after === undefined) this.removed.insert(this.#path)
  }

  #map(map: MergeMap, before: Side, after: Side): boolean {
    const left = objectOrEmpty(before)
    const right = objectOrEmpty(after)
    // Two sides without members are compared as leaves, so an empty map differs from null.
    if (map.atomic || (isBare(left) && isBare(right))) return this.#leaf(before, after)
    for (const key in left) {
      const was = left[key]
      const is = ownMember(right, key)
      if (was !== undefined && was !== is) this.#field(map, key, was, is)
    }
    for (const key in right) if (ownMember(left, key) === undefined) this.#field(map, key, undefined, right[key])
    return false
  }

  #list(list: MergeList, before: Side, after: Side): boolean {
    const left = Array.isArray(before) ? before : []
    const right = Array.isArray(after) ? after : []
    if (!list.associative || (left.length === 0 && right.length === 0)) return this.#leaf(before, after)
    const were = group(list, left)
    const are = group(list, right)
    for (const [element, old] of were) this.#items(list, element, old, are.get(element) ?? [])
    for (const [element, items] of are) {
      if (were.has(element)) continue
      this.#items(list, element, [], items)
      this.added.end([...this.#path, element])
    }
    return false
  }

  /** Items with the same identity. Several of them (an old object may have duplicates) are compared as one value. */
  #items(list: MergeList, element: PathElement, before: Json[], after: Json[]): void {
    if (before.length > 1 && after.length > 1) {
      if (!isSame(before, after)) this.modified.insert([...this.#path, element])
      return
    }
    const single = before.length <= 1 && after.length <= 1
    if (single) return this.#below(element, list.items, before[0], after[0])
    if (before.length > 1) {
      if (after.length > 0) this.#below(element, list.items, undefined, after[0])
      this.removed.insert([...this.#path, element])
    } else {
      if (before.length > 0) this.#below(element, list.items, before[0], undefined)
      this.added.insert([...this.#path, element])
    }
  }

  #field(map: MergeMap, key: string, before: Side, after: Side): void {
    // Most top-level fields are unchanged, and comparing them is faster than walking them by type.
    if (this.#path.length === 0 && before !== undefined && isSame(before, after)) return
    this.#below(fieldElement(key), typeOfKey(map, key), before, after)
  }

  #below(element: PathElement, type: MergeType | undefined, before: Side, after: Side): void {
    this.#path.push(element)
    this.value(type, before, after)
    this.#path.pop()
  }
}

/**
 * Whether two values are equal in the real server, which compares lists as Go values: inside list items, an empty list or map
 * differs from an absent one, and fractions of a second count. A stored object has neither.
 */
function isSame(before: Side, after: Side): boolean {
  return equalJson(before, after) && !differsInList(after)
}

function differsInList(value: Side): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value)
    ? hasGivenEmpty(value) || hasOtherStructs(value)
    : Object.values(value).some(differsInList)
}

function isBare(map: JsonObject): boolean {
  for (const key in map) if (map[key] !== undefined) return false
  return true
}

function group(list: MergeList, items: Json[]): Map<PathElement, Json[]> {
  const groups = new Map<PathElement, Json[]>()
  for (const item of items) {
    const element = itemElement(list, item)
    const same = groups.get(element)
    if (same === undefined) groups.set(element, [item])
    else same.push(item)
  }
  return groups
}
