import type { ApiObject } from '../../api/object.ts'
import { integerAt, numberAt } from '../../resources/path.ts'
import { revisionLabelOf } from './controller-history.ts'
import type { Observed } from './daemon-set-plan.ts'
import { objectAt } from '../object-parts.ts'
import { isAvailable, isReady } from '../pod-states.ts'

const COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
] as const

type Counts = Record<(typeof COUNTS)[number], number>

/** The counts in the status. Only the first pod of a node counts. */
function countsOf({ daemonSet, nodes, pods, hash, placement, now }: Observed): Counts {
  const counts: Counts = {
    currentNumberScheduled: 0,
    numberMisscheduled: 0,
    desiredNumberScheduled: 0,
    numberReady: 0,
    updatedNumberScheduled: 0,
    numberAvailable: 0,
    numberUnavailable: 0,
  }
  for (const node of nodes) {
    const [pod] = pods.get(node.metadata?.name ?? '') ?? []
    if (!placement(node).shouldRun) {
      if (pod !== undefined) counts.numberMisscheduled++
      continue
    }
    counts.desiredNumberScheduled++
    if (pod === undefined) continue
    counts.currentNumberScheduled++
    if (isReady(pod)) counts.numberReady++
    if (isAvailable(pod, numberAt(daemonSet, 'spec.minReadySeconds'), now)) counts.numberAvailable++
    if (hash !== '' && revisionLabelOf(pod) === hash) counts.updatedNumberScheduled++
  }
  counts.numberUnavailable = counts.desiredNumberScheduled - counts.numberAvailable
  return counts
}

/** The daemon set with its new status; undefined when the status is unchanged. */
export function withStatus(observed: Observed): ApiObject | undefined {
  const { daemonSet } = observed
  const counts = countsOf(observed)
  const observedGeneration = daemonSet.metadata?.generation ?? 0
  const isUnchanged =
    COUNTS.every((field) => counts[field] === numberAt(daemonSet, `status.${field}`)) &&
    integerAt(daemonSet, 'status.observedGeneration') >= observedGeneration
  return isUnchanged
    ? undefined
    : { ...daemonSet, status: { ...objectAt(daemonSet, 'status'), ...counts, observedGeneration } }
}
