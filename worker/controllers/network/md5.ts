import { toHex } from '../../runtime/bytes.ts'
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const SINES = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))

/**
 * RFC 1321, as 32 hexadecimal digits. The platform has no MD5. The digest only orders values; no security depends on
 * it.
 */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, bytes.length << 3, true)
  view.setUint32(padded.length - 4, bytes.length >>> 29, true)
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let at = 0; at < padded.length; at += 64) state = stir(state, view, at)
  const digest = new DataView(new ArrayBuffer(16))
  state.forEach((word, i) => digest.setUint32(4 * i, word, true))
  return toHex(new Uint8Array(digest.buffer))
}

type State = readonly [number, number, number, number]

function stir(state: State, block: DataView, at: number): State {
  let [a, b, c, d] = state
  for (let i = 0; i < 64; i++) {
    const round = i >> 4
    const [mixed, word] = MIXES[round]?.(b, c, d, i) ?? [0, 0]
    const sum = (a + mixed + (SINES[i] ?? 0) + block.getUint32(at + 4 * (word & 15), true)) >>> 0
    const shift = SHIFTS[4 * round + (i & 3)] ?? 0
    const turned = (sum << shift) | (sum >>> (32 - shift))
    ;[a, d, c, b] = [d, c, b, (b + turned) >>> 0]
  }
  return [(state[0] + a) >>> 0, (state[1] + b) >>> 0, (state[2] + c) >>> 0, (state[3] + d) >>> 0]
}

/** The mixing function of each round, and the index of its word in the block. */
const MIXES: readonly ((b: number, c: number, d: number, i: number) => readonly [mixed: number, word: number])[] = [
  (b, c, d, i) => [((b & c) | (~b & d)) >>> 0, i],
  (b, c, d, i) => [((d & b) | (~d & c)) >>> 0, 5 * i + 1],
  (b, c, d, i) => [(b ^ c ^ d) >>> 0, 3 * i + 5],
  (b, c, d, i) => [(c ^ (b | ~d)) >>> 0, 7 * i],
]
