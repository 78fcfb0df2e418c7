import type { Awaitable } from '../../runtime/awaitable.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Clock } from '../../clock/clock.ts'
import { numberAt, textAt } from '../../resources/path.ts'
import type { FlowCounts } from './flow-metrics.ts'

/** The seats of a priority level and the bounds of its queues. */
interface Settings {
  readonly shares: number
  readonly isExempt: boolean
  /** The longest queues: of all flows together, and of one flow. With 0, excess requests are refused at once. */
  readonly longest: number
  readonly longestFlow: number
}

function settingsOf(level: ApiObject): Settings {
  const isExempt = textAt(level, 'spec.type') === 'Exempt'
  const length = numberAt(level, 'spec.limited.limitResponse.queuing.queueLengthLimit')
  return {
    isExempt,
    shares: numberAt(
      level,
      isExempt ? 'spec.exempt.nominalConcurrencyShares' : 'spec.limited.nominalConcurrencyShares',
    ),
    longest: length * numberAt(level, 'spec.limited.limitResponse.queuing.queues'),
    // The real server assigns each flow `handSize` queues by shuffle sharding, so one flow can fill that many.
    longestFlow: length * numberAt(level, 'spec.limited.limitResponse.queuing.handSize'),
  }
}

interface QueueWait {
  readonly clock: Clock
  /** The longest time that a request may wait for a seat, milliseconds. */
  readonly longestWait: number
  readonly counts: FlowCounts
}

/** The seats of one priority level. Waiting requests are admitted round robin, one of each flow. */
export class PriorityLevel {
  readonly name: string
  readonly uid: string
  readonly settings: Settings
  /** The number of seats; 0 means no limit. */
  seats = 0
  #taken = 0
  #waiting = 0
  readonly #flows = new Map<string, (() => void)[]>()

  /** The seats that running requests take. */
  get taken(): number {
    return this.#taken
  }

  constructor(object: ApiObject) {
    this.name = object.metadata?.name ?? ''
    this.uid = object.metadata?.uid ?? ''
    this.settings = settingsOf(object)
  }

  /** Runs the work when there is a seat; returns `refusal` when the queue is full, or after the longest wait in it. */
  admit<T>(
    flow: string,
    work: () => Awaitable<T>,
    refusal: T,
    { clock, longestWait, counts }: QueueWait,
  ): Awaitable<T> {
    if (this.settings.isExempt || this.seats === 0) {
      counts.dispatched.value++
      return work()
    }
    if (this.#taken < this.seats) return this.#seated(work, counts)
    const line = this.#flows.get(flow) ?? []
    const { longest, longestFlow } = this.settings
    if (this.#waiting >= longest || line.length >= longestFlow) {
      counts.rejected(longest === 0 ? 'concurrency-limit' : 'queue-full')
      return refusal
    }
    this.#flows.set(flow, line)
    this.#waiting++
    counts.waiting.value++
    const began = clock.elapsed()
    const left = (isAdmitted: boolean): void => {
      counts.waiting.value--
      counts.waited(isAdmitted, (clock.elapsed() - began) / 1000)
    }
    return new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        cancel()
        left(true)
        resolve()
      }
      line.push(enter)
      const cancel = clock.after(longestWait, () => {
        line.splice(line.indexOf(enter), 1)
        if (line.length === 0) this.#flows.delete(flow)
        this.#waiting--
        left(false)
        counts.rejected('time-out')
        reject(WAITED_LONG)
      })
    }).then(
      () => this.#seated(work, counts),
      (why: unknown) => {
        if (why === WAITED_LONG) return refusal
        throw why
      },
    )
  }

  #seated<T>(work: () => Awaitable<T>, counts: FlowCounts): Awaitable<T> {
    this.#taken++
    counts.dispatched.value++
    counts.executing.value++
    const leave = (): void => {
      counts.executing.value--
      this.#leave()
    }
    let done: Awaitable<T> | undefined
    try {
      done = work()
    } finally {
      if (!(done instanceof Promise)) leave()
    }
    return done instanceof Promise ? done.finally(leave) : done
  }

  #leave(): void {
    this.#taken--
    const [next] = this.#flows
    if (next === undefined || this.#taken >= this.seats) return
    const [flow, line] = next
    const enter = line.shift()
    // The flow moves behind all other flows.
    this.#flows.delete(flow)
    if (line.length > 0) this.#flows.set(flow, line)
    this.#waiting--
    enter?.()
  }
}

const WAITED_LONG = new Error('waited too long for a seat')
