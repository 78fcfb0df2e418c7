import type { Outcome } from './activity/activity.ts'
import { RECORD_LIMITS as LIMITS } from './sandbox/messages.ts'

/** A call of a handler with its result; `answer` is undefined while it runs. */
export interface CallRecord {
  readonly id: number
  readonly at: number
  /** The call, for example `POST /owner` or `reconcile default/shop`. */
  readonly title: string
  readonly request: string
  readonly answer?: string
  /** The result in short: `200`, `ok`, or the error. */
  readonly verdict?: string
  readonly isFault?: boolean
  /** The time that the call took, milliseconds. */
  readonly duration?: number
  /** Calls the handler with the same request again; the server does not receive the result. Absent for a large request. */
  readonly replay?: () => Promise<void>
}

interface BegunCall extends Pick<CallRecord, 'title' | 'request' | 'at'> {
  /** Calls the handler again. */
  readonly call: () => Promise<Outcome<unknown>>
}

type EndedCall = BegunCall & Required<Pick<CallRecord, 'answer' | 'verdict' | 'isFault' | 'duration'>>

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
    const record = this.#begun({ title, request, at: Date.now(), call })
    this.#add([record])
    const { value, answer, verdict, isFault } = await call()
    const duration = performance.now() - started
    const done = { ...record, answer: answer.slice(0, LIMITS.text), verdict, isFault, duration }
    this.#all = this.#all.map((one) => (one.id === record.id ? done : one))
    return value
  }

  /** Records calls that have ended elsewhere, the oldest first. */
  add(calls: readonly EndedCall[]): void {
    const records = calls.map(({ answer, verdict, isFault, duration, ...begun }) => ({
      ...this.#begun(begun),
      answer: answer.slice(0, LIMITS.text),
      verdict,
      isFault,
      duration,
    }))
    this.#add(records.toReversed())
  }

  #begun({ title, request, at, call }: BegunCall): CallRecord {
    return {
      id: ++this.#lastId,
      at,
      title,
      request: request.slice(0, LIMITS.text),
      ...(request.length <= LIMITS.repeated && { replay: () => this.#replay(title, request, call) }),
    }
  }

  #add(records: readonly CallRecord[]): void {
    this.#all = [...records, ...this.#all].slice(0, LIMITS.calls)
  }

  async #replay(title: string, request: string, call: () => Promise<Outcome<unknown>>): Promise<void> {
    await this.run(title.endsWith(REPLAYED) ? title : `${title}${REPLAYED}`, request, call)
  }
}

const REPLAYED = ', replayed'
