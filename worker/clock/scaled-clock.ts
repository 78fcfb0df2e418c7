import type { Clock } from './clock.ts'

export interface ClockScale {
  /** The time that this clock shows at `epoch`, in milliseconds since 1970. */
  readonly start: number
  /** The time of the underlying clock at that moment, in milliseconds since 1970. */
  readonly epoch: number
  /** The seconds of this clock that pass in one second of the underlying clock. */
  readonly scale: number
}

/** A clock that begins at another time and runs at another speed. Its timers and durations are scaled too. */
export function scaledClock(clock: Clock, { start, epoch, scale }: ClockScale): Clock {
  return {
    ...clock,
    now: () => Math.floor(start + (clock.now() - epoch) * scale),
    elapsed: () => clock.elapsed() * scale,
    after: (ms, task) => clock.after(ms / scale, task),
  }
}
