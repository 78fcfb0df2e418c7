import type { Cell, Definition, Registry } from '../../observability/metrics.ts'

/** The counters of one flow schema at one priority level. */
export interface FlowCounts {
  readonly dispatched: Cell
  readonly executing: Cell
  readonly waiting: Cell
  rejected(reason: 'concurrency-limit' | 'queue-full' | 'time-out'): void
  /** Records that a request left its queue, to run or because it waited too long. */
  waited(isAdmitted: boolean, seconds: number): void
}

/** The seats of one priority level. */
interface LevelSeats {
  readonly name: string
  readonly seats: number
  /** The seats that running requests take. */
  readonly taken: number
}

type Levels = () => Iterable<LevelSeats>

const SUBSYSTEM = 'API Priority and Fairness subsystem'
const WAITS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]

const family = (name: string, help: string, labels: readonly string[]): Definition => ({
  name: `apiserver_flowcontrol_${name}`,
  help,
  stability: 'BETA',
  labels,
})

/** The metrics of priority and fairness, by the names and words of the real server. */
export function flowMetrics(
  registry: Registry,
  levels: Levels,
): { countsOf(schema: string, level: string): FlowCounts } {
  const flow = ['flow_schema', 'priority_level']
  const dispatched = registry.counter(
    family('dispatched_requests_total', `Number of requests executed by ${SUBSYSTEM}`, flow),
  )
  const rejected = registry.counter(
    family('rejected_requests_total', `Number of requests rejected by ${SUBSYSTEM}`, [...flow, 'reason']),
  )
  const waiting = registry.gauge(
    family('current_inqueue_requests', `Number of requests currently pending in queues of the ${SUBSYSTEM}`, flow),
  )
  const executing = registry.gauge(
    family(
      'current_executing_requests',
      `Number of requests in initial (for a WATCH) or any (for a non-WATCH) execution stage in the ${SUBSYSTEM}`,
      flow,
    ),
  )
  const waits = registry.histogram(
    family('request_wait_duration_seconds', 'Length of time a request spent waiting in its queue', [
      'execute',
      ...flow,
    ]),
    WAITS,
  )
  measureLevels(registry, levels)
  const known = new Map<string, FlowCounts>()
  return {
    countsOf(schema, level) {
      const labels = [schema, level]
      const key = labels.join('/')
      let counts = known.get(key)
      if (counts !== undefined) return counts
      counts = {
        dispatched: dispatched.of(...labels),
        executing: executing.of(...labels),
        waiting: waiting.of(...labels),
        rejected: (reason) => void rejected.of(...labels, reason).value++,
        waited: (isAdmitted, seconds) => waits.of(String(isAdmitted), ...labels).observe(seconds),
      }
      known.set(key, counts)
      return counts
    },
  }
}

/** Measures the seats of each priority level. */
function measureLevels(registry: Registry, levels: Levels): void {
  const measure = (name: string, help: string, value: (level: LevelSeats) => number): void =>
    registry.measured(family(name, help, ['priority_level']), () =>
      Array.from(levels(), (level) => [[level.name], value(level)]),
    )
  measure(
    'nominal_limit_seats',
    'Nominal number of execution seats configured for each priority level',
    ({ seats }) => seats,
  )
  measure(
    'current_executing_seats',
    `Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the ${SUBSYSTEM}`,
    ({ taken }) => taken,
  )
}
