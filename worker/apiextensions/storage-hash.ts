import { toBase64 } from '../runtime/bytes.ts'
/**
 * The `storageVersionHash` in discovery: the first eight bytes of the SHA-256 of `group/version/kind`. Not computed
 * with WebCrypto, which is asynchronous: a stored definition must be served at once.
 */
export function storageHash(group: string, version: string, kind: string): string {
  const words = sha256(new TextEncoder().encode(`${group}/${version}/${kind}`)).slice(0, 2)
  const bytes = words.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])
  return toBase64(Uint8Array.from(bytes))
}

const PRIMES = primes(64)
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function sha256(message: Uint8Array): number[] {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, message.length * 8)
  let state = START
  for (let at = 0; at < padded.length; at += 64) state = block(view, at, state)
  return state
}

function block(view: DataView, start: number, state: readonly number[]): number[] {
  const words: number[] = []
  const word = (index: number): number => words[index] ?? 0
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    if (i < 16) words.push(view.getInt32(start + i * 4))
    else {
      const [x, y] = [word(i - 15), word(i - 2)]
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
      words.push((word(i - 16) + s0 + word(i - 7) + s1) | 0)
    }
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + word(i)) | 0
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((value, i) => (value + (state[i] ?? 0)) | 0)
}
