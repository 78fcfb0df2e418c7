import type { ServerResponse } from 'node:http'
import type { ByteSink } from '../../worker/api/exchange.ts'
import { Pieces } from '../../worker/runtime/pieces.ts'

/**
 * Sends the frames of a watch to one reader. Frames of one turn of the event loop are sent in one write, because a write
 * to a socket costs more than the event. For the same reason HTTP chunks are built here, once for all watches with the
 * same pending frames; Node would write each chunk in three parts.
 */
export class FrameSink implements ByteSink {
  readonly #response: ServerResponse
  /** Whether the frames are sent in chunks. A client of HTTP/1.0 receives them without chunks. */
  readonly #isChunked: boolean
  #gathered: Uint8Array[] = []
  #size = 0

  /** Sends the head of the response. */
  constructor(response: ServerResponse) {
    this.#response = response
    response.flushHeaders()
    this.#isChunked = response.chunkedEncoding
    response.chunkedEncoding = false
  }

  write(frame: Uint8Array): void {
    this.#size += frame.length
    this.#gathered.push(frame)
    if (waiting.size === 0) setImmediate(flushAll)
    waiting.add(this)
  }

  end(): void {
    this.flush()
    if (this.#isChunked && !this.#response.destroyed) this.#response.write('0\r\n\r\n')
    this.#response.end()
  }

  backlog(): number {
    return this.#size + this.#response.writableLength
  }

  flush(): void {
    waiting.delete(this)
    const frames = this.#gathered
    if (frames.length === 0 || this.#response.destroyed) return
    this.#gathered = []
    this.#size = 0
    this.#response.write(this.#isChunked ? chunkOf(frames) : new Pieces(frames).join())
  }
}

const waiting = new Set<FrameSink>()

function flushAll(): void {
  for (const sink of waiting) sink.flush()
  last = undefined
}

let last: { readonly frames: readonly Uint8Array[]; readonly chunk: Uint8Array } | undefined

/** The frames as one HTTP chunk, cached because watches of the same objects have the same pending frames. */
function chunkOf(frames: readonly Uint8Array[]): Uint8Array {
  if (last === undefined || !isSame(last.frames, frames)) last = { frames, chunk: makeChunk(frames) }
  return last.chunk
}

function makeChunk(frames: readonly Uint8Array[]): Uint8Array {
  const { byteLength } = new Pieces(frames)
  return new Pieces([Buffer.from(`${byteLength.toString(16)}\r\n`), ...frames, LINE_END]).join()
}

const LINE_END = Buffer.from('\r\n')

const isSame = (a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean =>
  a.length === b.length && a.every((frame, i) => frame === b[i])
