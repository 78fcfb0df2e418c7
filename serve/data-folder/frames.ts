import { checksum } from '../../worker/store/persistence/checksum.ts'

/**
 * A log file is a sequence of frames:
 *
 *     magic u32 | kind u32 | length of body u32 | checksum of body u32 | chain u32 | checksum of these u32 | body
 *
 * Numbers are little-endian, and the body is padded to a multiple of 4. `chain` is computed from the frame's kind, length and
 * checksum and from the chain of the frame before. So a frame that is missing, exchanged or from another file does not fit.
 */
export interface Frame {
  readonly kind: FrameKind
  readonly body: Uint8Array
  readonly chain: number
  /** Offset after the frame. */
  readonly end: number
}

export type FrameKind = (typeof FRAME_KINDS)[keyof typeof FRAME_KINDS]

export const FRAME_KINDS = {
  /** The first frame of a file: `Origin` as JSON. */
  origin: 1,
  /** The changes of one commit, or a part of a snapshot: the bytes of a `Batch`. */
  batch: 2,
  /** The keys and revisions in the next frame. They can be read even when that frame, which is compressed, is damaged. */
  names: 3,
  /** The end of a back-up; without content. */
  end: 4,
} as const

/** These bytes are not valid UTF-8, so no stored JSON contains them. */
const MAGIC = 0xf17a_b1e5
export const FRAME_HEADER_BYTES = 24
/** The chain before the first frame. */
export const CHAIN_START = 0

/** Encodes a frame. @param before the chain of the frame before */
export function encodeFrame(kind: FrameKind, body: Uint8Array, before: number): { bytes: Uint8Array; chain: number } {
  const length = Math.ceil(body.length / 4) * 4
  const bytes = new Uint8Array(FRAME_HEADER_BYTES + length)
  // The padding is spaces, which may follow JSON. A batch needs none: its length is a multiple of 4.
  bytes.fill(0x20, FRAME_HEADER_BYTES)
  bytes.set(body, FRAME_HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  const sum = checksum(bytes.subarray(FRAME_HEADER_BYTES))
  const chain = chainOf(before, kind, length, sum)
  for (const [i, word] of [MAGIC, kind, length, sum, chain].entries()) view.setUint32(4 * i, word, true)
  view.setUint32(20, checksum(bytes.subarray(0, 20)), true)
  return { bytes, chain }
}

/** A frame that was read, and whether it continues the chain. */
export interface ReadFrame extends Frame {
  readonly isNext: boolean
}

/** Reads the frame at an offset; undefined when its checksums do not match. @param before undefined when it is unknown */
export function readFrame(bytes: Uint8Array, at: number, before: number | undefined): ReadFrame | undefined {
  const start = at + FRAME_HEADER_BYTES
  if (start > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, FRAME_HEADER_BYTES)
  const [magic = 0, kind = 0, length = 0, sum = 0, chain = 0, header = 0] = [0, 4, 8, 12, 16, 20].map((offset) =>
    view.getUint32(offset, true),
  )
  if (magic !== MAGIC || !isKind(kind) || length % 4 !== 0 || start + length > bytes.length) return undefined
  if (header !== checksum(bytes.subarray(at, at + 20))) return undefined
  const body = bytes.subarray(start, start + length)
  if (sum !== checksum(body)) return undefined
  const isNext = before === undefined || chain === chainOf(before, kind, length, sum)
  return { kind, body, chain, end: start + length, isNext }
}

/** The offset of the next intact frame after `at`; undefined when there is none. */
export function nextFrameStart(bytes: Uint8Array, at: number): number | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let found = buffer.indexOf(MAGIC_BYTES, at + 4); found >= 0; found = buffer.indexOf(MAGIC_BYTES, found + 4))
    if (readFrame(bytes, found, undefined) !== undefined) return found
  return undefined
}

const MAGIC_BYTES = Buffer.from(Uint32Array.of(MAGIC).buffer)
const KINDS: readonly number[] = Object.values(FRAME_KINDS)
const isKind = (kind: number): kind is FrameKind => KINDS.includes(kind)

const chainOf = (before: number, ...parts: readonly number[]): number =>
  checksum(new Uint8Array(Uint32Array.of(before, ...parts).buffer))
