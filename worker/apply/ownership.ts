import type { Json } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import type { FieldPath, FieldSet } from './field-set.ts'
import { difference, intersection, isEmpty, noFields, paths, recursiveDifference, union } from './field-set.ts'
import { TypedError } from './item-element.ts'
import type { MergeType } from './merge-type.ts'
import { typeOfKey } from './merge-type.ts'
import type { Owner, Owners } from './owners.ts'
import { noOwners, setFields } from './owners.ts'
import type { PathElement } from './path-element.ts'
import { reconcileWithType } from './reconcile.ts'
import { setFromObject } from './set-from-object.ts'
import type { Comparison } from './typed-compare.ts'
import { compareTyped, excludeFields } from './typed-compare.ts'
import { mergeTyped } from './typed-merge.ts'
import { removeItems } from './typed-remove.ts'
import type { Steps } from '../runtime/steps.ts'

/** A value in one version of its kind. */
export interface Versioned {
  readonly apiVersion: string
  readonly type: MergeType
  readonly value: Json
}

/** Conversion between the versions in which owners wrote. */
export interface Versions {
  /** The value in that version; undefined when the version is not served. */
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

/** The values before and after a write, and the owners before it. */
export interface Change {
  readonly live: Versioned
  readonly next: Versioned
  readonly owners: Owners
}

/** The owner that performs the write, and its identity. */
export interface Writer {
  readonly id: string
  /** The owner's fields are ignored, because the write determines them. */
  readonly owner: Owner
}

export interface Applied {
  /** The object after the apply; undefined when the configuration changed nothing. */
  readonly value: Json | undefined
  readonly owners: Owners
}

/**
 * Field ownership over versioned values, without time or metadata; in the real server this is the library "structured
 * merge and diff".
 */
export class Ownership {
  readonly #versions: Versions

  constructor(versions: Versions) {
    this.#versions = versions
  }

  /** The changes to fields that the write can set. */
  compare({ live, next }: Pick<Change, 'live' | 'next'>): Comparison {
    const reset = this.#versions.resetFields(next.apiVersion)
    return excludeFields(compareTyped(next.type, live.value, next.value), reset)
  }

  /**
   * The owners after a write that is not an apply. The writer gains the fields that it added or changed; other owners lose the
   * fields that the writer changed or removed.
   */
  update({ live, next, owners }: Change, { id, owner }: Writer, comparison = this.compare({ live, next })): Owners {
    const { apiVersion } = next
    const change = { live, next, owners: this.#reconcile(live, owners) }
    const out = this.#takeFromOthers(change, id, { comparisons: new Map([[apiVersion, comparison]]), force: true })
    if (!(out instanceof Map)) throw new Error('a forced change of owners has no conflicts')
    const before = out.get(id)?.fields ?? noFields
    const fields = union(union(difference(before, comparison.removed), comparison.modified), comparison.added)
    const reset = this.#versions.resetFields(apiVersion)
    setFields(out, id, owner, reset === undefined ? fields : recursiveDifference(fields, reset))
    return out
  }

  /**
   * An apply. It merges the configuration, and removes fields that the writer applied before and now omits, unless another
   * manager owns them. Without force, conflicts are returned instead.
   */
  *apply(
    { live, config, owners }: { readonly live: Versioned; readonly config: Versioned; readonly owners: Owners },
    { id, owner }: Writer,
    force: boolean,
  ): Steps<Applied | FieldConflict[]> {
    const reconciled = this.#reconcile(live, owners)
    const last = reconciled.get(id)
    const reset = this.#versions.resetFields(config.apiVersion)
    const configured = setFromObject(config.type, config.value)
    const fields = reset === undefined ? configured : recursiveDifference(configured, reset)
    const claimed = new Map(reconciled).set(id, { ...owner, fields })
    yield
    const merged = { ...live, value: mergeTyped(live.type, live.value, config.value) }
    const applied = { apiVersion: config.apiVersion, fields }
    const next =
      last === undefined ? merged : inStep('failed to prune fields', () => this.#prune(merged, claimed, last, applied))
    yield
    const comparisons = new Map<string, Comparison>()
    for (const [other, { apiVersion }] of claimed)
      if (other !== id) this.#comparison(live, next, apiVersion, comparisons)
    yield
    const out = this.#takeFromOthers({ live, next, owners: claimed }, id, { comparisons, force })
    if (!(out instanceof Map)) return out
    return { value: equalJson(live.value, next.value) ? undefined : next.value, owners: out }
  }

  #reconcile(live: Versioned, owners: Owners): Owners {
    if (owners.size === 0) return noOwners
    if (isOfType(owners, live)) return owners
    const out = new Map<string, Owner>()
    for (const [id, owner] of owners) {
      // Owners that wrote in a version that is no longer served are dropped.
      const typed = this.#versions.convert(live, owner.apiVersion)
      if (typed !== undefined) setFields(out, id, owner, reconcileWithType(owner.fields, typed.type))
    }
    return out
  }

  /**
   * Removes the changed fields from the other owners. Without `force`, returns these fields as conflicts.
   * @param comparisons by version; missing ones are computed and added
   */
  #takeFromOthers(
    { live, next, owners }: Change,
    self: string,
    { comparisons, force }: { readonly comparisons: Map<string, Comparison>; readonly force: boolean },
  ): Map<string, Owner> | FieldConflict[] {
    const out = new Map<string, Owner>()
    const conflicts: FieldConflict[] = []
    for (const [id, owner] of owners) {
      if (id === self) {
        setFields(out, id, owner, owner.fields)
        continue
      }
      const changed = this.#comparison(live, next, owner.apiVersion, comparisons)
      if (changed === undefined) continue
      const taken = intersection(owner.fields, union(changed.modified, changed.added))
      if (!force) for (const path of paths(taken)) conflicts.push({ owner: id, path })
      setFields(out, id, owner, difference(difference(owner.fields, taken), changed.removed))
    }
    return conflicts.length > 0 ? conflicts : out
  }

