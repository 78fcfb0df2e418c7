import type { ApiObject } from '../../api/object.ts'
import { valueAt } from '../../resources/path.ts'
import { endOf } from './job-conditions.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerController } from '../controller.ts'
import { JOBS } from '../kinds.ts'
import { isBeingDeleted, timeOf } from '../object-parts.ts'

/** Deletes a finished job after its time to live. The pods of the job are deleted first. */
export const ttlAfterFinished = {
  name: 'ttl-after-finished-controller',
  alias: 'ttl-after-finished',
  open({ objects, clock, informer, queue: openQueue }): Controller {
    let stops: (() => void)[] = []

    return {
      needs: [JOBS],
      async start() {
        const jobs = informer(JOBS)
        const queue = openQueue(async (key) => {
          const left = timeLeft(jobs.get(splitKey(key)), clock.now())
          if (left === undefined) return
          if (left > 0) return queue.addAfter(key, left)
          // The time to live may have been extended in the meantime.
          const stored = await objects.get(JOBS, splitKey(key))
          const storedLeft = timeLeft(stored, clock.now())
          if (storedLeft === undefined) return
          if (storedLeft > 0) return queue.addAfter(key, storedLeft)
          const { uid } = stored?.metadata ?? {}
          await objects.delete(JOBS, splitKey(key), { uid, propagationPolicy: 'Foreground' })
        })
        const consider = (job: ApiObject): void => {
          if (timeLeft(job, clock.now()) !== undefined) queue.add(keyOf(job))
        }
        stops = [jobs.addEventHandler({ added: consider, updated: consider }), () => queue.stop()]
        await jobs.synced
      },
      stop() {
        for (const stop of stops) stop()
      },
    }
  },
} satisfies ManagerController

/** Milliseconds until a job is deleted; undefined when it has not ended, has no time to live or is being deleted. */
function timeLeft(job: ApiObject | undefined, now: number): number | undefined {
  if (job === undefined || isBeingDeleted(job)) return undefined
  const seconds = valueAt(job, 'spec.ttlSecondsAfterFinished')
  const end = endOf(job)
  if (end === undefined || typeof seconds !== 'number') return undefined
  const endedAt = timeOf(end.lastTransitionTime)
  return endedAt === undefined ? undefined : endedAt + seconds * 1000 - now
}
