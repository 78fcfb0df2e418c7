import type { StatusError } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { LinkClient } from './link-client.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import type { Wire } from './wire.ts'

/** Milliseconds between two checks of the wire while a request waits. */
const CHECK_MS = 250
/** Silence before a ping, milliseconds. */
const DOUBTFUL_MS = 500
/** Silence after which the wire is dead, milliseconds. A MessagePort outlives its page and reports no error. */
const DEAD_MS = 2_000
/** The same bound while only streams are open: the worker then pings every 10 s. */
const STREAM_DEAD_MS = 30_000
const STREAM_CHECK_MS = 5_000
/** Milliseconds between two requests for a wire. A page that opened after the first request receives the second. */
const REQUEST_PAUSE_MS = 1_000
/** Longest wait of a request for a wire, milliseconds. */
const PATIENCE_MS = 5_000

interface LinkKeeperOptions {
  readonly clock: Clock
  readonly client: LinkClient
  /** Requests a wire from every page; false when there is no page. */
  readonly requestWire: () => Promise<boolean>
  /** The answer to requests when no page offers a wire. */
  readonly unavailable: () => StatusError
}

/** Replaces dead wires of a link client while it has requests, for hosts that receive no event when a wire dies. */
export interface LinkKeeper {
  /** Call after each request. */
  watch(): void
  /** Call with a wire that a page offers. */
  offer(wire: Wire<ToWorker, FromWorker>): void
  /** Call when the wire is known to be dead. */
  lost(): void
}

export function linkKeeper({ clock, client, requestWire, unavailable }: LinkKeeperOptions): LinkKeeper {
  let linked = false
  /** The time since which requests wait for a wire; undefined with a wire or without requests. */
  let wantedAt: number | undefined
  let requestedAt = -Infinity
  /** The time from which silence counts. No answer was due before it. */
  let watchedAt = 0
  /** Without requests no check is scheduled, so that the service worker may stop. */
  const checkWithin = earliestTimer(clock, () => check())

  const want = (now: number): void => {
    wantedAt ??= now
    if (now - requestedAt < REQUEST_PAUSE_MS) return
    requestedAt = now
    void requestWire().then((hasPages) => {
      if (!hasPages && !linked) refuse()
    })
  }
  const refuse = (): void => {
    wantedAt = undefined
    client.refuse(unavailable())
  }
  const lost = (): void => {
    linked = false
    client.detach()
    requestedAt = -Infinity
    if (client.waiting > 0) want(clock.elapsed())
  }
  const check = (): void => {
    if (client.waiting === 0 && client.streaming === 0) return
    checkWithin(client.waiting > 0 ? CHECK_MS : STREAM_CHECK_MS)
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
        checkWithin(CHECK_MS)
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

/** Returns a function that schedules one call of `act`. A request for a shorter wait replaces the scheduled call. */
function earliestTimer(clock: Clock, act: () => void): (within: number) => void {
  let next: { readonly within: number; cancel(): void } | undefined
  const fire = (): void => {
    next = undefined
    act()
  }
  return (within) => {
    if (next !== undefined && next.within <= within) return
    next?.cancel()
    next = { within, cancel: clock.after(within, fire) }
  }
}
