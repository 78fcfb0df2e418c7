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
   * The whole body, or its first BODY_LIMIT bytes. Listens to events. A loop over the message is not possible: leaving it
   * destroys the socket before the answer is sent.
   * @throws BodiesTooMany
   */
  read(message: IncomingMessage): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      let isDone = false
      const settle = (error?: Error): void => {
        if (isDone) return
        isDone = true
        this.#received -= size
        if (error === undefined) resolve(joined(chunks))
        else reject(error)
      }
      message.on('data', (chunk: Buffer) => {
        // Later bytes are read and dropped, so that the client reads the refusal.
        if (isDone) return
        if (this.#received + chunk.length > this.#limit)
          return settle(new BodiesTooMany('too many request bodies are being received'))
        chunks.push(chunk)
        size += chunk.length
        this.#received += chunk.length
        if (size >= BODY_LIMIT) settle()
      })
      // `once` would allocate a state and a function for each event of each request.
      message.on('end', () => settle())
      message.on('error', settle)
      message.on('close', () => {
        // Every message is closed at its end, and an error has the stack of its place.
        if (!isDone) settle(new Error('the client left before the end of its body'))
      })
    })
  }
}

const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)

export function hasBody({
  headers: { 'content-length': length, 'transfer-encoding': encoding },
}: IncomingMessage): boolean {
  return (length !== undefined && length !== '0') || encoding !== undefined
}
