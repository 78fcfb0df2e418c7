import { randomFillSync } from 'node:crypto'
import type { DataFile, DataFiles } from './data-files.ts'
import { hasNoSpace } from './data-files.ts'

const FILE = 'reserve'
export const RESERVE_BYTES = 4 * 2 ** 20
/** Bytes that one `spend` releases. */
const STEP_BYTES = 256 * 1024

/** Bytes that are set aside on the device, so that objects can still be deleted when it is full. */
export class Reserve {
  readonly #file: DataFile
  readonly #whole: number
  #size: number

  private constructor(file: DataFile, whole: number, size: number) {
    this.#file = file
    this.#whole = whole
    this.#size = size
  }

  /** @param bytes the size of the whole reserve */
  static async open(files: DataFiles, bytes: number): Promise<Reserve> {
    const size = (await files.read(FILE))?.length ?? 0
    return new Reserve(await files.open(FILE), bytes, Math.min(size, bytes))
  }

  get isWhole(): boolean {
    return this.#size >= this.#whole
  }

  /** Fills the reserve up. Returns false when the device has no room for it. */
  async fill(): Promise<boolean> {
    if (this.isWhole) return true
    // Random bytes, because some file systems use no space for zeros.
    const bytes = randomFillSync(new Uint8Array(this.#whole - this.#size))
    try {
      await this.#file.write(bytes, this.#size)
      await this.#file.sync()
    } catch (error) {
      if (!hasNoSpace(error)) throw error
      await this.#file.truncate(this.#size)
      return false
    }
    this.#size = this.#whole
    return true
  }

  /** Releases a part for a write that frees space. Returns false when no more than `kept` bytes are left. */
  async spend(kept = 0): Promise<boolean> {
    if (this.#size <= kept) return false
    this.#size = Math.max(kept, this.#size - STEP_BYTES)
    await this.#file.truncate(this.#size)
    await this.#file.sync()
    return true
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/**
 * Runs work that may be repeated, and releases parts of the reserve for it while the device is full.
 * @param kept bytes of the reserve that are never released
 */
export async function withReserve<Result>(reserve: Reserve, work: () => Promise<Result>, kept = 0): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!hasNoSpace(error) || !(await reserve.spend(kept))) throw error
    }
  }
}

const PROBE = 'probe.new'
const PROBE_BYTES = 64 * 1024

/** Finds out by a short write whether the device has room beside the reserve. */
export async function hasRoom(files: DataFiles): Promise<boolean> {
  try {
    const probe = await files.open(PROBE)
    try {
      await probe.write(new Uint8Array(PROBE_BYTES).fill(1), 0)
      await probe.sync()
    } finally {
      await probe.close()
    }
    return true
  } catch (error) {
    if (hasNoSpace(error)) return false
    throw error
  } finally {
    await files.remove(PROBE)
  }
}
