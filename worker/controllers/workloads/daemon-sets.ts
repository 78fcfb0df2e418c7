import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { integerAt, numberAt, valueAt } from '../../resources/path.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { Informer, ResourceEventHandler } from '../client/informer.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ManagerContext, ManagerController } from '../controller.ts'
import { CONTROLLER_REVISIONS, DAEMON_SETS, NODES, PODS } from '../kinds.ts'
import { controllerOf, isBeingDeleted } from '../object-parts.ts'
import { nextAvailable } from '../pod-states.ts'
import { claimObjects } from './adoption.ts'
import { revisionLabelOf } from './controller-history.ts'
import { FailureBackoff } from './daemon-set-backoff.ts'
import { historyOf, surplusOf } from './daemon-set-history.ts'
import { daemonTolerations, placementOn, type Placement, type Tolerations } from './daemon-set-nodes.ts'
import { rollout, planDaemonPods, type Observed, type DaemonPodPlan, type Work } from './daemon-set-plan.ts'
import { byNode, podTemplate, templateOf } from './daemon-set-pods.ts'
import { withStatus } from './daemon-set-status.ts'
import { dependentHandler } from './dependents.ts'
import { orphansOf } from './orphans.ts'
import { createPod, podControl } from './pod-control.ts'
import { selectionOf } from './selection.ts'
import { slowStart, together } from './slow-start.ts'

/**
 * BurstReplicas: the maximum number of pods that one sync creates, and the maximum that it deletes. The changes of these pods
 * requeue the daemon set.
 */
const BURST = 250

/** Keeps one pod of each DaemonSet on every node that the pod template allows. */
export const daemonSets = {
  name: 'daemonset-controller',
  alias: 'daemonset',
  open(context) {
    const queue = context.queue((key) => sync(key))
    let sync: (key: string) => Promise<void> = () => Promise.resolve()
    return {
      needs: [DAEMON_SETS, PODS, NODES, CONTROLLER_REVISIONS],
      async start() {
        const sets = context.informer(DAEMON_SETS)
        const pods = context.informer(PODS)
        const nodes = context.informer(NODES)
        const revisions = context.informer(CONTROLLER_REVISIONS)
        const tolerations = daemonTolerations(context.dialect)
        const place = (set: ApiObject, node: ApiObject): Placement => {
          const template = templateOf(set)
          return placementOn(node, template, tolerations(template))
        }
        const addAfter = (key: string, ms: number): void => queue.addAfter(key, ms)
        sync = daemonSetSync(context, { sets, pods, nodes, revisions, tolerations, place, addAfter })
        const enqueue = (set: ApiObject): void => queue.add(keyOf(set))
        const owners = { kind: 'DaemonSet', informer: sets, add: (key: string) => queue.add(key) }
        sets.addEventHandler({ added: enqueue, updated: enqueue })
        pods.addEventHandler(dependentHandler(owners))
        revisions.addEventHandler(revisionHandler(dependentHandler(owners)))
        nodes.addEventHandler({
          added(node) {
            for (const set of sets.list()) if (place(set, node).shouldRun) enqueue(set)
          },
          updated(node, before) {
            if (isSamePlace(node, before)) return
            for (const set of sets.list()) {
              const [is, was] = [place(set, node), place(set, before)]
              if (is.shouldRun !== was.shouldRun || is.shouldContinueRunning !== was.shouldContinueRunning) enqueue(set)
            }
          },
        })
        await Promise.all([sets, pods, nodes, revisions].map(({ synced }) => synced))
      },
      stop: () => queue.stop(),
    }
  },
} satisfies ManagerController

/**
 * A new revision that has a controller does not requeue it, as in the real server: a copy of the current revision stays until
 * something else changes.
 */
const revisionHandler = (handler: ResourceEventHandler): ResourceEventHandler => ({
  ...handler,
  added(revision) {
    if (controllerOf(revision) === undefined || isBeingDeleted(revision)) handler.added?.(revision)
  },
})

/** Whether the fields that placement uses are equal: kubelets update other parts of their nodes constantly. */
const isSamePlace = (node: ApiObject, before: ApiObject): boolean =>
  equalJson(node.metadata?.labels, before.metadata?.labels) &&
  equalJson(valueAt(node, 'spec.taints'), valueAt(before, 'spec.taints'))

interface DaemonSetContext {
  readonly sets: Informer
  readonly pods: Informer
  readonly nodes: Informer
  readonly revisions: Informer
  readonly tolerations: Tolerations
  readonly place: (set: ApiObject, node: ApiObject) => Placement
  readonly addAfter: (key: string, ms: number) => void
}

