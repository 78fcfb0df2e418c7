import { packBatches } from '../../worker/store/persistence/batch.ts'
import type { Log, LogChange, LogState } from '../../worker/store/persistence/log.ts'
import { isStorageRefusal, OutcomeUnknown, StorageFailed, StorageFull } from '../../worker/store/store.ts'
import { COPY_NAMES } from './copies.ts'
import { hasNoSpace } from './data-files.ts'
import type { FolderLogOptions } from './folder-log-options.ts'
import { readRecords } from './found-folder.ts'
import { FRAME_KINDS } from './frames.ts'
import { logFileName } from './log-files.ts'
import type { WritableFolder } from './open-folder.ts'
import { bytesOf, discardLog, nameLog, openFolder, removeAll, startLog } from './open-folder.ts'
import { hasRoom, Reserve, RESERVE_BYTES, withReserve } from './reserve.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** Bytes that are appended before a snapshot drops superseded records. */
const MIN_GROWTH = 8 * 2 ** 20
/** Bytes of the reserve that a snapshot leaves for deletions. */
const KEPT_FOR_DELETIONS = 2 ** 20
/** Milliseconds between attempts to write again after the device was full. */
const RETRY_MS = 5000
const FULL = 'the disk is full'
const ONLY_DELETIONS = 'so that only deletions are accepted until space is free'

/** A log in a folder: two copies of one file, each with checksums and a chain, and a head (ADR 0025). */
export class FolderLog implements Log {
  readonly #options: FolderLogOptions
  #reserve: Reserve | undefined
  #place: WritableFolder | undefined
  #revision = 1
  #outage: string | undefined
  /** The error of every commit of a log that is read-only or has failed. */
  #refusal: Error | undefined
  #isFull = false
  #cancelRetry: (() => void) | undefined
  /** The length of the log after the last snapshot. */
  #snapshotEnd = 0
  #snapshot: Promise<void> | undefined
  /** The rows that were committed since the snapshot under way began. */
  #sinceSnapshot: Uint8Array[] = []
  /** Settles when the work between two commits has ended. Later commits wait for it. */
  #exchange: Promise<void> | undefined
  #commit: Promise<unknown> = Promise.resolve()

  constructor(options: FolderLogOptions) {
    this.#options = options
  }

  get outage(): string | undefined {
    return this.#outage
  }

  async open(): Promise<LogState> {
    const { lock, folder } = this.#options
    try {
      await lock.acquire()
      return await this.#open()
    } catch (error) {
      await this.#release()
      throw new Error(`The data folder ${folder} cannot be opened: ${messageOf(error)}.`, { cause: error })
    }
  }

  async #open(): Promise<LogState> {
    const { files, folder, acceptsLoss = false, reserveBytes = RESERVE_BYTES, warn, clock, earlier } = this.#options
    const reserve = (this.#reserve = await Reserve.open(files, reserveBytes))
    const pause = () => clock.turn()
    const read = async () => earlier?.read()
    const opened = await openFolder({ files, reserve, folder, acceptsLoss, pause, earlier: read })
    const aside = await earlier?.setAside()
    if (aside !== undefined) warn(`The LevelDB files in ${folder} were moved to ${aside} and are not used.`)
    if (opened.notice !== undefined) warn(opened.notice)
    this.#revision = opened.revision
    this.#place = opened.writable
    this.#refusal = opened.refusal
    this.#outage = opened.refusal?.message
    if (opened.writable !== undefined) {
      this.#snapshotEnd = Math.min(opened.writable.log.end, bytesOf(opened.records))
      if (!(await reserve.fill()) || !(await hasRoom(files)))
        warn(`The data folder ${folder}: ${this.#becomeFull().message}, ${ONLY_DELETIONS}.`)
    }
    return { revision: opened.revision, records: opened.records, notice: opened.notice }
  }

  commit(changes: readonly LogChange[]): Promise<number> {
    const result = this.#write(changes)
    this.#commit = result.catch(() => undefined)
    return result
  }

  async close(): Promise<void> {
    this.#cancelRetry?.()
    await this.#commit
    const place = this.#place
    this.#place = undefined
    await this.#snapshot
    await place?.head.close()
    await place?.log.close()
    await this.#release()
  }

  async #write(changes: readonly LogChange[]): Promise<number> {
    while (this.#exchange !== undefined) await this.#exchange
    const place = this.#place
    if (place === undefined)
      throw this.#refusal ?? new StorageFailed(`the data folder ${this.#options.folder} is not open`)
    const first = this.#revision + 1
    const last = this.#revision + changes.length
    const records = changes.map(({ key, value, expected }, i) => ({
      key,
      value,
      revision: first + i,
      isCreated: expected === 0,
    }))
    // One row, so that a commit is whole or absent after a crash.
    const [row] = packBatches(records, first, last, Infinity)
    if (row === undefined) return first
    await this.#append(
      place,
      row.bytes,
      changes.every(({ frees }) => frees === true),
    )
    this.#revision = last
    if (this.#snapshot !== undefined) this.#sinceSnapshot.push(row.bytes)
    await this.#acknowledge(place, last)
    this.#snapshotWhenDue(place)
    return first
  }

