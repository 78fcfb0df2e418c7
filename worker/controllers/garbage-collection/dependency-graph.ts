import { hasFinalizer, isBeingDeleted } from '../object-parts.ts'
import type { ApiObject, OwnerReference } from '../../api/object.ts'
import type { NamespacedName } from '../client/namespaced-name.ts'
import type { ServedKind } from '../client/served-kinds.ts'

/** An object that has owners or is being deleted. */
export interface Item extends NamespacedName {
  readonly kind: ServedKind
  readonly uid: string
  readonly owners: readonly OwnerReference[]
  readonly isBeingDeleted: boolean
  /** Whether the object is removed after the dependents that block its deletion. */
  readonly awaitsDependents: boolean
}

/** The effects of a change, by uid. */
export interface Consequences {
  /** The object, when it has new owner references: their owners may not exist. */
  readonly arrived?: string
  /**
   * Objects to check again: the dependents of a removed owner; an owner whose foreground deletion begins, and the dependents of
   * that owner; owners in foreground deletion that a dependent no longer blocks.
   */
  readonly toCheck: readonly string[]
  /** The object, when its deletion begins and is to orphan its dependents. */
  readonly orphaned?: string
}

const NONE: Consequences = { toCheck: [] }

export const FOREGROUND = 'foregroundDeletion'
export const ORPHAN = 'orphan'

/** The edges from dependents to owners. Objects without an owner, the majority, enter the graph when their deletion begins. */
export class DependencyGraph {
  readonly #items = new Map<string, Item>()
  /** The uids of the dependents, by the uid of the owner. */
  readonly #dependents = new Map<string, Set<string>>()

  find(uid: string): Item | undefined {
    return this.#items.get(uid)
  }

  dependentsOf(uid: string): readonly Item[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((dependent) => this.#items.get(dependent) ?? [])
  }

  /** The dependents that block the deletion of the owner (`blockOwnerDeletion`). */
  blockersOf(uid: string): readonly Item[] {
    return this.dependentsOf(uid).filter(({ owners }) => owners.some((owner) => owner.uid === uid && isBlocking(owner)))
  }

  /** Records an added or changed object. */
  put(kind: ServedKind, object: ApiObject, before: ApiObject | undefined): Consequences {
    const { uid = '', ownerReferences = [], namespace = '', name = '' } = object.metadata ?? {}
    const known = this.#items.get(uid)
    if (known === undefined && ownerReferences.length === 0 && !isBeingDeleted(object)) return NONE
    const awaitsDependents = isBeingDeleted(object) && hasFinalizer(object, FOREGROUND)
    const item: Item = {
      kind,
      namespace,
      name,
      uid,
      owners: ownerReferences,
      isBeingDeleted: isBeingDeleted(object),
      awaitsDependents,
    }
    if (ownerReferences.length > 0 || item.isBeingDeleted) this.#items.set(uid, item)
    else this.#items.delete(uid)
    const freed = this.#relate(item, known?.owners ?? [])
    const begins = (finalizer: string): boolean =>
      isBeingDeleted(object) &&
      hasFinalizer(object, finalizer) &&
      (before === undefined || !isBeingDeleted(before) || !hasFinalizer(before, finalizer))
    const orphans = begins(ORPHAN)
    const toCheck = !orphans && begins(FOREGROUND) ? [...freed, ...(this.#dependents.get(uid) ?? []), uid] : freed
    const knownOwners = new Set(known?.owners.map((owner) => owner.uid))
    const hasNew = ownerReferences.some((owner) => !knownOwners.has(owner.uid))
    return { toCheck, ...(hasNew && { arrived: uid }), ...(orphans && { orphaned: uid }) }
  }

  /** Records the removal of an object. */
  remove({ metadata }: ApiObject): Consequences {
    const { uid = '', ownerReferences = [] } = metadata ?? {}
    const known = this.#items.get(uid)
    const owners = known?.owners ?? ownerReferences
    for (const owner of owners) this.#unlink(owner.uid, uid)
    this.#items.delete(uid)
    const dependents = this.#dependents.get(uid) ?? []
    return { toCheck: [...dependents, ...owners.map((owner) => owner.uid).filter((owner) => this.#awaits(owner))] }
  }

  /** Updates the edges of an item. Returns the owners in foreground deletion that the item no longer blocks. */
  #relate({ uid, owners }: Item, before: readonly OwnerReference[]): string[] {
    const owning = new Set(owners.map((owner) => owner.uid))
    const blocked = new Set(owners.filter(isBlocking).map((owner) => owner.uid))
    for (const owner of before) if (!owning.has(owner.uid)) this.#unlink(owner.uid, uid)
    for (const owner of owning) this.#dependents.set(owner, (this.#dependents.get(owner) ?? new Set()).add(uid))
    const freed = before.filter((owner) => isBlocking(owner) && !blocked.has(owner.uid)).map((owner) => owner.uid)
    return freed.filter((owner) => this.#awaits(owner))
  }

  #awaits(uid: string): boolean {
    return this.#items.get(uid)?.awaitsDependents === true
  }

  #unlink(owner: string, dependent: string): void {
    const dependents = this.#dependents.get(owner)
    dependents?.delete(dependent)
    if (dependents?.size === 0) this.#dependents.delete(owner)
  }
}

const isBlocking = ({ blockOwnerDeletion }: OwnerReference): boolean => blockOwnerDeletion === true
