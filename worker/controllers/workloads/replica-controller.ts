import type { ApiObject } from '../../api/object.ts'
import type { LabelSelector } from '../../api/selector.ts'
import { wasRefused } from '../../api/status.ts'
import { numberAt, valueAt } from '../../resources/path.ts'
import type { GroupVersionResource } from '../client/group-version-resource.ts'
import type { Informer } from '../client/informer.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { WorkQueue } from '../client/work-queue.ts'
import type { Controller, ManagerContext } from '../controller.ts'
import { PODS } from '../kinds.ts'
import { controllerOf, isBeingDeleted } from '../object-parts.ts'
import { isActive, nextAvailable } from '../pod-states.ts'
import { claimObjects } from './adoption.ts'
import { dependentHandler } from './dependents.ts'
import { orphansOf } from './orphans.ts'
import { createPod, podControl } from './pod-control.ts'
import { removalOrder } from './removal-order.ts'
import { replicaStatus } from './replica-state.ts'
import { slowStart, together } from './slow-start.ts'

/** The differences between the controllers of replica sets and of replication controllers. */
interface ReplicaKind {
  readonly resource: GroupVersionResource
  /** The `kind` in owner references. */
  readonly kind: string
  /** The `source.component` of events. */
  readonly component: string
  readonly selection: (set: ApiObject) => LabelSelector
}

/** BurstReplicas: the maximum number of pods that one sync creates or deletes. The changes of these pods requeue the set. */
const BURST = 500

/**
 * A sync that changed pods delays the next sync of its set by the time of this many requests: an event, the status, and
 * the next status. The rate limit of the real controller's client causes the same delay, so recorded reads contain the
 * status from before the change.
 */
const REQUESTS_BETWEEN_SYNCS = 3

export function replicaController(own: ReplicaKind, context: ManagerContext): Controller {
  const { resource, kind, selection } = own
  let queue: WorkQueue | undefined
  return {
    needs: [resource, PODS],
    async start() {
      const sets = context.informer(resource)
      const pods = context.informer(PODS)
      const sync = replicaSync(own, context, { sets, pods })
      const keys = context.queue(async (key) => {
        const wait = await sync(key)
        if (wait !== undefined) keys.addAfter(key, wait)
      })
      queue = keys
      const add = (set: ApiObject): void => keys.add(keyOf(set))
      sets.addEventHandler({ added: add, updated: add, deleted: add })
      const wants = (set: ApiObject, pod: ApiObject): boolean => selection(set)(pod.metadata?.labels)
      pods.addEventHandler(dependentHandler({ kind, informer: sets, add: (key) => keys.add(key), wants }))
      await Promise.all([sets.synced, pods.synced])
    },
    stop: () => queue?.stop(),
  }
}

interface ReplicaInformers {
  readonly sets: Informer
  readonly pods: Informer
}

/**
 * Returns a function that creates or deletes up to `BURST` pods of one set to reach `spec.replicas`, and writes a
 * status that counts the pods before the change. The result of that function is the milliseconds until the next sync,
 * if nothing changes before.
 */
function replicaSync(
  { resource, component, selection }: ReplicaKind,
  { objects, clock, dialect, recorder, requestInterval }: ManagerContext,
  { sets, pods }: ReplicaInformers,
): (key: string) => Promise<number | undefined> {
  const control = podControl(objects, recorder(component))
  const orphans = orphansOf(pods)
  /** The earliest next sync of sets whose pods changed (`Clock.elapsed`). */
  const notBefore = new Map<string, number>()
  const costAnnotation = dialect.spell('controller.{labels}/pod-deletion-cost')

  return async (key) => {
    const wait = (notBefore.get(key) ?? 0) - clock.elapsed()
    if (wait > 0) return wait
    notBefore.delete(key)
    const set = sets.get(splitKey(key))
    if (set === undefined) return undefined
    const isWanted = ({ metadata }: ApiObject): boolean => selection(set)(metadata?.labels)
    const mine = await claimObjects(
      { objects, owner: set, ownerResource: resource, resource: PODS, isWanted },
      candidates(set),
    )
    const failure = isBeingDeleted(set) ? undefined : await manage(set, mine).then(none, (error: unknown) => error)
    await writeStatus(set, mine, failure)
    if (failure !== undefined) throw failure
    if (mine.length !== numberAt(set, 'spec.replicas') && requestInterval > 0)
      notBefore.set(key, clock.elapsed() + REQUESTS_BETWEEN_SYNCS * requestInterval)
    return nextAvailable(mine, numberAt(set, 'spec.minReadySeconds'), clock.now())
  }

  function* candidates(set: ApiObject): Iterable<ApiObject> {
    for (const pod of pods.controlledBy(set.metadata?.uid ?? '')) if (isActive(pod)) yield pod
    for (const pod of orphans(namespacedName(set).namespace)) if (isActive(pod)) yield pod
  }

  async function manage(set: ApiObject, mine: readonly ApiObject[]): Promise<void> {
    const missing = numberAt(set, 'spec.replicas') - mine.length
    if (missing > 0) {
      await slowStart(Math.min(missing, BURST), () => createPod(control, set, valueAt(set, 'spec.template')))
    } else if (missing < 0) {
      const going = -missing < mine.length ? removalOrder(mine, removalFactors(set, mine)) : mine
      await together(going.slice(0, Math.min(-missing, BURST)).map((pod) => control.delete(set, pod)))
    }
  }

  function removalFactors(set: ApiObject, mine: readonly ApiObject[]): Parameters<typeof removalOrder>[1] {
    const owner = controllerOf(set)
    const siblings = owner === undefined ? [] : [...sets.controlledBy(owner.uid)]
    const related = siblings.flatMap(({ metadata }) => [...pods.controlledBy(metadata?.uid ?? '')])
    return { related: owner === undefined ? mine : related, costAnnotation, now: clock.now() }
  }

  async function writeStatus(set: ApiObject, mine: readonly ApiObject[], failure: unknown): Promise<void> {
    const observed = { pods: mine, failure, now: clock.now() }
    const status = replicaStatus(set, observed)
    if (status === undefined) return
    try {
      await objects.update(resource, { ...set, status }, 'status')
    } catch (error) {
      const stored = wasRefused(error, 'Conflict') ? await objects.get(resource, namespacedName(set)) : undefined
      if (stored === undefined) throw error
      await objects.update(resource, { ...stored, status }, 'status')
    }
  }
}

const none = (): undefined => undefined
