import type { Clock } from '../../worker/clock/clock.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { nextTask } from '../../worker/runtime/next-task.ts'

/** A clock that a test advances, while the server works between two timers. */
export interface SteppedClock extends Clock {
  /**
   * Runs the timers that are due within `ms`, in order.
   * @param server its revision and its work under way show when the work between two timers is done
   */
  advance(ms: number, server: WorkingServer): Promise<void>
  /** Runs the timers that are due now. */
  runDue(): void
}

export interface WorkingServer {
  /** The newest revision of the storage. */
  revision(): number
  /** The requests of controllers and the loads of parts of the server that have begun and not ended. */
  workUnderWay(): number
}

/** Turns of the event loop without a write and without a new timer, after which the server rests. */
const QUIET_TURNS = 5

/** Ids and random numbers come from the system, so that a fork never repeats the ids of its origin. */
export function steppedClock(start: number): SteppedClock {
  const clock = virtualClock(start)
  /** Work of the server that goes on in its next turn, such as a long document that is built in steps. */
  let pausedWork = 0
  const settled = async ({ revision, workUnderWay }: WorkingServer): Promise<void> => {
    for (let quiet = 0, last = ''; quiet < QUIET_TURNS; quiet++) {
      await nextTask()
      const seen = `${revision()} ${clock.pending}`
      if (seen !== last || workUnderWay() + pausedWork > 0) quiet = 0
      last = seen
    }
  }
  return {
    ...clock,
    uuid: systemClock.uuid,
    random: systemClock.random,
    async turn() {
      pausedWork++
      await nextTask()
      pausedWork--
    },
    runDue: () => clock.advance(0),
    async advance(ms, server) {
      const end = clock.now() + ms
      await settled(server)
      for (let due = clock.nextDue(); due !== undefined && due <= end; due = clock.nextDue()) {
        clock.advance(Math.max(0, due - clock.now()))
        await settled(server)
      }
      clock.advance(end - clock.now())
    },
  }
}
