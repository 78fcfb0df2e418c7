import type { Outcome } from './activity/activity.ts'

/** A call of a handler with its result; `answer` is undefined while it runs. */
export interface CallRecord {
  readonly id: number
  readonly at: number
  /** `POST /owner`, `reconcile default/shop`. */
  readonly title: string
  readonly request: string
  readonly answer?: string
  /** `200`, `ok`, or the error. */
  readonly verdict?: string
  readonly isFault?: boolean
  /** Milliseconds. */
  readonly duration?: number
  /** Calls the handler with the same request again; the server does not receive the result. Absent for a large request. */
  readonly replay?: () => Promise<void>
}

const MAX_CALLS = 50
/** Characters that a record keeps of a request or an answer. */
const MAX_TEXT = 20_000
/** Characters of the longest request that can be repeated. */
const MAX_REPEATED = 200_000

/** The last calls of a handler. */
export class CallRecords {
  #all = $state.raw<readonly CallRecord[]>([])
  #lastId = 0

  /** Newest first. */
  get all(): readonly CallRecord[] {
    return this.#all
  }

  /** Runs a call and records it. */
  async run<T>(title: string, request: string, call: () => Promise<Outcome<T>>): Promise<T> {
    const started = performance.now()
    const record: CallRecord = {
      id: ++this.#lastId,
      at: Date.now(),
      title,
      request: request.slice(0, MAX_TEXT),
      ...(request.length <= MAX_REPEATED && { replay: () => this.#replay(title, request, call) }),
    }
    this.#all = [record, ...this.#all].slice(0, MAX_CALLS)
    const { value, answer, verdict, isFault } = await call()
    const duration = performance.now() - started
    const done = { ...record, answer: answer.slice(0, MAX_TEXT), verdict, isFault, duration }
    this.#all = this.#all.map((one) => (one.id === record.id ? done : one))
    return value
  }

  async #replay(title: string, request: string, call: () => Promise<Outcome<unknown>>): Promise<void> {
    await this.run(title.endsWith(REPLAYED) ? title : `${title}${REPLAYED}`, request, call)
  }
}

const REPLAYED = ', replayed'
