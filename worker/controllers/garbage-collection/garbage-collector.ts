import { hasFinalizer, isBeingDeleted } from '../object-parts.ts'
import { quote } from '../../api/go-format.ts'
import { formatGroupVersion } from '../../api/group-version.ts'
import type { ApiObject, ObjectMeta, OwnerReference } from '../../api/object.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { Informer } from '../client/informer.ts'
import type { ServedKind } from '../client/served-kinds.ts'
import { RequeueError, type WorkQueue } from '../client/work-queue.ts'
import type { ManagerContext, ManagerController } from '../controller.ts'
import { DependencyGraph, FOREGROUND, ORPHAN, type Consequences, type Item } from './dependency-graph.ts'

/**
 * Deletes objects whose owners are all gone, and the dependents of owners in foreground deletion. Removes the owner
 * references of orphans.
 */
export const garbageCollector = {
  name: 'garbage-collector-controller',
  alias: 'garbagecollector',
  clientRate: { qps: 2, burst: 1 },
  wakeUp: ({ type, current }) => type === 'remove' || hasOwner(current.object) || isBeingDeleted(current.object),
  open(context) {
    const collector = new GarbageCollector(context)
    return {
      needs: [],
      start: () => collector.start(),
      stop: () => collector.stop(),
    }
  },
} satisfies ManagerController

const hasOwner = ({ metadata }: ApiObject): boolean => (metadata?.ownerReferences?.length ?? 0) > 0

const isCollectable = ({ resource, verbs }: ServedKind): boolean =>
  resource !== 'events' && ['delete', 'list', 'watch'].every((verb) => verbs.includes(verb))

class GarbageCollector {
  readonly #context: ManagerContext
  readonly #graph = new DependencyGraph()
  readonly #followed = new Map<string, Informer>()
  /** The uids of new objects whose owners have not been looked up yet. */
  readonly #arrived = new Set<string>()
  readonly #events: EventRecorder
  /** The queue of objects that may have to be deleted. */
  readonly #attemptToDelete: WorkQueue
  /** The queue of objects whose dependents become orphans. */
  readonly #attemptToOrphan: WorkQueue
  #unfollow = (): void => undefined

  constructor(context: ManagerContext) {
    this.#context = context
    this.#events = context.recorder('garbage-collector-controller')
    this.#attemptToDelete = context.queue((uid) => this.#processItem(uid))
    this.#attemptToOrphan = context.queue((uid) => this.#orphanDependents(uid))
  }

  async start(): Promise<void> {
    this.#unfollow = this.#context.kinds.subscribe(() => this.#followAll())
    this.#followAll()
    await Promise.all(Array.from(this.#followed.values(), ({ synced }) => synced))
  }

  stop(): void {
    this.#unfollow()
    this.#attemptToDelete.stop()
    this.#attemptToOrphan.stop()
  }

  /** Follows kinds that were added since the last call, such as custom resources. */
  #followAll(): void {
    for (const kind of this.#context.kinds.all()) {
      if (!isCollectable(kind)) continue
      const key = keyOf(kind)
      const informer = this.#context.informer(kind)
      if (this.#followed.get(key) === informer) continue
      this.#followed.set(key, informer)
      informer.addEventHandler({
        added: (object) => this.#enqueue(this.#graph.put(kind, object, undefined)),
        updated: (object, before) => this.#enqueue(this.#graph.put(kind, object, before)),
        deleted: (object) => this.#enqueue(this.#graph.remove(object)),
      })
    }
  }

  #enqueue({ arrived, toCheck, orphaned }: Consequences): void {
    for (const uid of toCheck) this.#attemptToDelete.add(uid)
    if (orphaned !== undefined) this.#attemptToOrphan.add(orphaned)
    const item = arrived === undefined ? undefined : this.#graph.find(arrived)
    // Most objects are created after their owners.
    if (item === undefined || item.owners.every((owner) => this.#isSolid(owner, item))) return
    this.#arrived.add(item.uid)
    this.#attemptToDelete.add(item.uid)
  }

  #isSolid(owner: OwnerReference, item: Item): boolean {
    return this.#ownerExists(owner, item) && this.#graph.find(owner.uid)?.awaitsDependents !== true
  }

  #ownerExists(owner: OwnerReference, { namespace }: Item): boolean {
    const kind = this.#context.kinds.find(owner.apiVersion, owner.kind)
    const place = { namespace: kind?.namespaced === true ? namespace : '', name: owner.name }
    return kind !== undefined && this.#followed.get(keyOf(kind))?.get(place)?.metadata?.uid === owner.uid
  }

  async #processItem(uid: string): Promise<void> {
    const item = this.#graph.find(uid)
    const hasArrived = this.#arrived.delete(uid)
    if (item === undefined) return
    if (hasArrived && !item.owners.every((owner) => this.#ownerExists(owner, item))) this.#reportInvalidOwner(item)
    if (item.awaitsDependents) return this.#await(item)
    const latest = item.isBeingDeleted ? undefined : await this.#latest(item)
    const owners = latest?.metadata?.ownerReferences ?? []
    if (latest === undefined || owners.length === 0) return
    const classes = await this.#classify(item, owners)
    if (classes === undefined) return
    const { solid, awaiting } = classes
    if (solid.length === owners.length) return
    if (solid.length > 0) return this.#write(item, latest, { ownerReferences: solid })
    const dependents = this.#graph.dependentsOf(uid)
    if (awaiting.length === 0 || dependents.length === 0) return this.#delete(latest, item)
    // In a cycle of owners, each object would wait for another one.
    if (dependents.some(({ awaitsDependents }) => awaitsDependents)) {
      const ownerReferences = owners.map((owner) => ({ ...owner, blockOwnerDeletion: false }))
      await this.#write(item, latest, { ownerReferences })
    }
    return this.#delete(latest, item, 'Foreground')
  }

  /**
   * Separates the existing owners that stay from those that wait for their dependents. Returns undefined for a cluster-scoped
   * object with a namespaced owner: such an owner can never exist, and the object is kept.
   * @throws RequeueError when the kind of an owner is not served
   */
  async #classify(item: Item, owners: readonly OwnerReference[]): Promise<Classes | undefined> {
    const classes: Classes = { solid: [], awaiting: [] }
    for (const owner of owners) {
      const kind = this.#context.kinds.find(owner.apiVersion, owner.kind)
      // The kind of the owner may be served later.
      if (kind === undefined) throw new RequeueError(`${owner.kind} of ${owner.apiVersion} is not served`)
      if (kind.namespaced && item.namespace === '') return undefined
      const namespace = kind.namespaced ? item.namespace : ''
      const object = await this.#context.objects.get(kind, { namespace, name: owner.name })
      if (object?.metadata?.uid !== owner.uid) continue
      if (object.metadata.deletionTimestamp !== undefined && hasFinalizer(object, FOREGROUND))
        classes.awaiting.push(owner)
      else classes.solid.push(owner)
    }
    return classes
  }

  /** A namespaced owner must be in the same namespace; the event explains why the owner is ignored. */
  #reportInvalidOwner({ kind, namespace, name, uid, owners }: Item): void {
    for (const owner of owners) {
      const elsewhere = this.#namespaceOf(owner.uid)
      if (elsewhere === undefined || elsewhere === '' || elsewhere === namespace) continue
      const apiVersion = formatGroupVersion(kind)
      const reference = `${owner.apiVersion}/${owner.kind}, namespace: ${namespace}, name: ${owner.name}, uid: ${owner.uid}`
      const message = `ownerRef [${reference}] does not exist in namespace ${quote(namespace)}`
      const about = { kind: kind.kind, apiVersion, metadata: { namespace, name, uid } }
      this.#events.event(about, 'Warning', 'OwnerRefInvalidNamespace', message)
      return
    }
  }

