import type { JsonObject } from '../../worker/api/json.ts'
import type { Clock } from '../../worker/clock/clock.ts'
import { TokenBucket, type ClientRate } from '../../worker/controllers/client/rate-limiter.ts'
import type { AuditBackend, ReportLoss } from './audit-backend.ts'

export interface BatchOptions {
  /** Events that wait for a batch. Later ones are lost. */
  readonly bufferSize: number
  readonly maxSize: number
  /** The longest time from one batch to the next, milliseconds. */
  readonly maxWait: number
  /** The rate of batches; undefined without a limit. */
  readonly rate?: ClientRate | undefined
  /** Whether the next batch is sent while the backend still stores the one before it. */
  readonly overlaps: boolean
}

/**
 * The mode `batch`: requests do not wait, and the backend receives batches. A batch is sent when it is full, or when `maxWait` has
 * passed since the batch before it.
 */
export class EventBuffer implements AuditBackend {
  readonly #backend: AuditBackend
  readonly #options: BatchOptions
  readonly #clock: Clock
  readonly #report: ReportLoss
  readonly #bucket: TokenBucket | undefined
  /** The events of the next batch, which no longer count as waiting. */
  #batch: JsonObject[] = []
  #waiting: JsonObject[] = []
  #roundStart: number
  #stopTimer = (): void => undefined
  /** Runs while a batch waits for its turn or for a backend that takes one batch at a time. */
  #sending: Promise<void> | undefined
  readonly #underWay = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(backend: AuditBackend, options: BatchOptions, clock: Clock, report: ReportLoss) {
    this.#backend = backend
    this.#options = options
    this.#clock = clock
    this.#report = report
    this.#bucket = options.rate && new TokenBucket(options.rate, clock)
    this.#roundStart = clock.elapsed()
  }

  process(events: readonly JsonObject[]): boolean {
    for (const [index, event] of events.entries()) {
      const why = this.#refusal()
      if (why !== undefined) {
        this.#report('buffered', why, events.slice(index))
        break
      }
      this.#waiting.push(event)
      this.#collect()
    }
    return true
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopTimer()
    this.#collect()
    for (;;) {
      if (this.#sending === undefined && this.#batch.length > 0) this.#send()
      if (this.#sending === undefined) break
      await this.#sending
    }
    await Promise.all(this.#underWay)
    await this.#backend.close()
  }

  #refusal(): string | undefined {
    if (this.#isClosed) return 'audit backend shut down'
    const isFull = this.#sending !== undefined && this.#waiting.length >= this.#options.bufferSize
    return isFull ? 'audit buffer queue blocked' : undefined
  }

  #collect(): void {
    if (this.#sending !== undefined) return
    const { maxSize } = this.#options
    const isFirst = this.#batch.length === 0
    this.#batch.push(...this.#waiting.splice(0, maxSize - this.#batch.length))
    if (this.#batch.length >= maxSize) this.#send()
    else if (isFirst && this.#batch.length > 0 && !this.#isClosed) this.#startTimer()
  }

  /** Rounds without events send nothing, and each of them takes the same time. */
  #startTimer(): void {
    const { maxWait } = this.#options
    const rest = maxWait > 0 ? maxWait - ((this.#clock.elapsed() - this.#roundStart) % maxWait) : 0
    this.#stopTimer = this.#clock.after(rest, () => this.#send())
  }

  #send(): void {
    this.#stopTimer()
    const batch = this.#batch
    this.#batch = []
    this.#sending = this.#deliver(batch).then(() => {
      this.#sending = undefined
      this.#roundStart = this.#clock.elapsed()
      this.#collect()
    })
  }

  async #deliver(batch: readonly JsonObject[]): Promise<void> {
    const wait = this.#bucket?.reserve() ?? 0
    if (wait > 0) await new Promise<void>((resolve) => void this.#clock.after(wait, resolve))
    const stored = Promise.resolve(this.#backend.process(batch))
    if (!this.#options.overlaps) return void (await stored)
    this.#underWay.add(stored)
    void stored.then(() => this.#underWay.delete(stored))
  }
}
