import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, valueAt } from '../../resources/path.ts'
import { partOf } from '../object-parts.ts'

export type ConditionType = 'AbleToScale' | 'ScalingActive'

/** The status of an autoscaler while it is worked out. */
export class AutoscalerStatus {
  readonly #autoscaler: ApiObject
  readonly #now: number
  #status: JsonObject

  /** @param now ms since 1970 */
  constructor(autoscaler: ApiObject, now: number) {
    this.#autoscaler = autoscaler
    this.#now = now
    this.#status = { desiredReplicas: 0, currentMetrics: null, ...partOf(autoscaler, 'status') }
  }

  condition(type: ConditionType, isMet: boolean, reason: string, message: string): void {
    const conditions = [...listAt(this.#status, 'conditions')]
    const at = conditions.findIndex((one) => isObject(one) && one['type'] === type)
    const before = conditions[at]
    const status = isMet ? 'True' : 'False'
    const kept = isObject(before) && before['status'] === status ? before['lastTransitionTime'] : undefined
    const lastTransitionTime = kept ?? formatTime(this.#now)
    const next = { type, status, lastTransitionTime, reason, message }
    this.#status = { ...this.#status, conditions: at < 0 ? [...conditions, next] : conditions.with(at, next) }
  }

  /** What was found, where the number of replicas stays as it is wanted. */
  found(currentReplicas: number, currentMetrics: Json[] | null): void {
    this.#counts({ currentReplicas, currentMetrics })
  }

  /** What was found and decided; `scaled`: just now. */
  decided(currentReplicas: number, desiredReplicas: number, scaled: boolean): void {
    this.#counts({ currentReplicas, desiredReplicas, currentMetrics: null })
    if (scaled) this.#status = { ...this.#status, lastScaleTime: formatTime(this.#now) }
  }

  /** What the real controller does not know of is dropped: the generation that was observed. */
  #counts(counts: JsonObject): void {
    const { desiredReplicas = 0, lastScaleTime, conditions } = this.#status
    this.#status = { ...(lastScaleTime !== undefined && { lastScaleTime }), desiredReplicas, conditions, ...counts }
  }

  /** The autoscaler with this status; undefined where it has it already. */
  changed(): ApiObject | undefined {
    const autoscaler = { ...this.#autoscaler, status: this.#status }
    return equalJson(plain(this.#autoscaler), plain(autoscaler)) ? undefined : autoscaler
  }
}

/** Whatever is empty in it, said or left out. */
const plain = (autoscaler: ApiObject): JsonObject => ({
  observedGeneration: valueAt(autoscaler, 'status.observedGeneration') ?? 0,
  lastScaleTime: valueAt(autoscaler, 'status.lastScaleTime') ?? null,
  currentReplicas: valueAt(autoscaler, 'status.currentReplicas') ?? 0,
  desiredReplicas: valueAt(autoscaler, 'status.desiredReplicas') ?? 0,
  currentMetrics: [...listAt(autoscaler, 'status.currentMetrics')],
  conditions: [...listAt(autoscaler, 'status.conditions')],
})
