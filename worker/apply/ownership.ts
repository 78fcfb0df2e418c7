import type { Json } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import type { FieldPath, FieldSet } from './field-set.ts'
import { difference, intersection, isEmpty, noFields, paths, recursiveDifference, union } from './field-set.ts'
import type { MergeType } from './merge-type.ts'
import { typeOfKey } from './merge-type.ts'
import type { Owner, Owners } from './owners.ts'
import { nobody, setFields } from './owners.ts'
import { reconcileWithType } from './reconcile.ts'
import { setFromObject } from './set-from-object.ts'
import type { Comparison } from './typed-compare.ts'
import { compareTyped, excludeFields } from './typed-compare.ts'
import { mergeTyped } from './typed-merge.ts'
import { removeItems } from './typed-remove.ts'

/** A value in one version of its kind. */
export interface Versioned {
  readonly apiVersion: string
  readonly type: MergeType
  readonly value: Json
}

/** How owners who wrote in another version are understood. */
export interface Versions {
  /** The value in that version; undefined where it is not served (any more). */
  convert(value: Versioned, apiVersion: string): Versioned | undefined
  /** Fields that a request in this version cannot set and therefore cannot own. */
  resetFields(apiVersion: string): FieldSet | undefined
}

/** A field of the configuration that another manager owns with another value. */
export interface FieldConflict {
  /** The owner's identity. */
  readonly owner: string
  readonly path: FieldPath
}

export interface Applied {
  /** Undefined where the configuration changed nothing. */
  readonly value: Json | undefined
  readonly owners: Owners
}

/**
 * The rules of ownership over versioned values, without time, names or metadata: what structured merge and diff is in
 * the real server. Each method takes the owners before and gives those after.
 */
export class Ownership {
  readonly #versions: Versions

  constructor(versions: Versions) {
    this.#versions = versions
  }

  /** What a write changed of the fields that it could set. */
  changes(live: Versioned, next: Versioned): Comparison {
    const reset = this.#versions.resetFields(next.apiVersion)
    return excludeFields(compareTyped(next.type, live.value, next.value), reset)
  }

  /**
   * A write that is not an apply: `self` takes what it added and changed, everybody loses what was changed or removed.
   * `self.fields` is ignored.
   */
  update(
    live: Versioned,
    next: Versioned,
    owners: Owners,
    id: string,
    self: Owner,
    comparison = this.changes(live, next),
  ): Owners {
    const { apiVersion } = next
    const known = this.#reconcile(live, owners)
    const out = this.#others(live, next, new Map([[apiVersion, comparison]]), known, id, true)
    if (!(out instanceof Map)) throw new Error('a forced change of owners has no conflicts')
    const before = out.get(id)?.fields ?? noFields
    const kept = union(union(difference(before, comparison.removed), comparison.modified), comparison.added)
    const reset = this.#versions.resetFields(apiVersion)
    setFields(out, id, self, reset === undefined ? kept : recursiveDifference(kept, reset))
    return out
  }

  /**
   * An apply: merges the configuration, removes what `self` applied before and no longer does if nobody else owns it.
   * Returns conflicts instead, unless forced.
   */
  apply(
    live: Versioned,
    config: Versioned,
    owners: Owners,
    id: string,
    self: Owner,
    force: boolean,
  ): Applied | FieldConflict[] {
    const known = this.#reconcile(live, owners)
    const last = known.get(id)
    const reset = this.#versions.resetFields(config.apiVersion)
    const mentioned = setFromObject(config.type, config.value)
    const fields = reset === undefined ? mentioned : recursiveDifference(mentioned, reset)
    const claimed = new Map(known).set(id, { ...self, fields })
    const merged = { ...live, value: mergeTyped(live.type, live.value, config.value) }
    const next = last === undefined ? merged : this.#prune(merged, claimed, config.apiVersion, last, fields)
    const out = this.#others(live, next, new Map(), claimed, id, force)
    if (!(out instanceof Map)) return out
    return { value: equalJson(live.value, next.value) ? undefined : next.value, owners: out }
  }

