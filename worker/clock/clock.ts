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

/** The text of the last second that was asked for: a request asks several times for the same. */
let second = Number.NaN
let secondText = ''

/** `2024-05-01T10:00:00Z`: whole seconds, as `metadata.creationTimestamp` is written. */
export function formatTime(ms: number): string {
  const wanted = Math.floor(ms / 1000)
  if (wanted !== second) {
    secondText = new Date(wanted * 1000).toISOString().replace('.000Z', 'Z')
    second = wanted
  }
  return secondText
}

/** `2024-05-01T10:00:00.000000Z`: six fraction digits, as MicroTime is written. */
export function formatMicroTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}

const secure: Partial<Crypto> = crypto

/** Asking for random words costs as much for many as for one. */
const words = new Uint32Array(256)
let nextWord = words.length

function randomWord(): number {
  if (nextWord === words.length) {
    crypto.getRandomValues(words)
    nextWord = 0
  }
  return words[nextWord++] ?? 0
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
  // Absent where the context is not secure: plain HTTP, a sandboxed frame.
  uuid: () => secure.randomUUID?.() ?? uuidOf(crypto.getRandomValues(new Uint8Array(16))),
  random: (bound) => Math.floor((randomWord() / 2 ** 32) * bound),
}

/** Version 4 (RFC 9562, 5.4) from 16 random bytes. */
function uuidOf(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