  #comparison(
    live: Versioned,
    next: Versioned,
    apiVersion: string,
    comparisons: Map<string, Comparison>,
  ): Comparison | undefined {
    let comparison = comparisons.get(apiVersion)
    if (comparison === undefined) {
      const before = inStep('failed to convert old object', () => this.#versions.convert(live, apiVersion))
      const after = inStep('failed to convert new object', () => this.#versions.convert(next, apiVersion))
      if (before === undefined || after === undefined) return undefined
      comparison = excludeFields(
        compareTyped(after.type, before.value, after.value),
        this.#versions.resetFields(apiVersion),
      )
      comparisons.set(apiVersion, comparison)
    }
    return comparison
  }

  /** Removes the fields of the last apply that this apply omits and that have no other owner. */
  #prune(
    merged: Versioned,
    owners: Owners,
    last: Owner,
    applied: { readonly apiVersion: string; readonly fields: FieldSet },
  ): Versioned {
    const isSameVersion = merged.apiVersion === last.apiVersion && applied.apiVersion === last.apiVersion
    if (isEmpty(last.fields) || (isSameVersion && isEmpty(difference(last.fields, applied.fields)))) return merged
    const before = inStep('failed to convert merged object to last applied version', () =>
      this.#versions.convert(merged, last.apiVersion),
    )
    if (before === undefined) return merged
    const named = withNamedFields(before.type, last.fields)
    const without = { ...before, value: removeItems(before.type, before.value, named) }
    const owned = this.#addBackOwned(before, without, last.apiVersion, owners)
    const pruned = this.#addBackDangling(before, owned, last)
    return this.#versions.convert(pruned, applied.apiVersion) ?? pruned
  }

  /** Restores removed fields that another owner or the new configuration has. */
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

  /** Restores removed fields that the manager never owned: parts of list items and maps without an owner. */
  #addBackDangling(merged: Versioned, pruned: Versioned, last: Owner): Versioned {
    const left = this.#versions.convert(pruned, last.apiVersion)
    if (left === undefined) return merged
    const { type } = merged
    const remaining = withNamedFields(type, setFromObject(type, left.value))
    const all = withNamedFields(type, setFromObject(type, merged.value))
    const gone = intersection(difference(all, remaining), withNamedFields(type, last.fields))
    return { ...merged, value: removeItems(type, merged.value, gone) }
  }
}

/** Returns the result of `run`. @throws TypedError that names the step, when `run` throws one */
function inStep<Result>(step: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw error instanceof TypedError ? new TypedError(`${step}: ${error.message}`) : error
  }
}

/** Whether all owners wrote in this version, and the type of the version has not changed since. */
export function isOfType(owners: Owners, { apiVersion, type }: Versioned): boolean {
  for (const owner of owners.values()) {
    if (owner.apiVersion !== apiVersion || reconcileWithType(owner.fields, type) !== owner.fields) return false
  }
  return true
}

/** The set with every declared field on the path to a member. Fields of structs are not members by themselves. */
function withNamedFields(type: MergeType | undefined, set: FieldSet): FieldSet {
  if (isEmpty(set)) return set
  const out = new Map(set)
  for (const [element, node] of set) {
    if (isEmpty(node.children)) continue
    const isDeclared = element.startsWith('f:') && type?.map?.fields.has(element.slice(2)) === true
    const children = withNamedFields(typeOfElement(type, element), node.children)
    out.set(element, { member: node.member || isDeclared, children })
  }
  return out
}

function typeOfElement(type: MergeType | undefined, element: PathElement): MergeType | undefined {
  if (element.startsWith('f:')) return type?.map && typeOfKey(type.map, element.slice(2))
  return element.startsWith('k:') ? type?.list?.items : undefined
}
