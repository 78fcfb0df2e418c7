import type { ApiObject } from '../../api/object.ts'
import { numberAt, valueAt } from '../../resources/path.ts'
import type { Informer } from '../client/informer.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ManagerContext, ManagerController } from '../controller.ts'
import { CONTROLLER_REVISIONS, PERSISTENT_VOLUME_CLAIMS, PODS, STATEFUL_SETS } from '../kinds.ts'
import { nextAvailable } from '../pod-states.ts'
import { claimObjects } from './adoption.ts'
import { byRevision } from './controller-history.ts'
import { dependentHandler } from './dependents.ts'
import { orphansOf } from './orphans.ts'
import { selectionOf } from './selection.ts'
import { StatefulSetControl } from './stateful-set-control.ts'
import { planOf } from './stateful-set-plan.ts'
import { membershipOf, statefulPods } from './stateful-set-pods.ts'
import { surplus, syncRevisions } from './stateful-set-revisions.ts'
import { completed, isStatusChanged } from './stateful-set-status.ts'

/** Keeps as many pods as a StatefulSet requests, each with its own name and claims. */
export const statefulSets = {
  name: 'statefulset-controller',
  alias: 'statefulset',
  open(context) {
    const queue = context.queue((key) => sync(key))
    let sync: (key: string) => Promise<void> = () => Promise.resolve()
    return {
      needs: [STATEFUL_SETS, PODS, CONTROLLER_REVISIONS, PERSISTENT_VOLUME_CLAIMS],
      async start() {
        const sets = context.informer(STATEFUL_SETS)
        const pods = context.informer(PODS)
        const revisions = context.informer(CONTROLLER_REVISIONS)
        const claims = context.informer(PERSISTENT_VOLUME_CLAIMS)
        const addAfter = (key: string, ms: number): void => queue.addAfter(key, ms)
        sync = statefulSetSync(context, { sets, pods, revisions, claims, addAfter })
        const enqueue = (set: ApiObject): void => queue.add(keyOf(set))
        sets.addEventHandler({ added: enqueue, updated: enqueue })
        pods.addEventHandler(dependentHandler({ kind: 'StatefulSet', informer: sets, add: (key) => queue.add(key) }))
        claims.addEventHandler({
          // A new pod waits until the claim of the pod that it replaces is deleted.
          deleted: ({ metadata }) => {
            for (const { kind, name } of metadata?.ownerReferences ?? []) {
              if (kind === 'Pod') queue.add(`${metadata?.namespace}/${membershipOf({ metadata: { name } }).parent}`)
            }
          },
        })
        await Promise.all([sets, pods, revisions, claims].map(({ synced }) => synced))
      },
      stop: () => queue.stop(),
    }
  },
} satisfies ManagerController

const isSelected = (set: ApiObject, { metadata }: ApiObject): boolean =>
  selectionOf(valueAt(set, 'spec.selector'))(metadata?.labels)

/** Whether a pod belongs to the set: the selector matches the pod, and the pod name is the name of the set with an ordinal. */
const isMember = (set: ApiObject, pod: ApiObject): boolean =>
  isSelected(set, pod) && membershipOf(pod).parent === set.metadata?.name

interface StatefulSetContext {
  readonly sets: Informer
  readonly pods: Informer
  readonly revisions: Informer
  readonly claims: Informer
  readonly addAfter: (key: string, ms: number) => void
}

function statefulSetSync(
  { objects, clock, dialect, recorder: recorderOf }: ManagerContext,
  { sets, pods, revisions, claims, addAfter }: StatefulSetContext,
): (key: string) => Promise<void> {
  const shapes = statefulPods(dialect)
  const recorder = recorderOf('statefulset-controller')
  const control = new StatefulSetControl({ objects, recorder, claims, pods: shapes })
  const hashLabel = dialect.spell('controller.{labels}/hash')
  const orphanPods = orphansOf(pods)
  const orphanRevisions = orphansOf(revisions)

  return async (key) => {
    const set = sets.get(splitKey(key))
    if (set === undefined) return
    const history = await revisionsOf(set)
    const mine = await podsOf(set)
    const setRevisions = await syncRevisions(set, history, objects, hashLabel)
    const { namespace } = namespacedName(set)
    const claim = (name: string): ApiObject | undefined => claims.get({ namespace, name })
    const plan = planOf({ set, pods: mine, ...setRevisions, claim, now: clock.now() }, shapes)
    const status = completed(set, plan.status)
    try {
      await control.carryOut(set, plan)
    } finally {
      if (isStatusChanged(set, status)) await objects.update(STATEFUL_SETS, { ...set, status }, 'status')
      for (const revision of surplus(set, history, mine, setRevisions))
        await objects.delete(CONTROLLER_REVISIONS, namespacedName(revision))
    }
    const wait = nextAvailable(mine, numberAt(set, 'spec.minReadySeconds'), clock.now())
    if (wait !== undefined) addAfter(key, wait)
  }

  /** The revisions of the set, ascending. Revisions that the selector no longer matches are ignored and kept. */
  async function revisionsOf(set: ApiObject): Promise<ApiObject[]> {
    const isWanted = (revision: ApiObject): boolean => isSelected(set, revision)
    const own = [...revisions.controlledBy(set.metadata?.uid ?? '')].filter(isWanted)
    const candidates = [...own, ...orphanRevisions(namespacedName(set).namespace)]
    const claim = { objects, owner: set, ownerResource: STATEFUL_SETS, resource: CONTROLLER_REVISIONS, isWanted }
    return (await claimObjects(claim, candidates)).sort(byRevision)
  }

  async function podsOf(set: ApiObject): Promise<ApiObject[]> {
    const candidates = [...pods.controlledBy(set.metadata?.uid ?? ''), ...orphanPods(namespacedName(set).namespace)]
    const isWanted = (pod: ApiObject): boolean => isMember(set, pod)
    return claimObjects({ objects, owner: set, ownerResource: STATEFUL_SETS, resource: PODS, isWanted }, candidates)
  }
}