  #reconcile(live: Versioned, owners: Owners): Owners {
    if (owners.size === 0) return nobody
    if (isOfType(owners, live)) return owners
    const out = new Map<string, Owner>()
    for (const [id, owner] of owners) {
      // Who wrote in a version that is gone is forgotten.
      const typed = this.#versions.convert(live, owner.apiVersion)
      if (typed !== undefined) setFields(out, id, owner, reconcileWithType(owner.fields, typed.type))
    }
    return out
  }

  /**
   * Takes from the other owners what changed, or lists it where that needs force. What changed is only found out for
   * them: by version, beside what is known already.
   */
  #others(
    live: Versioned,
    next: Versioned,
    comparisons: Map<string, Comparison>,
    owners: Owners,
    self: string,
    force: boolean,
  ): Map<string, Owner> | FieldConflict[] {
    const out = new Map<string, Owner>()
    const conflicts: FieldConflict[] = []
    for (const [id, owner] of owners) {
      if (id === self) {
        setFields(out, id, owner, owner.fields)
        continue
      }
      const seen = this.#comparison(live, next, owner.apiVersion, comparisons)
      if (seen === undefined) continue
      const taken = intersection(owner.fields, union(seen.modified, seen.added))
      if (!force) for (const path of paths(taken)) conflicts.push({ owner: id, path })
      setFields(out, id, owner, difference(difference(owner.fields, taken), seen.removed))
    }
    return conflicts.length > 0 ? conflicts : out
  }

  #comparison(
    live: Versioned,
    next: Versioned,
    apiVersion: string,
    known: Map<string, Comparison>,
  ): Comparison | undefined {
    let comparison = known.get(apiVersion)
    if (comparison === undefined) {
      const before = this.#versions.convert(live, apiVersion)
      const after = this.#versions.convert(next, apiVersion)
      if (before === undefined || after === undefined) return undefined
      comparison = excludeFields(
        compareTyped(after.type, before.value, after.value),
        this.#versions.resetFields(apiVersion),
      )
      known.set(apiVersion, comparison)
    }
    return comparison
  }

  /** Removes what was applied before and is not now, unless somebody owns it. */
  #prune(merged: Versioned, owners: Owners, apiVersion: string, last: Owner, fields: FieldSet): Versioned {
    const isSameVersion = merged.apiVersion === last.apiVersion && apiVersion === last.apiVersion
    if (isEmpty(last.fields) || (isSameVersion && isEmpty(difference(last.fields, fields)))) return merged
    const before = this.#versions.convert(merged, last.apiVersion)
    if (before === undefined) return merged
    const named = withNamedFields(before.type, last.fields)
    const without = { ...before, value: removeItems(before.type, before.value, named) }
    const owned = this.#addBackOwned(before, without, last.apiVersion, owners)
    const kept = this.#addBackDangling(before, owned, last)
    return this.#versions.convert(kept, apiVersion) ?? kept
  }

  /** What prune took that another owner, or the new configuration, has. */
  #addBackOwned(merged: Versioned, pruned: Versioned, prunedVersion: string, owners: Owners): Versioned {
    const byVersion = new Map<string, FieldSet>([[prunedVersion, noFields]])
    for (const { apiVersion, fields } of owners.values()) {
      byVersion.set(apiVersion, union(byVersion.get(apiVersion) ?? noFields, fields))
    }
    for (const [apiVersion, fields] of byVersion) {
      const all = this.#versions.convert(merged, apiVersion)
      const left = this.#versions.convert(pruned, apiVersion)
      if (all === undefined || left === undefined) continue
      const { type } = all
      const keep = union(withNamedFields(type, setFromObject(type, left.value)), withNamedFields(type, fields))
      const gone = difference(withNamedFields(type, setFromObject(type, all.value)), keep)
      merged = all
      pruned = { ...all, value: removeItems(type, all.value, gone) }
    }
    return pruned
  }

  /** What prune took along though the manager never owned it: parts of list items and maps nobody tracks. */
  #addBackDangling(merged: Versioned, pruned: Versioned, last: Owner): Versioned {
    const left = this.#versions.convert(pruned, last.apiVersion)
    if (left === undefined) return merged
    const { type } = merged
    const kept = withNamedFields(type, setFromObject(type, left.value))
    const all = withNamedFields(type, setFromObject(type, merged.value))
    const gone = intersection(difference(all, kept), withNamedFields(type, last.fields))
    return { ...merged, value: removeItems(type, merged.value, gone) }
  }
}

/** Whether all owners wrote in this version, when its type was what it is now. */
export function isOfType(owners: Owners, { apiVersion, type }: Versioned): boolean {
  for (const owner of owners.values()) {
    if (owner.apiVersion !== apiVersion || reconcileWithType(owner.fields, type) !== owner.fields) return false
  }
  return true
}

/** The set with every declared field on the way to a member. Fields of structs are not members by themselves. */
function withNamedFields(type: MergeType | undefined, set: FieldSet): FieldSet {
  if (isEmpty(set)) return set
  const out = new Map(set)
  for (const [element, node] of set) {
    if (isEmpty(node.children)) continue
    const isField = element.startsWith('f:')
    const name = element.slice(2)
    const { map, list } = type ?? {}
    const below = isField ? map && typeOfKey(map, name) : element.startsWith('k:') ? list?.items : undefined
    const member = node.member || (isField && map?.fields.has(name) === true)
    out.set(element, { member, children: withNamedFields(below, node.children) })
  }
  return out
}
