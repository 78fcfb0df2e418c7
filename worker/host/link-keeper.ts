import type { StatusError } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { LinkClient } from './link-client.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import type { Wire } from './wire.ts'

const LOOK_MS = 250
/** Silence after which the other end is asked whether it lives. */
const DOUBTFUL_MS = 500
/** Silence after which it does not: a port outlives its page, and swallows what is sent to it. */
const DEAD_MS = 2_000
/** The same while only streams are open: the worker pings them every 10 s. */
const STREAM_DEAD_MS = 30_000
const STREAM_LOOK_MS = 5_000
/** A page that opens later hears the next question. */
const ASK_MS = 1_000
/** How long requests wait for somebody to lend a port. */
const PATIENCE_MS = 5_000

interface LinkKeeperOptions {
  readonly clock: Clock
  readonly client: LinkClient
  /** Asks everybody who may lend a wire; false: there is nobody. */
  readonly ask: () => Promise<boolean>
  /** What requests are answered when nobody lends one. */
  readonly nobody: () => StatusError
}

/** Keeps a working wire under a link client while it has requests, in a place where wires die without a word. */
export interface LinkKeeper {
  /** Call after each request. */
  watch(): void
  /** A wire that somebody lends. */
  offer(wire: Wire<ToWorker, FromWorker>): void
  /** The wire is dead for sure. */
  lost(): void
}

export function linkKeeper({ clock, client, ask, nobody }: LinkKeeperOptions): LinkKeeper {
  let linked = false
  /** Since when a wire is wanted; undefined while there is one or nobody needs it. */
  let wantedAt: number | undefined
  let askedAt = -Infinity
  /** Since when an answer is waited for: silence before that says nothing. */
  let watchedAt = 0
  /** The next look; undefined while nothing is under way: the place may go to sleep. */
  let next: { readonly within: number; cancel(): void } | undefined

  const want = (now: number): void => {
    wantedAt ??= now
    if (now - askedAt < ASK_MS) return
    askedAt = now
    void ask().then((anybody) => {
      if (!anybody && !linked) refuse()
    })
  }
  const refuse = (): void => {
    wantedAt = undefined
    client.refuse(nobody())
  }
  const lost = (): void => {
    linked = false
    client.detach()
    askedAt = -Infinity
    if (client.waiting > 0) want(clock.elapsed())
  }
  const lookWithin = (within: number): void => {
    if (next !== undefined && next.within <= within) return
    next?.cancel()
    next = { within, cancel: clock.after(within, look) }
  }
  const look = (): void => {
    next = undefined
    if (client.waiting === 0 && client.streaming === 0) return
    lookWithin(client.waiting > 0 ? LOOK_MS : STREAM_LOOK_MS)
    const now = clock.elapsed()
    if (!linked) {
      if (wantedAt !== undefined && now - wantedAt > PATIENCE_MS) refuse()
      else want(now)
      return
    }
    const silence = now - Math.max(client.heardAt, watchedAt)
    if (silence > (client.waiting > 0 ? DEAD_MS : STREAM_DEAD_MS)) lost()
    else if (silence > DOUBTFUL_MS && client.waiting > 0) client.send({ type: 'ping' })
  }

  return {
    watch() {
      const now = clock.elapsed()
      if (client.waiting === 1) {
        watchedAt = now
        lookWithin(LOOK_MS)
      }
      if (!linked) want(now)
    },
    offer(wire) {
      if (linked) return wire.close()
      linked = true
      wantedAt = undefined
      watchedAt = clock.elapsed()
      wire.closed(lost)
      client.attach(wire)
    },
    lost,
  }
}
