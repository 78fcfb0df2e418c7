import type { Json, JsonObject } from '../../api/json.ts'
import { withCondition } from '../../api/condition.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, valueAt } from '../../resources/path.ts'
import { objectAt } from '../object-parts.ts'

export type ConditionType = 'AbleToScale' | 'ScalingActive'

/** Collects the new status of an autoscaler during one sync. */
export class AutoscalerStatus {
  readonly #autoscaler: ApiObject
  readonly #now: number
  #status: JsonObject

  /** @param now milliseconds since 1970 */
  constructor(autoscaler: ApiObject, now: number) {
    this.#autoscaler = autoscaler
    this.#now = now
    this.#status = { desiredReplicas: 0, currentMetrics: null, ...objectAt(autoscaler, 'status') }
  }

  setCondition(type: ConditionType, isMet: boolean, reason: string, message: string): void {
    const status = isMet ? 'True' : 'False'
    const next = { type, status, lastTransitionTime: formatTime(this.#now), reason, message }
    this.#status = { ...this.#status, conditions: withCondition(listAt(this.#status, 'conditions'), next) }
  }

  /** Records the metrics and keeps the desired number of replicas. */
  setMetrics(currentReplicas: number, currentMetrics: Json[] | null): void {
    this.#setCounts({ currentReplicas, currentMetrics })
  }

  /** Records the decision and removes the metrics. @param scaled Whether this sync scaled the target. */
  setDecision(currentReplicas: number, desiredReplicas: number, scaled: boolean): void {
    this.#setCounts({ currentReplicas, desiredReplicas, currentMetrics: null })
    if (scaled) this.#status = { ...this.#status, lastScaleTime: formatTime(this.#now) }
  }

  /** Sets counts and metrics. The real controller drops `observedGeneration`, so it is absent here too. */
  #setCounts(counts: JsonObject): void {
    const { desiredReplicas = 0, lastScaleTime, conditions } = this.#status
    this.#status = { ...(lastScaleTime !== undefined && { lastScaleTime }), desiredReplicas, conditions, ...counts }
  }

  /** The autoscaler with the new status; undefined when the status is unchanged. */
  changed(): ApiObject | undefined {
    const autoscaler = { ...this.#autoscaler, status: this.#status }
    return equalJson(plain(this.#autoscaler), plain(autoscaler)) ? undefined : autoscaler
  }
}

/** A form without empty values, so that an empty and an absent value compare as equal. */
const plain = (autoscaler: ApiObject): JsonObject => ({
  observedGeneration: valueAt(autoscaler, 'status.observedGeneration') ?? 0,
  lastScaleTime: valueAt(autoscaler, 'status.lastScaleTime') ?? null,
  currentReplicas: valueAt(autoscaler, 'status.currentReplicas') ?? 0,
  desiredReplicas: valueAt(autoscaler, 'status.desiredReplicas') ?? 0,
  currentMetrics: [...listAt(autoscaler, 'status.currentMetrics')],
  conditions: [...listAt(autoscaler, 'status.conditions')],
})
