import { startTimer } from '../runtime/long-timer.ts'

/** The only reader of time, timers and randomness. Tests and lessons use `virtualClock`. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds that only grow; for measuring. */
  elapsed(): number
  /** Runs `task` after `ms`; the returned function cancels. */
  after(ms: number, task: () => void): () => void
  /** Resolves after other pending tasks ran: requests, messages, due timers. */
  turn(): Promise<void>
  /** Random version 4 UUID in lower case. */
  uuid(): string
  /** A random integer of at least 0 and less than `bound`; all are equally likely. */
  random(bound: number): number
}

/** The last formatted second and its text. One request formats the same second several times. */
let second = Number.NaN
let secondText = ''

/** The time in whole seconds, such as `2024-05-01T10:00:00Z`, as `metadata.creationTimestamp` is written. */
export function formatTime(ms: number): string {
  const wanted = Math.floor(ms / 1000)
  if (wanted !== second) {
    secondText = new Date(wanted * 1000).toISOString().replace('.000Z', 'Z')
    second = wanted
  }
  return secondText
}

/** The time with six fraction digits, such as `2024-05-01T10:00:00.000000Z`, as MicroTime is written. */
export function formatMicroTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}

/** `getRandomValues` takes as long for this many words as for one. */
const words = new Uint32Array(1024)
let nextWord = words.length

function randomWord(): number {
  if (nextWord === words.length) {
    crypto.getRandomValues(words)
    nextWord = 0
  }
  return words[nextWord++] ?? 0
}

const POOLED_UUIDS = 1024
const pool = new Uint8Array(16 * POOLED_UUIDS)
let nextByte = pool.length

const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
/** The offset of each byte's digits in the text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const characters = Array.from('-'.repeat(36), (dash) => dash.charCodeAt(0))

/**
 * Version 4 (RFC 9562, 5.4). `crypto.randomUUID` is absent in insecure contexts (plain HTTP, a sandboxed frame). In Node it
 * returns a string that V8 stores as twenty pieces, and all pieces stay in memory with the id.
 */
function randomUuid(): string {
  if (nextByte === pool.length) {
    crypto.getRandomValues(pool)
    nextByte = 0
  }
  for (let i = 0; i < 16; i++) {
    let byte = pool[nextByte++] ?? 0
    if (i === 6) byte = (byte & 0x0f) | 0x40
    if (i === 8) byte = (byte & 0x3f) | 0x80
    const place = PLACES[i] ?? 0
    characters[place] = DIGITS[byte >> 4] ?? 0
    characters[place + 1] = DIGITS[byte & 15] ?? 0
  }
  return String.fromCharCode(...characters)
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: startTimer,
  turn: () => new Promise((resolve) => setTimeout(resolve, 0)),
  uuid: randomUuid,
  random: (bound) => Math.floor((randomWord() / 2 ** 32) * bound),
}
