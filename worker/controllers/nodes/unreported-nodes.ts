import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, valueAt } from '../../resources/path.ts'
import { formatTime } from '../../clock/clock.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ManagerContext } from '../controller.ts'
import { LEASES, NODES } from '../kinds.ts'
import { nameOf, timeOf } from '../object-parts.ts'
import { conditionOf } from '../pod-states.ts'

/** The time in milliseconds in which a new node must report its status: `--node-startup-grace-period`. */
const STARTUP_GRACE_MS = 60_000

/** The conditions that a node agent reports. */
const REPORTED = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']

/**
 * Marks a node without a Ready condition a minute after its creation and after the last renewal of its lease.
 * @returns milliseconds until the node is due; undefined when there is nothing to wait for
 */
export async function markUnreported(context: ManagerContext, node: ApiObject): Promise<number | undefined> {
  const { clock, dialect, objects } = context
  if (conditionOf(node, 'Ready') !== undefined) return undefined
  const waitAfter = (time: number | undefined): number | undefined => {
    const due = (time ?? 0) + STARTUP_GRACE_MS
    return clock.now() > due ? undefined : due + 1 - clock.now()
  }
  const wait = waitAfter(timeOf(node.metadata?.creationTimestamp))
  if (wait !== undefined) return wait
  const lease = await objects.get(LEASES, { namespace: dialect.spell('{system}-node-lease'), name: nameOf(node) })
  const renewed = waitAfter(lease && timeOf(valueAt(lease, 'spec.renewTime')))
  if (renewed !== undefined) return renewed
  const { resourceVersion = '' } = node.metadata ?? {}
  const status = { conditions: unreportedConditions(node, formatTime(clock.now())) }
  await objects.patchStatus(NODES, namespacedName(node), 'merge', { metadata: { resourceVersion }, status })
  return undefined
}

/** The conditions of a node whose agent never reported. @param now the text of the time */
function unreportedConditions(node: ApiObject, now: string): JsonObject[] {
  const { creationTimestamp = null } = node.metadata ?? {}
  const present = listAt(node, 'status.conditions').filter(isObject)
  const kept = present.map((condition) =>
    REPORTED.includes(String(condition['type'])) && condition['status'] !== 'Unknown'
      ? {
          ...condition,
          status: 'Unknown',
          reason: 'NodeStatusUnknown',
          message: 'Kubelet stopped posting node status.',
          lastTransitionTime: now,
        }
      : condition,
  )
  const missing = REPORTED.filter((type) => conditionOf(node, type) === undefined)
  const added = missing.map((type) => ({
    type,
    status: 'Unknown',
    lastHeartbeatTime: creationTimestamp,
    lastTransitionTime: now,
    reason: 'NodeStatusNeverUpdated',
    message: 'Kubelet never posted node status.',
  }))
  return [...kept, ...added]
}
