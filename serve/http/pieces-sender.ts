import type { ServerResponse } from 'node:http'
import type { Pieces } from '../../worker/runtime/pieces.ts'

/** The size of a block, in bytes. A write of this size costs little more than its bytes. */
const BLOCK = 512 * 1024
const SPARE_BLOCKS = 4

/** Unused blocks, kept because the system must clear new memory first. */
const spare: Buffer[] = []

/**
 * Sends the chunks block by block as their reader takes them, and ends the answer. Only one block at a time is copied to the
 * socket, for a list of any length and a reader of any speed.
 */
export function sendPieces({ chunks, byteLength }: Pieces, response: ServerResponse): void {
  const block = spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK)
  let chunk = 0
  let taken = 0
  const fill = (): number => {
    let filled = 0
    for (let bytes = chunks[chunk]; bytes !== undefined && filled < BLOCK; bytes = chunks[chunk]) {
      const rest = taken === 0 && bytes.length <= BLOCK - filled ? bytes : bytes.subarray(taken, taken + BLOCK - filled)
      block.set(rest, filled)
      filled += rest.length
      taken += rest.length
      if (taken < bytes.length) break
      taken = 0
      chunk++
    }
    return filled
  }
  let left = byteLength
  const next = (error?: Error | null): void => {
    // The reader left. The socket may still read from the block, so it is not reused.
    if (error || response.destroyed) return
    if (left === 0) {
      if (spare.length < SPARE_BLOCKS) spare.push(block)
      return void response.end()
    }
    const filled = fill()
    left -= filled
    response.write(filled === BLOCK ? block : block.subarray(0, filled), next)
  }
  next()
}
