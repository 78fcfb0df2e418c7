import type { Step } from './container-steps.ts'

/** The steps of a pod that are due now, and the delay of the next one. */
interface Timetable {
  readonly due: readonly Step[]
  /** The steps for which the pod starts to wait now. */
  readonly begun: readonly Step[]
  /** Milliseconds until the next step is due; Infinity without one. */
  readonly wait: number
}

/** The due times of the steps of pods. A step is due when its delay has passed since `update` first received it. */
export class StepTimes {
  /** By the key of a pod: due times (`Clock.elapsed`) by wait key. */
  readonly #pods = new Map<string, { readonly uid: string; readonly due: ReadonlyMap<string, number> }>()

  /**
   * Sets the due times of new steps, and returns the steps that are due.
   * @param steps all steps that the pod waits for; the times of other steps are forgotten
   */
  update(key: string, uid: string, steps: readonly Step[], now: number): Timetable {
    const before = this.#pods.get(key)
    const known = before?.uid === uid ? before.due : undefined
    const due = new Map(steps.map(({ waitKey, after }) => [waitKey, known?.get(waitKey) ?? now + after]))
    if (due.size > 0) this.#pods.set(key, { uid, due })
    else this.#pods.delete(key)
    return {
      due: steps.filter(({ waitKey }) => (due.get(waitKey) ?? now) <= now),
      begun: steps.filter(({ waitKey }) => known?.has(waitKey) !== true),
      wait: Math.min(...due.values()) - now,
    }
  }

  forget(key: string): void {
    this.#pods.delete(key)
  }
}
