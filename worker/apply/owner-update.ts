import type { ApiObject } from '../api/object.ts'
import type { Schema } from '../schema/schema.ts'
import { covers, difference, equalSets, isEmpty, noFields, overlaps, union } from './field-set.ts'
import { mergeTypeOf } from './merge-type.ts'
import type { Owners } from './owners.ts'
import { capUpdaters, ownerId } from './owners.ts'
import { isOfType, Ownership } from './ownership.ts'
import { ownerOf, versioned, versionsOf, type ManagerWrite, type OwnershipRules } from './ownership-rules.ts'
import type { Comparison } from './typed-compare.ts'
import { validateTyped } from './typed-validate.ts'
import { unownedFields, withoutUnowned } from './unowned-fields.ts'

/** A write that is not an apply: the objects before and after it, and the owners before it. */
export interface ObjectChange {
  readonly live: ApiObject
  readonly next: ApiObject
  readonly owners: Owners
}

/**
 * The owners after a create, update or patch.
 * @throws TypedError when a field of an object has no path (a list item without its key)
 */
export function updateOwners(
  rules: OwnershipRules,
  { live, next, owners }: ObjectChange,
  { manager, time }: ManagerWrite,
): Owners {
  checkTyped(rules, live, next)
  const writer = ownerOf(rules, manager, 'Update', time)
  const id = ownerId(writer)
  const ownership = new Ownership(versionsOf(rules))
  const change = { live: versioned(rules, live), next: versioned(rules, next), owners }
  const comparison = ownership.compare(change)
  if (isOfType(owners, change.next) && changesOwnFieldsOnly(owners, id, comparison)) {
    const own = owners.get(id)
    const isNothing = covers(unownedFields, comparison.added) && covers(unownedFields, comparison.modified)
    return own === undefined || isNothing ? owners : new Map(owners).set(id, { ...writer, fields: own.fields })
  }
  // At first the write counts as a separate owner. If it gains no field, the manager's entry then keeps its time.
  const self = 'current-operation'
  const out = new Map(ownership.update(change, { id: self, owner: writer }, comparison))
  const gained = difference(out.get(self)?.fields ?? noFields, unownedFields)
  out.delete(self)
  if (!isEmpty(gained)) {
    const fields = union(out.get(id)?.fields ?? noFields, gained)
    // Most writers set their own fields again, so the set that is already parsed and printed is reused.
    const own = owners.get(id)?.fields
    out.set(id, { ...writer, fields: own !== undefined && equalSets(own, fields) ? own : fields })
  }
  return capUpdaters(out)
}

/** Whether a write changed only values of fields that the writer alone owns, which most writes do. */
function changesOwnFieldsOnly(owners: Owners, id: string, { added, modified, removed }: Comparison): boolean {
  if (!owners.has(id) || !covers(unownedFields, removed)) return false
  for (const [other, { fields }] of owners) {
    if (withoutUnowned(fields) !== fields) return false
    if (other !== id) {
      if (overlaps(fields, modified) || overlaps(fields, added)) return false
    } else if (!covers(fields, modified, unownedFields) || !covers(fields, added, unownedFields)) return false
  }
  return true
}

export const isCustom = (schema: Schema): boolean => schema.type === 'struct' && schema.name === undefined

/**
 * Checks custom resources, which may have been stored under another schema. Decoding has checked built-in types.
 * @throws TypedError
 */
function checkTyped({ schema }: OwnershipRules, ...objects: readonly ApiObject[]): void {
  if (!isCustom(schema)) return
  for (const object of objects) validateTyped(mergeTypeOf(schema), object, true)
}
