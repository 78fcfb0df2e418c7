import { OutcomeUnknown } from '../../worker/store/store.ts'
import type { CopyName } from './copies.ts'
import { COPY_NAMES } from './copies.ts'
import type { DataFile, DataFiles } from './data-files.ts'
import { encodeFrame, type FrameKind } from './frames.ts'

/** The name of a copy of the log. Each snapshot begins the next generation. */
export const logFileName = (generation: number, copy: CopyName): string => `log-${generation}.${copy}`

/** The generation of a log file; undefined for other files. */
export function generationOf(name: string): number | undefined {
  const [, generation] = /^log-(\d+)\.[ab]$/.exec(name) ?? []
  return generation === undefined ? undefined : Number(generation)
}

/** The end of a log. */
export interface LogEnd {
  readonly end: number
  /** The `chain` of the last frame: a checksum that continues the one of the frame before (frames.ts). */
  readonly chain: number
}

/** Both copies of a log, open for appending. */
export class LogFiles {
  readonly #copies: readonly DataFile[]
  #end: number
  #chain: number

  private constructor(copies: readonly DataFile[], { end, chain }: LogEnd) {
    this.#copies = copies
    this.#end = end
    this.#chain = chain
  }

  static async open(files: DataFiles, nameOf: (copy: CopyName) => string, end: LogEnd): Promise<LogFiles> {
    const copies: DataFile[] = []
    try {
      for (const copy of COPY_NAMES) copies.push(await files.open(nameOf(copy)))
    } catch (error) {
      await Promise.allSettled(copies.map((copy) => copy.close()))
      throw error
    }
    return new LogFiles(copies, end)
  }

  get end(): number {
    return this.#end
  }

  /**
   * Appends a frame durably to both copies. An append that fails is undone.
   * @throws the error of the file when the append was undone, so that the log is as before
   * @throws OutcomeUnknown when the append could not be undone
   */
  async append(kind: FrameKind, body: Uint8Array): Promise<void> {
    const before = { end: this.#end, chain: this.#chain }
    try {
      await this.write(kind, body)
      await this.sync()
    } catch (error) {
      this.#end = before.end
      this.#chain = before.chain
      await this.#undo(error)
      throw error
    }
  }

  /** Appends a frame that becomes durable with the next `sync`. */
  async write(kind: FrameKind, body: Uint8Array): Promise<void> {
    const { bytes, chain } = encodeFrame(kind, body, this.#chain)
    await all(this.#copies.map((copy) => copy.write(bytes, this.#end)))
    this.#end += bytes.length
    this.#chain = chain
  }

  async sync(): Promise<void> {
    await all(this.#copies.map((copy) => copy.sync()))
  }

  async close(): Promise<void> {
    await all(this.#copies.map((copy) => copy.close()))
  }

  /** Removes the bytes of a failed append durably, so that no restart can find them. */
  async #undo(cause: unknown): Promise<void> {
    try {
      await all(this.#copies.map((copy) => copy.truncate(this.#end)))
      await this.sync()
    } catch {
      throw new OutcomeUnknown('a write to the data folder failed and could not be undone', { cause })
    }
  }
}

/** Waits for all operations, even when one fails, so that none overlaps the next operation on its file. */
async function all(operations: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(operations)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