function daemonSetSync(
  { objects, clock, recorder: recorderOf }: ManagerContext,
  { sets, pods, nodes, revisions, tolerations, place, addAfter }: DaemonSetContext,
): (key: string) => Promise<void> {
  const recorder = recorderOf('daemonset-controller')
  const control = podControl(objects, recorder)
  const backoff = new FailureBackoff()
  const orphanPods = orphansOf(pods)
  const orphanRevisions = orphansOf(revisions)

  return async (key) => {
    const set = sets.get(splitKey(key))
    // The garbage collector may delete the revisions of the set before the pods.
    if (set === undefined || isBeingDeleted(set)) return
    const history = await claim(set, CONTROLLER_REVISIONS)
    const { current, old } = await historyOf(set, history, () => claim(set, PODS), objects)
    const hash = revisionLabelOf(current)
    try {
      const observed = observe(set, hash, await claim(set, PODS))
      // The changes of these pods requeue the daemon set.
      if (!(await manage(observed))) await carryOut(observed, rollout(observed))
      for (const revision of surplusOf(set, old, await claim(set, PODS))) {
        await objects.delete(CONTROLLER_REVISIONS, namespacedName(revision))
      }
    } finally {
      const left = await claim(set, PODS)
      const updated = withStatus(observe(set, hash, left))
      if (updated !== undefined) await objects.update(DAEMON_SETS, updated, 'status')
      const wait = nextAvailable(left, numberAt(set, 'spec.minReadySeconds'), clock.now())
      if (wait !== undefined) addAfter(key, wait)
    }
  }

  /**
   * Returns the controlled objects after adoption and release.
   * @param resource pods or controller revisions
   */
  async function claim(set: ApiObject, resource: typeof PODS): Promise<ApiObject[]> {
    const [informer, orphans] = resource === PODS ? [pods, orphanPods] : [revisions, orphanRevisions]
    const isSelected = selectionOf(valueAt(set, 'spec.selector'))
    const isWanted = ({ metadata }: ApiObject): boolean => isSelected(metadata?.labels)
    const candidates = [...informer.controlledBy(set.metadata?.uid ?? ''), ...orphans(namespacedName(set).namespace)]
    return claimObjects({ objects, owner: set, ownerResource: DAEMON_SETS, resource, isWanted }, candidates)
  }

  function observe(set: ApiObject, hash: string, all: readonly ApiObject[]): Observed {
    const placement = cachedPlacement((node) => place(set, node))
    return { daemonSet: set, nodes: [...nodes.list()], pods: byNode(all), hash, placement, now: clock.now() }
  }

  /** Creates missing pods, and deletes unwanted and ended pods. Returns whether there were any. */
  async function manage(observed: Observed): Promise<boolean> {
    const work = planDaemonPods(observed)
    const remove = [...work.remove, ...removableEnded(observed, work, { backoff, recorder, addAfter })]
    await carryOut(observed, { create: work.create, remove })
    return work.create.length + remove.length > 0
  }

  async function carryOut({ daemonSet: set, hash }: Observed, { create, remove }: Work): Promise<void> {
    if (create.length + remove.length === 0) return
    const forNode = podTemplate(set, hash, tolerations)
    const waiting = create.slice(0, BURST)
    try {
      await slowStart(waiting.length, () => createPod(control, set, forNode(waiting.shift() ?? '')))
    } finally {
      await together(remove.slice(0, BURST).map((pod) => control.delete(set, pod)))
    }
  }
}

function cachedPlacement(place: (node: ApiObject) => Placement): (node: ApiObject) => Placement {
  const placements = new Map<ApiObject, Placement>()
  return (node) => {
    const placement = placements.get(node) ?? place(node)
    placements.set(node, placement)
    return placement
  }
}

interface EndedPodsContext {
  readonly backoff: FailureBackoff
  readonly recorder: EventRecorder
  readonly addAfter: DaemonSetContext['addAfter']
}

/** The ended pods to delete now. Records an event for each, and requeues the daemon set for failed pods in backoff. */
function removableEnded(
  { daemonSet: set, now }: Observed,
  { failed, succeeded }: DaemonPodPlan,
  { backoff, recorder, addAfter }: EndedPodsContext,
): ApiObject[] {
  const removable: ApiObject[] = []
  const found = (how: string, pod: ApiObject, node: string): string =>
    `Found ${how} daemon pod ${keyOf(pod)} on node ${node}`
  for (const [pod, node] of failed) {
    const generation = integerAt(set, 'status.observedGeneration')
    const wait = backoff.count(`${set.metadata?.uid}/${generation}/${node}`, now)
    if (wait > 0) addAfter(keyOf(set), wait)
    else {
      recorder.event(set, 'Warning', 'FailedDaemonPod', `${found('failed', pod, node)}, will try to kill it`)
      removable.push(pod)
    }
  }
  for (const [pod, node] of succeeded) {
    recorder.event(set, 'Normal', 'SucceededDaemonPod', `${found('succeeded', pod, node)}, will try to delete it`)
    removable.push(pod)
  }
  return removable
}
