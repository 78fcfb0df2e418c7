import type { DataFile, DataFiles } from '../../serve/data-folder/data-files.ts'
import type { Dice } from '../fuzz/dice.ts'

/** An operation on a file that may not have reached the device. */
type PendingChange =
  | { readonly at: number; readonly bytes: Uint8Array }
  | { readonly size: number; readonly bytes?: undefined }

/** A file: the content that the process reads, and the content that the device holds. */
interface Content {
  seen: Uint8Array
  durable: Uint8Array
  pending: PendingChange[]
}

type Directory = Map<string, Content>

interface FaultRates {
  /** Chance that an operation fails, with or without a partial effect. */
  readonly failure: number
  /** Bytes that all files may have. */
  capacity: number
}

class DiskError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const SECTOR = 512

function applied(content: Uint8Array, change: PendingChange): Uint8Array {
  const size = change.bytes === undefined ? change.size : Math.max(content.length, change.at + change.bytes.length)
  const result = new Uint8Array(size)
  result.set(content.subarray(0, size))
  if (change.bytes !== undefined) result.set(change.bytes, change.at)
  return result
}

/** Files in memory. A seed decides which operations fail or tear, and which ones a power cut loses or reorders. */
export class FaultyDisk implements DataFiles {
  readonly rates: FaultRates
  readonly #dice: Dice
  readonly #directory: Directory
  #durableDirectory: Directory
  /** The directories after each operation on names that is not durable yet. */
  #pendingDirectories: Directory[] = []
  #operations = 0
  #crashAt = Infinity
  #isCrashed = false

  constructor(dice: Dice, rates: FaultRates, directory: Directory = new Map()) {
    this.#dice = dice
    this.rates = rates
    this.#directory = directory
    this.#durableDirectory = new Map(directory)
  }

  get isCrashed(): boolean {
    return this.#isCrashed
  }

  /** Ends the process within the given number of operations. Every later operation fails. */
  crashWithin(operations: number): void {
    this.#crashAt = this.#operations + this.#dice.below(operations)
  }

  /** The disk after the process ended. */
  afterKill(): FaultyDisk {
    const directory: Directory = new Map()
    for (const [name, { seen }] of this.#directory) directory.set(name, { seen, durable: seen, pending: [] })
    return new FaultyDisk(this.#dice, this.rates, directory)
  }

  /** The disk after a power cut: any part of the writes that were not synced is lost, torn or written in another order. */
  afterPowerCut(): FaultyDisk {
    const directories = [this.#durableDirectory, ...this.#pendingDirectories]
    const names = directories[this.#dice.below(directories.length)] ?? this.#durableDirectory
    const directory: Directory = new Map()
    for (const [name, { durable, pending }] of names) {
      let content = durable
      const changes = this.#dice.chance(0.2) ? [...pending].reverse() : pending
      for (const change of changes) if (this.#dice.chance(0.6)) content = applied(content, this.#torn(change))
      directory.set(name, { seen: content, durable: content, pending: [] })
    }
    return new FaultyDisk(this.#dice, this.rates, directory)
  }

  /** The content of a file, without faults. */
  peek(name: string): Uint8Array | undefined {
    return this.#directory.get(name)?.seen
  }

  /** Replaces a file without the knowledge of the process; undefined removes it. */
  tamper(name: string, content: Uint8Array | undefined): void {
    if (content === undefined) this.#directory.delete(name)
    else this.#directory.set(name, { seen: content, durable: content, pending: [] })
    this.#durableDirectory = new Map(this.#directory)
  }

  async names(): Promise<readonly string[]> {
    return Promise.resolve([...this.#directory.keys()])
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    await this.#begin()
    return this.#directory.get(name)?.seen.slice()
  }

  async open(name: string): Promise<DataFile> {
    await this.#begin()
    const content = this.#directory.get(name) ?? { seen: new Uint8Array(), durable: new Uint8Array(), pending: [] }
    if (!this.#directory.has(name)) this.#name(() => this.#directory.set(name, content))
    return this.#file(content)
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#begin()
    const content = this.#directory.get(from)
    if (content === undefined) throw new DiskError('ENOENT')
    this.#name(() => this.#directory.set(to, content) && this.#directory.delete(from))
  }

  async remove(name: string): Promise<void> {
    await this.#begin()
    this.#name(() => this.#directory.delete(name))
  }

  async sync(): Promise<void> {
    await this.#begin()
    this.#durableDirectory = new Map(this.#directory)
    this.#pendingDirectories = []
  }

  #name(change: () => unknown): void {
    change()
    this.#pendingDirectories.push(new Map(this.#directory))
  }

  #file(content: Content): DataFile {
    const change = (next: PendingChange): void => {
      content.seen = applied(content.seen, next)
      content.pending.push(next)
    }
    return {
      write: async (bytes, at) => {
        // Bytes that the file already has can be written again on a full disk.
        const room = Math.max(0, this.rates.capacity - this.#used()) + Math.max(0, content.seen.length - at)
        // A write that fails may have written a part.
        const part = this.#part({ at, bytes: bytes.slice() })
        await this.#begin(() => change(part))
        if (bytes.length > room) {
          change({ at, bytes: bytes.slice(0, room) })
          throw new DiskError('ENOSPC')
        }
        change({ at, bytes: bytes.slice() })
      },
      truncate: async (size) => {
        await this.#begin()
        change({ size })
      },
      sync: async () => {
        await this.#begin(() => {
          // After a failed sync the system may forget what it could not write, so that a later sync succeeds without it.
          if (this.#dice.chance(0.5)) content.pending = []
        })
        content.durable = content.seen
        content.pending = []
      },
      close: () => Promise.resolve(),
    }
  }

  /** Begins an operation, which may fail or end the process. @param partial the effect of an operation that fails */
  async #begin(partial: () => void = () => undefined): Promise<void> {
    for (let turns = this.#dice.below(3); turns > 0; turns--) await Promise.resolve()
    if (this.#isCrashed) throw new DiskError('CRASHED')
    if (this.#operations++ >= this.#crashAt) {
      this.#isCrashed = true
      partial()
      throw new DiskError('CRASHED')
    }
    if (!this.#dice.chance(this.rates.failure)) return
    if (this.#dice.chance(0.5)) partial()
    throw new DiskError(this.#dice.chance(0.3) ? 'ENOSPC' : 'EIO')
  }

  #torn(change: PendingChange): PendingChange {
    return change.bytes === undefined || this.#dice.chance(0.5) ? change : this.#part(change)
  }

  /** A beginning of the bytes; a device writes a sector as a whole or not at all. */
  #part({ at, bytes }: { readonly at: number; readonly bytes: Uint8Array }): PendingChange {
    const end = at + this.#dice.below(bytes.length + SECTOR)
    return { at, bytes: bytes.slice(0, Math.max(0, end - (end % SECTOR) - at)) }
  }

  #used(): number {
    return [...this.#directory.values()].reduce((sum, { seen }) => sum + seen.length, 0)
  }
}
