import type { Clock } from '../clock/clock.ts'
import type { RequestRecord, Trace, TraceStage } from './trace.ts'

/** The last requests, oldest first; older ones are forgotten. */
export interface RequestRing {
  /** Starts the record of a request; `finish` puts it into the ring. */
  begin(request: Pick<RequestRecord, 'id' | 'method' | 'url' | 'userAgent'>): RecordedTrace
  records(): readonly RequestRecord[]
  /** Called with every finished record until the returned function is called. */
  follow(listener: (record: RequestRecord) => void): () => void
}

export interface RecordedTrace extends Trace {
  finish(answer: Pick<RequestRecord, 'user' | 'status' | 'responseBytes'>): void
}

/** A stage whose detail is computed when somebody reads it. */
class LazyStage implements TraceStage {
  readonly stage: string
  readonly message: string
  readonly at: number
  readonly #compute: (() => unknown) | undefined

  constructor(stage: string, message: string, at: number, compute: (() => unknown) | undefined) {
    this.stage = stage
    this.message = message
    this.at = at
    this.#compute = compute
  }

  get detail(): unknown {
    return this.#compute?.()
  }
}

export function requestRing(clock: Clock, capacity = 500): RequestRing {
  const slots: RequestRecord[] = []
  const listeners = new Set<(record: RequestRecord) => void>()
  let next = 0
  return {
    begin(request) {
      const startedAt = clock.now()
      const start = clock.elapsed()
      const stages: TraceStage[] = []
      return {
        stage: (stage, message, detail) =>
          void stages.push(new LazyStage(stage, message, clock.elapsed() - start, detail)),
        finish(answer) {
          const { id, method, url, userAgent } = request
          const { user, status, responseBytes } = answer
          const duration = clock.elapsed() - start
          const record = { id, method, url, userAgent, user, status, responseBytes, startedAt, duration, stages }
          slots[next] = record
          next = (next + 1) % capacity
          for (const listener of listeners) listener(record)
        },
      }
    },
    records: () => [...slots.slice(next), ...slots.slice(0, next)],
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