  /** Appends a row. @param frees the row may use the reserve */
  async #append(place: WritableFolder, row: Uint8Array, frees: boolean): Promise<void> {
    for (;;) {
      try {
        if (!frees && this.#reserve?.isWhole === false && !(await this.#reserve.fill())) throw this.#becomeFull()
        await place.log.append(FRAME_KINDS.batch, row)
        return
      } catch (error) {
        if (error instanceof OutcomeUnknown) throw this.#fail(error)
        if (!hasNoSpace(error)) throw refusalOf(error)
        const full = this.#becomeFull()
        if (!frees || !(await this.#spend())) throw full
      }
    }
  }

  /** Writes the head. The log stops when that fails, because a loss of the change could not be detected. */
  async #acknowledge({ head, generation }: WritableFolder, revision: number): Promise<void> {
    const write = () => head.write({ revision, generation })
    try {
      await (this.#reserve === undefined ? write() : withReserve(this.#reserve, write))
    } catch (error) {
      throw this.#fail(new OutcomeUnknown(`the head of the data folder cannot be written: ${messageOf(error)}`))
    }
  }

  /** Releases a part of the reserve. Returns false when nothing is left. */
  async #spend(): Promise<boolean> {
    try {
      return (await this.#reserve?.spend()) ?? false
    } catch (error) {
      throw refusalOf(error)
    }
  }

  /** The content of the files is unknown: nothing more is written before the next start reads them. */
  #fail(error: Error): Error {
    this.#place = undefined
    this.#outage = `${error.message}; restart the server`
    this.#refusal = new StorageFailed(this.#outage)
    this.#report(error)
    return error
  }

  #becomeFull(): StorageFull {
    this.#isFull = true
    this.#outage = `${FULL}, ${ONLY_DELETIONS}`
    this.#cancelRetry ??= this.#options.clock.after(RETRY_MS, () => {
      this.#cancelRetry = undefined
      void this.#tryFree().catch((error: unknown) => this.#report(error))
    })
    return new StorageFull(FULL)
  }

  #becomeFree(): void {
    if (!this.#isFull) return
    this.#isFull = false
    this.#outage = undefined
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
  }

  /** Frees space by a snapshot, and finds out whether the device has room again. */
  async #tryFree(): Promise<void> {
    const place = this.#place
    if (place === undefined || this.#reserve === undefined) return
    if (place.log.end !== this.#snapshotEnd) this.#startSnapshot(place)
    await this.#snapshot
    if ((await this.#reserve.fill()) && (await hasRoom(this.#options.files))) this.#becomeFree()
    else this.#becomeFull()
  }

  #snapshotWhenDue(place: WritableFolder): void {
    const growth = this.#options.snapshotGrowth ?? Math.max(MIN_GROWTH, this.#snapshotEnd)
    if (place.log.end - this.#snapshotEnd < growth) return
    this.#startSnapshot(place)
  }

  #startSnapshot(place: WritableFolder): void {
    const reserve = this.#reserve
    if (reserve === undefined) return
    this.#snapshot ??= this.#writeSnapshot(place, reserve)
      .catch((error: unknown) => {
        // The log is as before. The next attempt waits until the log has grown as much again.
        this.#snapshotEnd = place.log.end
        if (!hasNoSpace(error)) this.#report(error)
      })
      .finally(() => {
        this.#snapshot = undefined
        this.#sinceSnapshot = []
      })
  }

  /** Writes the newest records to a new log, which replaces the old one. */
  async #writeSnapshot(place: WritableFolder, reserve: Reserve): Promise<void> {
    const { files, clock } = this.#options
    const generation = place.generation + 1
    const { end, revision } = await this.#between(() => {
      this.#sinceSnapshot = []
      return Promise.resolve({ end: place.log.end, revision: this.#revision })
    })
    const records = await readRecords(files, { generation: place.generation, end }, () => clock.turn())
    const content = { generation, records, revision }
    const log = await withReserve(reserve, () => startLog(files, content, () => clock.turn()), KEPT_FOR_DELETIONS)
    const snapshotEnd = log.end
    const isExchanged = await this.#between(async () => {
      if (this.#place !== place) {
        await discardLog(files, log, generation)
        return false
      }
      try {
        for (const row of this.#sinceSnapshot) await log.write(FRAME_KINDS.batch, row)
        await log.sync()
      } catch (error) {
        await discardLog(files, log, generation)
        throw error
      }
      // When only one file got its name, the next start continues with it: nothing may be written to the old log.
      await nameLog(files, generation).catch((error: unknown) => {
        throw this.#fail(new OutcomeUnknown(`the files of a snapshot could not be renamed: ${messageOf(error)}`))
      })
      this.#place = { ...place, log, generation }
      return true
    })
    if (!isExchanged) return
    this.#snapshotEnd = snapshotEnd
    await place.log.close()
    await removeAll(
      files,
      COPY_NAMES.map((copy) => logFileName(place.generation, copy)),
    )
  }

  /** Runs work between two commits. */
  async #between<Result>(work: () => Promise<Result>): Promise<Result> {
    let finish: () => void = () => undefined
    this.#exchange = new Promise((resolve) => (finish = resolve))
    try {
      await this.#commit
      return await work()
    } finally {
      this.#exchange = undefined
      finish()
    }
  }

  async #release(): Promise<void> {
    await this.#reserve?.close()
    this.#reserve = undefined
    await this.#options.lock.release()
  }

  #report(error: unknown): void {
    this.#options.warn(messageOf(error))
  }
}

const refusalOf = (error: unknown): Error =>
  isStorageRefusal(error)
    ? error
    : new StorageFailed(`the data folder refused the write: ${messageOf(error)}`, { cause: error })

const messageOf = (error: unknown): string => {
  if (hasNoSpace(error)) return FULL
  return errorMessage(error)
}
