import { andThen } from '../../runtime/awaitable.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Verbs } from '../../verbs/verbs.ts'

/** Half a frame at 60 Hz: the longest time that requests and messages wait for a controller's writes. */
const SLICE_MS = 8

/** Verbs whose writes, apart from `apply`, yield to requests, messages and timers after each slice of time. */
export function yieldingVerbs(verbs: Verbs, clock: Clock): Verbs {
  let sliceStart = clock.elapsed()
  let turn: Promise<void> | undefined
  const yielded = (): Promise<void> | undefined => {
    if (turn === undefined && clock.elapsed() - sliceStart > SLICE_MS) {
      turn = clock.turn().then(() => {
        sliceStart = clock.elapsed()
        turn = undefined
      })
    }
    return turn
  }
  return {
    ...verbs,
    create: (...request) => andThen(yielded(), () => verbs.create(...request)),
    update: (...request) => andThen(yielded(), () => verbs.update(...request)),
    patch: (...request) => andThen(yielded(), () => verbs.patch(...request)),
    delete: (...request) => andThen(yielded(), () => verbs.delete(...request)),
    deleteCollection: (...request) => andThen(yielded(), () => verbs.deleteCollection(...request)),
  }
}
