import { andThen } from '../runtime/awaitable.ts'
import type { Clock } from '../clock/clock.ts'
import type { Verbs } from '../verbs/verbs.ts'

/** How long controllers write in one go, in milliseconds. */
const GO_MS = 8

/** Verbs for those who write a thousand objects in one go: every few milliseconds requests and messages have their turn. */
export function calmVerbs(verbs: Verbs, clock: Clock): Verbs {
  let began = clock.elapsed()
  let turn: Promise<void> | undefined
  const turnOfOthers = (): Promise<void> | undefined => {
    if (turn === undefined && clock.elapsed() - began > GO_MS) {
      turn = clock.turn().then(() => {
        began = clock.elapsed()
        turn = undefined
      })
    }
    return turn
  }
  return {
    ...verbs,
    create: (...request) => andThen(turnOfOthers(), () => verbs.create(...request)),
    update: (...request) => andThen(turnOfOthers(), () => verbs.update(...request)),
    patch: (...request) => andThen(turnOfOthers(), () => verbs.patch(...request)),
    delete: (...request) => andThen(turnOfOthers(), () => verbs.delete(...request)),
    deleteCollection: (...request) => andThen(turnOfOthers(), () => verbs.deleteCollection(...request)),
  }
}
