/** One call of an event recorder. */
export interface EventOccurrence {
  /** The source and the object of the event, as one text. */
  readonly subject: string
  readonly type: string
  readonly reason: string
  readonly message: string
  /** The name of the event if the occurrence makes a new one. */
  readonly name: string
  readonly namespace: string
  /** The time of the occurrence, from `clock.now()`. */
  readonly at: number
  /** `at` in the form of an event's timestamp. */
  readonly time: string
}

/** The event to write for an occurrence: a new event when the count is 1. */
export interface CorrelatedEvent {
  readonly name: string
  readonly namespace: string
  readonly message: string
  readonly count: number
  readonly firstTimestamp: string
}

interface SimilarEvents {
  readonly messages: Set<string>
  lastAt: number
}

interface Bucket {
  tokens: number
  filledAt: number
}

/** From the tenth on, events that differ only in their message become one event (client-go, events_cache.go). */
const MAX_SIMILAR = 10
const SIMILAR_INTERVAL_MS = 600_000
/** Events of one source about one object: 25 at once, then one every five minutes (client-go, events_cache.go). */
const BURST = 25
const REFILL_MS = 300_000
/** Entries of each cache (client-go, events_cache.go). */
const CACHE_SIZE = 4096

/** Counts repeated events, aggregates similar ones, and drops excessive ones. */
export class EventCorrelator {
  readonly #similar = new Map<string, SimilarEvents>()
  readonly #events = new Map<string, CorrelatedEvent>()
  readonly #buckets = new Map<string, Bucket>()

  /** Returns undefined for an occurrence that the recorder drops. */
  correlate(occurrence: EventOccurrence): CorrelatedEvent | undefined {
    const { key, message } = this.#aggregate(occurrence)
    const before = this.#events.get(key)
    const { name, namespace, time } = occurrence
    const event =
      before === undefined
        ? { name, namespace, message, count: 1, firstTimestamp: time }
        : { ...before, message, count: before.count + 1 }
    remember(this.#events, key, event)
    return this.#takeToken(occurrence) ? event : undefined
  }

  #aggregate({ subject, type, reason, message, at }: EventOccurrence): {
    readonly key: string
    readonly message: string
  } {
    const group = [subject, type, reason].join('\0')
    let similar = this.#similar.get(group)
    if (similar === undefined || at - similar.lastAt > SIMILAR_INTERVAL_MS)
      similar = { messages: new Set(), lastAt: at }
    similar.messages.add(message)
    similar.lastAt = at
    remember(this.#similar, group, similar)
    if (similar.messages.size < MAX_SIMILAR) return { key: `${group}\0${message}`, message }
    const [oldest = ''] = similar.messages
    similar.messages.delete(oldest)
    return { key: group, message: `(combined from similar events): ${message}` }
  }

  #takeToken({ subject, at }: EventOccurrence): boolean {
    const bucket = this.#buckets.get(subject) ?? { tokens: BURST, filledAt: at }
    bucket.tokens = Math.min(BURST, bucket.tokens + (at - bucket.filledAt) / REFILL_MS)
    bucket.filledAt = at
    remember(this.#buckets, subject, bucket)
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
}

/** Sets an entry of a least-recently-used cache. */
function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  cache.delete(key)
  cache.set(key, value)
  if (cache.size <= CACHE_SIZE) return
  for (const oldest of cache.keys()) {
    cache.delete(oldest)
    return
  }
}
