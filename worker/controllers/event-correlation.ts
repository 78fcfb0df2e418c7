/** An event as a controller tells it. */
export interface Telling {
  /** Who speaks of what, as one text. */
  readonly about: string
  readonly type: string
  readonly reason: string
  readonly message: string
  /** Of the event, should it be a new one. */
  readonly name: string
  readonly namespace: string
  /** `Clock.now` */
  readonly at: number
  /** The same, as it is written. */
  readonly time: string
}

/** The event that says it: a new one where the count is 1. */
export interface Said {
  readonly name: string
  readonly namespace: string
  readonly message: string
  readonly count: number
  readonly firstTimestamp: string
}

interface Similar {
  readonly messages: Set<string>
  lastAt: number
}

interface Bucket {
  tokens: number
  filledAt: number
}

/** As of the real recorder: events that differ in their message alone are told as one from the tenth on. */
const MOST_SIMILAR = 10
const SIMILAR_MS = 600_000
/** Of one speaker about one object: so many at once, and one more every five minutes. */
const BURST = 25
const REFILL_MS = 300_000
/** How many events, groups and objects are remembered. */
const REMEMBERED = 4096

/** Counts what is said again, gathers what is similar, and drops what is said too often. */
export class EventCorrelation {
  readonly #similar = new Map<string, Similar>()
  readonly #said = new Map<string, Said>()
  readonly #buckets = new Map<string, Bucket>()

  /** Undefined: it is not to be told. */
  say(telling: Telling): Said | undefined {
    const { key, message } = this.#gathered(telling)
    const before = this.#said.get(key)
    const { name, namespace, time } = telling
    const said =
      before === undefined
        ? { name, namespace, message, count: 1, firstTimestamp: time }
        : { ...before, message, count: before.count + 1 }
    remember(this.#said, key, said)
    return this.#isSpared(telling) ? said : undefined
  }

  #gathered({ about, type, reason, message, at }: Telling): { readonly key: string; readonly message: string } {
    const group = [about, type, reason].join('\0')
    let similar = this.#similar.get(group)
    if (similar === undefined || at - similar.lastAt > SIMILAR_MS) similar = { messages: new Set(), lastAt: at }
    similar.messages.add(message)
    similar.lastAt = at
    remember(this.#similar, group, similar)
    if (similar.messages.size < MOST_SIMILAR) return { key: `${group}\0${message}`, message }
    const [oldest = ''] = similar.messages
    similar.messages.delete(oldest)
    return { key: group, message: `(combined from similar events): ${message}` }
  }

  #isSpared({ about, at }: Telling): boolean {
    const bucket = this.#buckets.get(about) ?? { tokens: BURST, filledAt: at }
    bucket.tokens = Math.min(BURST, bucket.tokens + (at - bucket.filledAt) / REFILL_MS)
    bucket.filledAt = at
    remember(this.#buckets, about, bucket)
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
}

/** The one that was not asked for longest goes. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= REMEMBERED) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
