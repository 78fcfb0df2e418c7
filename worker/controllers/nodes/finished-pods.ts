import type { ApiObject } from '../../api/object.ts'
import { keyOf } from '../client/namespaced-name.ts'
import { hasFinished } from '../pod-states.ts'

/**
 * The keys of the pods that had the phase Succeeded or Failed when they were last observed. A pod leaves the set when it is
 * deleted, or when a write of the status changes the phase again.
 */
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
