import { checksum } from '../../worker/store/persistence/checksum.ts'
import type { DataFile } from './data-files.ts'

/** The newest acknowledged change, kept in a separate file. A log that ends before this change has lost acknowledged changes. */
export interface Head {
  readonly revision: number
  /** The generation in the names of the log files. */
  readonly generation: number
}

export const HEAD_FILE = 'head'

/**
 * Two slots, written in turn, so that a torn write leaves the other one:
 *
 *     checksum u32 | magic u32 | count of writes f64 | revision f64 | generation f64; little-endian
 */
const SLOT_BYTES = 32
/** The slots are in different sectors of the disk. */
const SLOT_DISTANCE = 4096
const MAGIC = 0x5ea0_4ead

interface Slot extends Head {
  readonly count: number
}

/** Reads the newer intact slot; undefined when both are damaged. */
export function readHead(bytes: Uint8Array): Slot | undefined {
  const slots = [0, SLOT_DISTANCE].map((at) => readSlot(bytes.subarray(at, at + SLOT_BYTES)))
  return slots.filter((slot) => slot !== undefined).sort((a, b) => b.count - a.count)[0]
}

/** Whether a slot is damaged or missing. It may be the newer one. */
export const isHeadDamaged = (bytes: Uint8Array): boolean =>
  [0, SLOT_DISTANCE].some((at) => readSlot(bytes.subarray(at, at + SLOT_BYTES)) === undefined)

function readSlot(bytes: Uint8Array): Slot | undefined {
  if (bytes.length < SLOT_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, SLOT_BYTES)
  if (view.getUint32(0, true) !== checksum(bytes.subarray(4)) || view.getUint32(4, true) !== MAGIC) return undefined
  return {
    count: view.getFloat64(8, true),
    revision: view.getFloat64(16, true),
    generation: view.getFloat64(24, true),
  }
}

/** Writes the head; each call overwrites the older slot. */
export class HeadWriter {
  readonly #file: DataFile
  #count: number

  constructor(file: DataFile, count: number) {
    this.#file = file
    this.#count = count
  }

  async write({ revision, generation }: Head): Promise<void> {
    const count = ++this.#count
    const bytes = new Uint8Array(SLOT_BYTES)
    const view = new DataView(bytes.buffer)
    view.setUint32(4, MAGIC, true)
    view.setFloat64(8, count, true)
    view.setFloat64(16, revision, true)
    view.setFloat64(24, generation, true)
    view.setUint32(0, checksum(bytes.subarray(4)), true)
    await this.#file.write(bytes, (count % 2) * SLOT_DISTANCE)
  }

  /** Writes both slots durably. */
  async writeBoth(head: Head): Promise<void> {
    await this.write(head)
    await this.write(head)
    await this.#file.sync()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
