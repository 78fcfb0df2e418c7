import type { Clock } from '../../clock/clock.ts'
import type { TimedHistogram, TimedValue } from '../../observability/histogram.ts'
import type { Registry } from '../../observability/metrics.ts'

/** The limits of one priority level. */
export interface Limits {
  /** The number of seats; 0 means no limit. */
  readonly seats: number
  readonly isExempt: boolean
  /** The most requests that wait in all queues together. */
  readonly longest: number
}

/** Follows the requests of one priority level that run and wait. The times come from the clock's `elapsed`. */
export interface Utilization {
  changeExecuting(by: 1 | -1, isMutating: boolean, at: number): void
  changeWaiting(by: 1 | -1, isMutating: boolean, at: number): void
}

/** Makes the histograms of the used part of each limit. A server without a limit has no series. */
export function utilization(registry: Registry, clock: Clock) {
  const { seats, requests, demand, kinds } = timedFamilies(registry, clock)
  const levels = new Map<string, Use>()
  const levelOf = (name: string): Use => {
    let level = levels.get(name)
    if (level === undefined) {
      level = new Use(() => [
        [seats.of('executing', name), usedSeats],
        [requests.of('executing', name), usedSeats],
        [requests.of('waiting', name), usedQueues],
        [demand.of(name), demandedSeats],
      ])
      levels.set(name, level)
    }
    return level
  }
  const kindOf = (kind: string): Use =>
    new Use(() => [
      [kinds.of('executing', kind), usedSeats],
      [kinds.of('waiting', kind), usedQueues],
    ])
  const [mutating, readOnly] = [kindOf('mutating'), kindOf('readOnly')]
  const remove = (name: string): void => {
    for (const phase of ['executing', 'waiting']) for (const each of [seats, requests]) each.remove(phase, name)
    demand.remove(name)
  }
  return {
    of(name: string): Utilization {
      const level = levelOf(name)
      return {
        changeExecuting(by, isMutating, at) {
          level.change(by, 0, at)
          ;(isMutating ? mutating : readOnly).change(by, 0, at)
        },
        changeWaiting(by, isMutating, at) {
          level.change(0, by, at)
          ;(isMutating ? mutating : readOnly).change(0, by, at)
        },
      }
    },
    /** @param total the seats of all levels together; 0 means no limit */
    limit(limits: readonly (Limits & { readonly name: string })[], total: number): void {
      if (total === 0) return
      const at = clock.elapsed()
      const names = new Set(limits.map(({ name }) => name))
      for (const [name, level] of levels) {
        if (names.has(name)) continue
        level.stop()
        remove(name)
      }
      for (const level of limits) {
        // The real server relates the requests of the exempt level to a tenth of all seats.
        const own = level.isExempt ? Math.round(total / EXEMPT_PART) : level.seats
        levelOf(level.name).limit(Math.max(1, own), Math.max(1, level.longest), at)
      }
      const sum = (part: (limit: Limits) => number): number => limits.reduce((all, limit) => all + part(limit), 0)
      const [most, longest] = [sum((level) => level.seats), sum((level) => level.longest)]
      for (const use of [mutating, readOnly]) use.limit(Math.max(1, most), Math.max(1, longest), at)
    },
  }
}

const EXEMPT_PART = 10

/** The requests that run and wait, or the limits to which they are related. */
interface Requests {
  executing: number
  waiting: number
}

type Part = (now: Requests, limits: Requests) => number

const usedSeats: Part = (now, limits) => now.executing / limits.executing
const usedQueues: Part = (now, limits) => now.waiting / limits.waiting
const demandedSeats: Part = (now, limits) => (now.executing + now.waiting) / limits.executing

/** Counts requests, and shows them as parts of the limits. */
class Use {
  readonly #open: () => readonly (readonly [value: TimedValue, part: Part])[]
  readonly #now: Requests = { executing: 0, waiting: 0 }
  #limits: Requests | undefined
  #values: readonly (readonly [value: TimedValue, part: Part])[] = []

  /** @param open makes the series; it is called when the limits are known */
  constructor(open: () => readonly (readonly [value: TimedValue, part: Part])[]) {
    this.#open = open
  }

  limit(executing: number, waiting: number, at: number): void {
    if (this.#limits === undefined) this.#values = this.#open()
    this.#limits = { executing, waiting }
    this.change(0, 0, at)
  }

  /** Ends the series; the requests are still counted. */
  stop(): void {
    this.#limits = undefined
    this.#values = []
  }

  change(executing: number, waiting: number, at: number): void {
    this.#now.executing += executing
    this.#now.waiting += waiting
    if (this.#limits === undefined) return
    for (const [value, part] of this.#values) value.set(part(this.#now, this.#limits), at)
  }
}

function timedFamilies(registry: Registry, clock: Clock) {
  const made = (name: string, labels: readonly string[], buckets: readonly number[]): TimedHistogram => {
    const definition = { name: `apiserver_flowcontrol_${name}`, stability: 'ALPHA', labels } as const
    return registry.timedHistogram(definition, buckets, () => clock.elapsed())
  }
  const ofLevel = ['phase', 'priority_level']
  const tenths = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1]
  return {
    seats: made('priority_level_seat_utilization', ofLevel, [0, ...tenths]),
    requests: made(
      'priority_level_request_utilization',
      ofLevel,
      [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1],
    ),
    demand: made('demand_seats', ['priority_level'], [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6]),
    kinds: made('read_vs_write_current_requests', ['phase', 'request_kind'], [0, 0.001, 0.01, ...tenths]),
  }
}
