import type { ApiObject, OwnerReference } from '../../api/object.ts'
import type { NamespacedName } from '../client/namespaced-name.ts'
import type { ServedKind } from '../client/served-kinds.ts'

/** An object that has owners, or waits for its dependents. */
export interface Item extends NamespacedName {
  readonly kind: ServedKind
  readonly uid: string
  readonly owners: readonly OwnerReference[]
  readonly isBeingDeleted: boolean
  /** It goes when what blocks its deletion has gone. */
  readonly awaitsDependents: boolean
}

/** The effects of a change, by uid. */
export interface Consequences {
  /** Got owners: it may be that they are none. */
  readonly arrived?: string
  /** Looked at again: their owners have gone, or what they waited for. */
  readonly doubtful: readonly string[]
  /** Its dependents are let go. */
  readonly orphaned?: string
}

const NONE: Consequences = { doubtful: [] }

export const FOREGROUND = 'foregroundDeletion'
export const ORPHAN = 'orphan'

export const holds = ({ metadata }: ApiObject, finalizer: string): boolean =>
  metadata?.finalizers?.includes(finalizer) === true

const isBeingDeleted = ({ metadata }: ApiObject): boolean => metadata?.deletionTimestamp !== undefined

/** The edges from dependents to owners. Objects without an owner, the majority, are not in the graph. */
export class DependencyGraph {
  readonly #items = new Map<string, Item>()
  /** By the uid of the owner. */
  readonly #dependents = new Map<string, Set<string>>()

  find(uid: string): Item | undefined {
    return this.#items.get(uid)
  }

  dependentsOf(uid: string): readonly Item[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((dependent) => this.#items.get(dependent) ?? [])
  }

  /** Those without which the owner does not go. */
  blockersOf(uid: string): readonly Item[] {
    return this.dependentsOf(uid).filter(({ owners }) => owners.some((owner) => owner.uid === uid && isBlocking(owner)))
  }

  /** An object was added or changed. */
  put(kind: ServedKind, object: ApiObject, before: ApiObject | undefined): Consequences {
    const { uid = '', ownerReferences = [], namespace = '', name = '' } = object.metadata ?? {}
    const known = this.#items.get(uid)
    if (known === undefined && ownerReferences.length === 0 && !isBeingDeleted(object)) return NONE
    const awaitsDependents = isBeingDeleted(object) && holds(object, FOREGROUND)
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
    const doubtful = this.#relate(item, known?.owners ?? [])
    const begins = (finalizer: string): boolean =>
      isBeingDeleted(object) &&
      holds(object, finalizer) &&
      (before === undefined || !isBeingDeleted(before) || !holds(before, finalizer))
    const orphans = begins(ORPHAN)
    if (!orphans && begins(FOREGROUND)) doubtful.push(...(this.#dependents.get(uid) ?? []), uid)
    const knownOwners = new Set(known?.owners.map((owner) => owner.uid))
    const hasNew = ownerReferences.some((owner) => !knownOwners.has(owner.uid))
    return { doubtful, ...(hasNew && { arrived: uid }), ...(orphans && { orphaned: uid }) }
  }

  /** An object is no longer there. */
  remove({ metadata }: ApiObject): Consequences {
    const { uid = '', ownerReferences = [] } = metadata ?? {}
    const known = this.#items.get(uid)
    const owners = known?.owners ?? ownerReferences
    for (const owner of owners) this.#unlink(owner.uid, uid)
    this.#items.delete(uid)
    const dependents = this.#dependents.get(uid) ?? []
    return { doubtful: [...dependents, ...owners.map((owner) => owner.uid).filter((owner) => this.#awaits(owner))] }
  }

  /** Answers the owners that it no longer blocks. */
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
