import type { ReadFrame } from './frames.ts'
import { CHAIN_START, nextFrameStart, readFrame } from './frames.ts'

/** The bytes of the two copies of a log file, which are equal unless one is damaged. An absent file is empty. */
export interface Copies {
  readonly a: Uint8Array
  readonly b: Uint8Array
}

export type CopyName = keyof Copies
export const COPY_NAMES = ['a', 'b'] as const satisfies readonly CopyName[]

/** A part of the log, in order of offsets. */
export type LogPart =
  | FramePart
  /** Bytes between two frames that are unreadable in both copies. */
  | { readonly type: 'gap'; readonly start: number; readonly fragments: readonly Uint8Array[] }
  /** Bytes after the last frame: an unfinished commit, or damage. */
  | { readonly type: 'tail'; readonly start: number; readonly fragments: readonly Uint8Array[] }

interface FramePart extends ReadFrame {
  readonly type: 'frame'
  readonly start: number
  /** The copies that differ from the intact one. */
  readonly damaged: readonly CopyName[]
  /** Whether both copies have an intact frame here, and the frames differ: a file was exchanged. */
  readonly isConflict: boolean
}

/** Reads a log from the intact frames of its two copies. */
export function* readCopies(copies: Copies): Generator<LogPart> {
  let chain: number | undefined = CHAIN_START
  let at = 0
  for (;;) {
    const frame = frameAt(copies, at, chain)
    if (frame !== undefined) {
      yield frame
      at = frame.end
      chain = frame.chain
      continue
    }
    const next = nextStart(copies, at)
    const fragments = COPY_NAMES.map((name) => copies[name].subarray(at, next)).filter(({ length }) => length > 0)
    if (next === undefined) {
      if (fragments.length > 0) yield { type: 'tail', start: at, fragments }
      return
    }
    yield { type: 'gap', start: at, fragments }
    at = next
    chain = undefined
  }
}

function frameAt(copies: Copies, start: number, before: number | undefined): FramePart | undefined {
  const inA = readFrame(copies.a, start, before)
  if (inA?.isNext === true) {
    if (isEqual(copies, start, inA.end)) return { type: 'frame', start, damaged: [], isConflict: false, ...inA }
    const isConflict = before !== undefined && readFrame(copies.b, start, before)?.isNext === true
    return { type: 'frame', start, damaged: ['b'], isConflict, ...inA }
  }
  const inB = readFrame(copies.b, start, before)
  if (inB?.isNext === true) return { type: 'frame', start, damaged: ['a'], isConflict: false, ...inB }
  const joined = readFrame(joinedCopies(copies, start), 0, before)
  if (joined?.isNext === true)
    return { type: 'frame', start, damaged: COPY_NAMES, isConflict: false, ...joined, end: start + joined.end }
  const either = inA ?? inB
  return either && { type: 'frame', start, damaged: [], isConflict: false, ...either }
}

const isEqual = ({ a, b }: Copies, start: number, end: number): boolean =>
  b.length >= end && Buffer.compare(a.subarray(start, end), b.subarray(start, end)) === 0

/** The greatest number of differing words that are tried: each doubles the attempts. */
const MAX_DIFFERENCES = 8
/** A longer frame is not joined: each attempt reads it. */
const MAX_JOINED_BYTES = 4 * 2 ** 20

/**
 * Repairs a frame whose copies are damaged in different words: for each word that differs, one of the copies has the right one.
 * Returns the bytes from `start` with the first choice of words that is an intact frame; no bytes when there is none.
 */
function joinedCopies({ a, b }: Copies, start: number): Uint8Array {
  const length = Math.min(a.length - start, b.length - start, MAX_JOINED_BYTES) & ~3
  const joined = Buffer.from(a.subarray(start, start + Math.max(length, 0)))
  const differing: number[] = []
  for (let at = 0; at < length && differing.length <= MAX_DIFFERENCES; at += 4)
    if (Buffer.compare(joined.subarray(at, at + 4), b.subarray(start + at, start + at + 4)) !== 0) differing.push(at)
  // A difference beyond the frame does not matter.
  const chosen = differing.slice(0, MAX_DIFFERENCES)
  for (let choice = 1; choice < 2 ** chosen.length; choice++) {
    for (const [i, at] of chosen.entries()) {
      const from = (choice >> i) & 1 ? b : a
      joined.set(from.subarray(start + at, start + at + 4), at)
    }
    if (readFrame(joined, 0, undefined) !== undefined) return joined
  }
  return new Uint8Array()
}

function nextStart({ a, b }: Copies, at: number): number | undefined {
  const [inA, inB] = [nextFrameStart(a, at), nextFrameStart(b, at)]
  return inA === undefined || inB === undefined ? (inA ?? inB) : Math.min(inA, inB)
}
