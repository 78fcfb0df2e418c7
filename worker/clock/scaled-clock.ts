import type { Clock } from './clock.ts'

export interface ClockScale {
  /** The time that the clock showed at `epoch`, milliseconds since 1970. */
  readonly start: number
  /** The time of the underlying clock at that moment. */
  readonly epoch: number
  /** The seconds of this clock that pass in one second of the underlying clock. */
  readonly scale: number
}

/** A clock that begins at another time and runs faster. Its timers and durations follow it. */
export function scaledClock(clock: Clock, { start, epoch, scale }: ClockScale): Clock {
  return {
    ...clock,
    now: () => Math.floor(start + (clock.now() - epoch) * scale),
    elapsed: () => clock.elapsed() * scale,
    after: (ms, task) => clock.after(ms / scale, task),
  }
}
