import type { ApiObject } from '../../api/object.ts'
import { keyOf } from '../client/namespaced-name.ts'
import { hasFinished } from '../pod-states.ts'

/** The pods in the phase Succeeded or Failed, by their last observed state. A write of the status may also set another phase. */
export class FinishedPods {
  readonly #keys = new Set<string>()

  get size(): number {
    return this.#keys.size
  }

  observe(pod: ApiObject): void {
    if (hasFinished(pod)) this.#keys.add(keyOf(pod))
    else this.#keys.delete(keyOf(pod))
  }

  forget(pod: ApiObject): void {
    this.#keys.delete(keyOf(pod))
  }
}
