import type { IncomingMessage } from 'node:http'

/** Bytes of a body that are kept at most: one more than the server takes, so that it can answer 413. */
export const BODY_LIMIT = 3 * 1024 * 1024 + 1

/** Bytes of all bodies that are being received at once: a body arrives before its sender is authenticated. */
const RECEIVING_LIMIT = 256 * 1024 * 1024

/** Thrown for a body that the server has no memory for at this moment. */
export class BodiesTooMany extends Error {
  override readonly name = 'BodiesTooMany'
}

/** Receives the bodies of requests within one bound of memory. */
export class BodyReader {
  readonly #limit: number
  #received = 0

  constructor(limit = RECEIVING_LIMIT) {
    this.#limit = limit
  }

  /**
   * The whole body, or its first BODY_LIMIT bytes.
   * @throws BodiesTooMany
   */
  async read(message: IncomingMessage): Promise<Uint8Array> {
    const chunks: Buffer[] = []
    const body = { size: 0 }
    try {
      await this.#collect(message, chunks, body)
      return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
    } finally {
      this.#received -= body.size
    }
  }

  /** Listens to events. A loop over the message is not possible: leaving it destroys the socket before the answer is sent. */
  #collect(message: IncomingMessage, chunks: Buffer[], body: { size: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      let isDone = false
      const settle = (action: () => void): void => {
        isDone = true
        action()
      }
      message.on('data', (chunk: Buffer) => {
        // Later bytes are read and dropped, so that the client reads the refusal.
        if (isDone) return
        if (this.#received + chunk.length > this.#limit) {
          chunks.length = 0
          return settle(() => reject(new BodiesTooMany('too many request bodies are being received')))
        }
        chunks.push(chunk)
        body.size += chunk.length
        this.#received += chunk.length
        if (body.size >= BODY_LIMIT) settle(resolve)
      })
      message.once('end', () => settle(resolve))
      message.once('error', (error) => settle(() => reject(error)))
      message.once('close', () => {
        if (!isDone) settle(() => reject(new Error('the client left before the end of its body')))
      })
    })
  }
}

export function hasBody({
  headers: { 'content-length': length, 'transfer-encoding': encoding },
}: IncomingMessage): boolean {
  return (length !== undefined && length !== '0') || encoding !== undefined
}
