import { transitionTime } from '../../api/condition.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { formatTime } from '../../clock/clock.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ManagerContext } from '../controller.ts'
import { PODS } from '../kinds.ts'
import { disruptionCondition, patchPodStatus } from '../nodes/disrupted-pods.ts'
import { conditionOf } from '../pod-states.ts'
import type { Preemption } from './preemption.ts'

export const SCHEDULER = 'default-scheduler'
const WRITER = '{system}-scheduler'
const PREEMPTED = {
  reason: 'PreemptionByScheduler',
  message: `${SCHEDULER}: preempting to accommodate a higher priority pod`,
}

/** The writes of a scheduler. A pod that is deleted or replaced in the meantime is ignored. */
export interface Placements {
  /** Binds the pod. Returns false when it was deleted, replaced or bound in the meantime. */
  bind(pod: ApiObject, node: string): Promise<boolean>
  /** Deletes the victims of a preemption. */
  preempt(pod: ApiObject, preemption: Preemption): Promise<void>
  /**
   * Reports why no node accepts the pod. Does nothing when the pod already has this message.
   * @param nominated the node on which a preemption makes room
   */
  refuse(pod: ApiObject, message: string, nominated?: string): Promise<void>
}

export function placements(context: ManagerContext): Placements {
  const { clock } = context
  const objects = context.objectsAs(WRITER)
  const recorder = context.recorder(SCHEDULER, { user: WRITER })

  return {
    async bind(pod, node) {
      const { namespace, name } = namespacedName(pod)
      const target = { apiVersion: 'v1', kind: 'Node', name: node }
      const metadata = { namespace, name, uid: pod.metadata?.uid }
      const isDone = await unlessReplaced(() => objects.create(PODS, { metadata, target }, 'binding'))
      if (isDone) recorder.event(pod, 'Normal', 'Scheduled', `Successfully assigned ${namespace}/${name} to ${node}`)
      return isDone
    },
    async preempt(pod, { node, victims }) {
      for (const victim of victims) {
        const { uid = '' } = victim.metadata ?? {}
        const condition = disruptionCondition(victim, PREEMPTED, clock)
        await unlessReplaced(async () => {
          if (condition !== undefined) await patchPodStatus(objects, victim, { conditions: [condition] })
          await objects.delete(PODS, namespacedName(victim), { uid })
        })
        recorder.event(victim, 'Normal', 'Preempted', `Preempted by pod ${pod.metadata?.uid ?? ''} on node ${node}`)
      }
    },
    async refuse(pod, message, nominated) {
      const [type, status, reason] = ['PodScheduled', 'False', 'Unschedulable']
      const before = conditionOf(pod, type)
      if (before?.['reason'] === reason && before['message'] === message) return
      recorder.event(pod, 'Warning', 'FailedScheduling', message)
      const lastTransitionTime = transitionTime(before, status, formatTime(clock.now()))
      const condition = { type, status, lastProbeTime: null, lastTransitionTime, reason, message }
      const nomination = nominated === undefined ? {} : { nominatedNodeName: nominated }
      await unlessReplaced(() => patchPodStatus(objects, pod, { conditions: [condition], ...nomination }))
    },
  }
}

/** Runs a write. Returns false when the pod was deleted, replaced or bound in the meantime. */
async function unlessReplaced(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (wasRefused(error, 'NotFound') || wasRefused(error, 'Conflict')) return false
    throw error
  }
}
