/** The only reader of time, timers and randomness. Tests and lessons use `virtualClock`. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds that only grow; for measuring. */
  elapsed(): number
  /** Runs `task` after `ms`; the returned function cancels. */
  after(ms: number, task: () => void): () => void
  /** Random version 4 UUID in lower case. */
  uuid(): string
  /** Uniform in [0, bound), an integer. */
  random(bound: number): number
}

/** `2024-05-01T10:00:00Z`: whole seconds, as `metadata.creationTimestamp` is written. */
export function formatTime(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}

/** `2024-05-01T10:00:00.000000Z`: six fraction digits, as MicroTime is written. */
export function formatMicroTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
  uuid: () => crypto.randomUUID(),
  random(bound) {
    const word = new Uint32Array(1)
    crypto.getRandomValues(word)
    return Math.floor(((word[0] ?? 0) / 2 ** 32) * bound)
  },
}
