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

interface Admitted {
  readonly clock: Clock
  /** Whether the request may change something; for the metrics. */
  readonly isMutating: boolean
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

  get isExempt(): boolean {
    return this.settings.isExempt
  }

  /** The most requests that wait in all queues together. */
  get longest(): number {
    return this.settings.longest
  }

  constructor(object: ApiObject) {
    this.name = object.metadata?.name ?? ''
    this.uid = object.metadata?.uid ?? ''
    this.settings = settingsOf(object)
  }

  /** Runs the work when there is a seat; returns `refusal` when the queue is full, or after the longest wait in it. */
  admit<T>(flow: string, work: () => Awaitable<T>, refusal: T, admitted: Admitted): Awaitable<T> {
    const { counts } = admitted
    const { isExempt, longest, longestFlow } = this.settings
    if (isExempt || this.seats === 0) return this.#seated(work, admitted)
    if (this.#taken < this.seats) {
      if (longest > 0) counts.ranAtOnce()
      return this.#seated(work, admitted)
    }
    counts.lackedSeat()
    const line = this.#flows.get(flow) ?? []
    if (this.#waiting >= longest || line.length >= longestFlow) {
      counts.rejected(longest === 0 ? 'concurrency-limit' : 'queue-full')
      return refusal
    }
    return this.#wait(flow, line, admitted).then(
      () => this.#seated(work, admitted),
      (why: unknown) => {
        if (why === WAITED_LONG) return refusal
        throw why
      },
    )
  }

  /** Waits in the queue of a flow. @throws WAITED_LONG after the longest wait */
  #wait(flow: string, line: (() => void)[], { clock, longestWait, counts, isMutating }: Admitted): Promise<void> {
    this.#flows.set(flow, line)
    this.#waiting++
    counts.queued(isMutating, line.length + 1)
    const began = clock.elapsed()
    const left = (isAdmitted: boolean): void => counts.unqueued(isMutating, isAdmitted, clock.elapsed() - began)
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
    })
  }

  #seated<T>(work: () => Awaitable<T>, { counts, isMutating }: Admitted): Awaitable<T> {
    this.#taken++
    const ended = counts.started(isMutating)
    const leave = (): void => {
      ended()
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