  #namespaceOf(uid: string): string | undefined {
    for (const informer of this.#followed.values())
      for (const { metadata } of informer.list()) if (metadata?.uid === uid) return metadata.namespace ?? ''
    return undefined
  }

  /** Removes the finalizer when no dependent blocks the deletion. Else queues the blockers that await no dependents themselves. */
  async #await(item: Item): Promise<void> {
    const blockers = this.#graph.blockersOf(item.uid)
    if (blockers.length === 0) return this.#release(item, FOREGROUND)
    for (const blocker of blockers) if (!blocker.awaitsDependents) this.#attemptToDelete.add(blocker.uid)
  }

  async #orphanDependents(uid: string): Promise<void> {
    for (const dependent of this.#graph.dependentsOf(uid)) {
      const latest = await this.#latest(dependent)
      const owners = latest?.metadata?.ownerReferences ?? []
      const ownerReferences = owners.filter((owner) => owner.uid !== uid)
      if (latest !== undefined && ownerReferences.length < owners.length)
        await this.#write(dependent, latest, { ownerReferences })
    }
    const item = this.#graph.find(uid)
    if (item !== undefined) await this.#release(item, ORPHAN)
  }

  async #release(item: Item, finalizer: string): Promise<void> {
    const latest = await this.#latest(item)
    if (latest === undefined || !hasFinalizer(latest, finalizer)) return
    const finalizers = latest.metadata?.finalizers?.filter((one) => one !== finalizer) ?? []
    await this.#write(item, latest, { finalizers })
  }

  async #latest(item: Item): Promise<ApiObject | undefined> {
    const object = await this.#context.objects.get(item.kind, item)
    return object?.metadata?.uid === item.uid ? object : undefined
  }

  /** Throws a conflict when the object has a newer revision. The queue then tries the item again. */
  async #write(
    item: Item,
    latest: ApiObject,
    { ownerReferences, finalizers }: Pick<ObjectMeta, 'ownerReferences' | 'finalizers'>,
  ): Promise<void> {
    const { resourceVersion } = latest.metadata ?? {}
    const metadata = {
      resourceVersion,
      ...(ownerReferences && { ownerReferences: orNull(ownerReferences) }),
      ...(finalizers && { finalizers: orNull(finalizers) }),
    }
    await this.#context.objects.patch(item.kind, item, 'merge', { metadata })
  }

  /** Deletes an object. Without a policy, the finalizers of the object determine what happens to its dependents. */
  async #delete(latest: ApiObject, item: Item, propagationPolicy = policyOf(latest)): Promise<void> {
    await this.#context.objects.delete(item.kind, item, { uid: item.uid, propagationPolicy })
  }
}

interface Classes {
  /** Owners that stay. */
  readonly solid: OwnerReference[]
  /** Owners that wait for their dependents. */
  readonly awaiting: OwnerReference[]
}

const keyOf = ({ group, resource }: ServedKind): string => `${group}/${resource}`

const orNull = <Value>(list: Value[]): Value[] | null => (list.length === 0 ? null : list)

/** The propagation policy that the finalizers of an object express. */
function policyOf(object: ApiObject): 'Orphan' | 'Foreground' | 'Background' {
  if (hasFinalizer(object, ORPHAN)) return 'Orphan'
  return hasFinalizer(object, FOREGROUND) ? 'Foreground' : 'Background'
}
