import type { Step } from './container-steps.ts'

/** The steps of a pod that are due now, and the delay of the next one. */
interface Timetable {
  readonly due: readonly Step[]
  /** Those that wait since now. */
  readonly begun: readonly Step[]
  /** Milliseconds until the next step is due; Infinity without one. */
  readonly wait: number
}

/** When the steps of pods are due: each so long after it was first seen. */
export class StepTimes {
  /** By the key of a pod: when its steps are due, on a clock that only grows, by their marks. */
  readonly #pods = new Map<string, { readonly uid: string; readonly due: ReadonlyMap<string, number> }>()

  /** @param steps all that the pod waits for; of others nothing is remembered */
  look(key: string, uid: string, steps: readonly Step[], now: number): Timetable {
    const before = this.#pods.get(key)
    const known = before?.uid === uid ? before.due : undefined
    const due = new Map(steps.map(({ mark, after }) => [mark, known?.get(mark) ?? now + after]))
    if (due.size > 0) this.#pods.set(key, { uid, due })
    else this.#pods.delete(key)
    return {
      due: steps.filter(({ mark }) => (due.get(mark) ?? now) <= now),
      begun: steps.filter(({ mark }) => known?.has(mark) !== true),
      wait: Math.min(...due.values()) - now,
    }
  }

  forget(key: string): void {
    this.#pods.delete(key)
  }
}
