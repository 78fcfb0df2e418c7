import type { ApiObject } from '../../api/object.ts'
import { conditionOf } from '../pod-states.ts'

interface ObservedTimes {
  readonly service: number
  readonly pods: ReadonlyMap<string, number>
}

/** The time of the change that triggers a sync of a service: the value of `last-change-trigger-time`. */
export class TriggerTimes {
  readonly #observed = new Map<string, ObservedTimes>()

  /**
   * Returns the timestamp of the earliest change since the last call; the first call returns the creation time of the service.
   * The result is undefined when no relevant object has changed.
   */
  observe(key: string, service: ApiObject, pods: readonly ApiObject[]): string | undefined {
    const before = this.#observed.get(key)
    const times = new Map<string, number>()
    let first: Moment | undefined
    for (const pod of pods) {
      const { name = '' } = pod.metadata ?? {}
      const moment = momentOf(conditionOf(pod, 'Ready')?.['lastTransitionTime'])
      if (moment === undefined) continue
      times.set(name, moment.at)
      if (moment.at > (before?.pods.get(name) ?? -Infinity)) first = earlier(first, moment)
    }
    const created = momentOf(service.metadata?.creationTimestamp)
    this.#observed.set(key, { service: created?.at ?? 0, pods: times })
    if (before === undefined) return created?.text
    if (created !== undefined && created.at > before.service) first = earlier(first, created)
    return first?.text
  }

  forget(key: string): void {
    this.#observed.delete(key)
  }
}

interface Moment {
  readonly text: string
  readonly at: number
}

const earlier = (a: Moment | undefined, b: Moment): Moment => (a === undefined || b.at < a.at ? b : a)

function momentOf(text: unknown): Moment | undefined {
  return typeof text === 'string' ? { text, at: Date.parse(text) } : undefined
}
