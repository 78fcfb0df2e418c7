import type { Clock } from '../../clock/clock.ts'
import type { Definition } from '../../observability/exposition.ts'
import type { Cell, Registry } from '../../observability/metrics.ts'
import { utilization, type Limits, type Utilization } from './utilization.ts'

/** The counters of one flow schema at one priority level. Every request takes one seat. */
export interface FlowCounts {
  /**
   * A request arrived.
   * @param watches the open watches that its change reaches; undefined when it changes nothing
   */
  arrived(watches: number | undefined): void
  /** A request without a free seat was refused or has to wait. */
  lackedSeat(): void
  /** @param length of the queue, with the request */
  queued(isMutating: boolean, length: number): void
  /** A request left its queue, to run or because it waited too long. */
  unqueued(isMutating: boolean, isAdmitted: boolean, waitedMs: number): void
  /** A request of a level with queues ran without waiting. */
  ranAtOnce(): void
  rejected(reason: 'concurrency-limit' | 'queue-full' | 'time-out'): void
  /** A request runs. The returned function is called when it ends. */
  started(isMutating: boolean): () => void
}

/** The seats of one priority level. */
interface LevelSeats extends Limits {
  readonly name: string
}

export interface FlowMetrics {
  countsOf(schema: string, level: string): FlowCounts
  /** Sets the limits of the levels. @param seats the number for all levels together; 0 means no limit */
  limit(levels: readonly LevelSeats[], seats: number): void
}

const DURATIONS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]
const FLOW = ['flow_schema', 'priority_level']

const family = (name: string, labels: readonly string[] = FLOW): Definition => ({
  name: `apiserver_flowcontrol_${name}`,
  stability: 'BETA',
  labels,
})

const alpha = (...definition: Parameters<typeof family>): Definition => ({
  ...family(...definition),
  stability: 'ALPHA',
})

/**
 * The metrics of priority and fairness, by the names and words of the real server. Metrics of quantities that this server does not
 * have are left out (reference/observability.md 4).
 */
export function flowMetrics(registry: Registry, levels: () => Iterable<LevelSeats>, clock: Clock): FlowMetrics {
  measureLevels(registry, levels)
  const families = flowFamilies(registry)
  const { limit, of } = utilization(registry, clock)
  const known = new Map<string, FlowCounts>()
  return {
    limit,
    countsOf(schema, level) {
      const key = `${schema}/${level}`
      let counts = known.get(key)
      if (counts === undefined)
        known.set(key, (counts = countsOf(families, [schema, level], { clock, use: of(level) })))
      return counts
    },
  }
}

function flowFamilies(registry: Registry) {
  const gauge = (...parts: Parameters<typeof family>) => registry.gauge(family(...parts))
  return {
    dispatched: registry.counter(family('dispatched_requests_total')),
    rejected: registry.counter(family('rejected_requests_total', [...FLOW, 'reason'])),
    unaccommodated: registry.counter(alpha('request_dispatch_no_accommodation_total')),
    waiting: [gauge('current_inqueue_requests'), registry.gauge(alpha('current_inqueue_seats'))],
    executing: [
      gauge('current_executing_requests'),
      gauge('current_executing_seats'),
      registry.gauge(alpha('request_concurrency_in_use')),
    ],
    waits: registry.histogram(family('request_wait_duration_seconds', ['execute', ...FLOW]), DURATIONS),
    executions: registry.histogram(alpha('request_execution_seconds', [...FLOW, 'type']), DURATIONS),
    lengths: registry.histogram(alpha('request_queue_length_after_enqueue'), [0, 10, 25, 50, 100, 250, 500, 1000]),
    watches: registry.histogram(alpha('watch_count_samples'), [0, 1, 10, 100, 1000, 10000]),
    estimates: registry.histogram(alpha('work_estimated_seats'), [1, 2, 4, 10]),
  }
}

function countsOf(
  families: ReturnType<typeof flowFamilies>,
  labels: readonly [schema: string, level: string],
  { clock, use }: { readonly clock: Clock; readonly use: Utilization },
): FlowCounts {
  const { rejected, waits } = families
  const dispatched = families.dispatched.of(...labels)
  const executing = families.executing.map((gauge) => gauge.of(...labels))
  let waiting: readonly Cell[] | undefined
  /** Makes the series of a level with queues. */
  const queues = (): readonly Cell[] => (waiting ??= families.waiting.map((gauge) => gauge.of(...labels)))
  const changeWaiting = (by: 1 | -1, isMutating: boolean): void => {
    for (const cell of queues()) cell.value += by
    use.changeWaiting(by, isMutating, clock.elapsed())
  }
  const durations = families.executions.of(...labels, 'regular')
  const estimates = families.estimates.of(...labels)
  return {
    arrived(watches) {
      estimates.observe(1)
      if (watches !== undefined) families.watches.of(...labels).observe(watches)
    },
    lackedSeat: () => void families.unaccommodated.of(...labels).value++,
    queued(isMutating, length) {
      changeWaiting(1, isMutating)
      families.lengths.of(...labels).observe(length)
    },
    unqueued(isMutating, isAdmitted, waitedMs) {
      changeWaiting(-1, isMutating)
      waits.of(String(isAdmitted), ...labels).observe(waitedMs / 1000)
    },
    ranAtOnce() {
      queues()
      waits.of('true', ...labels).observe(0)
    },
    rejected: (reason) => void rejected.of(...labels, reason).value++,
    started(isMutating) {
      const began = clock.elapsed()
      dispatched.value++
      for (const cell of executing) cell.value++
      use.changeExecuting(1, isMutating, began)
      return () => {
        const ended = clock.elapsed()
        for (const cell of executing) cell.value--
        use.changeExecuting(-1, isMutating, ended)
        durations.observe((ended - began) / 1000)
      }
    },
  }
}

/** Measures the seats of each priority level. */
function measureLevels(registry: Registry, levels: () => Iterable<LevelSeats>): void {
  const measure = (definition: Definition, isShown = (_level: LevelSeats): boolean => true): void =>
    registry.measured({ ...definition, labels: ['priority_level'] }, () =>
      [...levels()].filter(isShown).map((level) => [[level.name], level.seats]),
    )
  measure(family('nominal_limit_seats'))
  measure({ ...alpha('request_concurrency_limit'), deprecatedSince: '1.30.0' })
  measure(alpha('current_limit_seats'), ({ isExempt, seats }) => !isExempt && seats > 0)
}
