import type { Clock } from '../clock/clock.ts'
import type { RequestRecord, Trace, TraceStage } from './trace.ts'

/** The last requests, oldest first; their texts are cut, so that the ring is bounded in bytes. */
export interface RequestRing {
  /**
   * Starts the record of a request; `finish` puts it into the ring.
   * @param start Its arrival, by the clock's `elapsed`.
   */
  begin(request: Pick<RequestRecord, 'id' | 'method' | 'url' | 'userAgent' | 'startedAt'>, start: number): RecordedTrace
  records(): readonly RequestRecord[]
  /** Called with every finished record until the returned function is called. */
  follow(listener: (record: RequestRecord) => void): () => void
}

export interface RecordedTrace extends Trace {
  finish(answer: Pick<RequestRecord, 'user' | 'status' | 'responseBytes' | 'duration'>): void
}

/** Of a stage: its name, message and time, and the function that computes its detail. */
type StageParts = [stage: string, message: string, at: number, detail: (() => unknown) | undefined]

/**
 * A record with the parts of all stages in one flat list: hundreds of records outlive their requests, and nearly all are
 * dropped without having been read.
 */
interface Kept extends Omit<RequestRecord, 'stages'> {
  readonly parts: readonly StageParts[number][]
}

/** A stage whose detail is computed on first read. */
class LazyStage implements TraceStage {
  readonly stage: string
  readonly message: string
  readonly at: number
  readonly #compute: (() => unknown) | undefined

  constructor(...[stage, message, at, compute]: StageParts) {
    this.stage = stage
    this.message = message
    this.at = at
    this.#compute = compute
  }

  get detail(): unknown {
    return this.#compute?.()
  }
}

function recordOf({ parts, ...record }: Kept): RequestRecord {
  const stages: TraceStage[] = []
  for (let i = 0; i < parts.length; i += 4) stages.push(new LazyStage(...(parts.slice(i, i + 4) as StageParts)))
  return { ...record, stages }
}

/** UTF-16 units of a text that are kept: clients choose URLs, user agents and names of up to a megabyte. */
const TEXT_LIMIT = 2048
/** Stages that are kept of one request; admission has about thirty plugins. */
const STAGE_LIMIT = 200

/** A copy: a slice would keep the whole text in memory. */
const cut = (text: string): string =>
  text.length <= TEXT_LIMIT ? text : `${Array.from(text.slice(0, TEXT_LIMIT)).join('')}…`

export function requestRing(clock: Clock, capacity = 500): RequestRing {
  const slots: Kept[] = []
  const listeners = new Set<(record: RequestRecord) => void>()
  let next = 0
  return {
    begin({ id, method, url, userAgent, startedAt }, start) {
      const parts: StageParts[number][] = []
      const texts = { id: cut(id), method: cut(method), url: cut(url), userAgent: cut(userAgent) }
      return {
        stage(stage, message, detail, at = clock.elapsed()) {
          if (parts.length < 4 * STAGE_LIMIT) parts.push(stage, cut(message), at - start, detail)
        },
        finish({ user, status, responseBytes, duration }) {
          const kept = { ...texts, user: cut(user), status, responseBytes, startedAt, duration, parts }
          slots[next] = kept
          next = (next + 1) % capacity
          for (const listener of listeners) listener(recordOf(kept))
        },
      }
    },
    records: () => [...slots.slice(next), ...slots.slice(0, next)].map(recordOf),
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
