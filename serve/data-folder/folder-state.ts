import type { BatchRecord } from '../../worker/store/persistence/batch.ts'
import { inflateRow, unpackBatch } from '../../worker/store/persistence/batch.ts'
import { takeNewest } from '../../worker/store/persistence/stored-state.ts'
import type { Copies, CopyName, LogPart } from './copies.ts'
import { readCopies } from './copies.ts'
import type { Frame } from './frames.ts'
import { CHAIN_START, FRAME_HEADER_BYTES, FRAME_KINDS } from './frames.ts'

/** The content of the first frame. */
export interface Origin {
  readonly format: number
  readonly generation: number
}

/** The format of the folder. 1 was LevelDB (ADR 0025). */
export const FORMAT = 2

/** The key and the revision of a record. */
export interface Name {
  readonly key: string
  readonly revision: number
}

/** Acknowledged changes that neither copy holds, or whose content is not the written one. */
export interface Loss {
  /** The range of lost revisions. */
  readonly first: number
  readonly last: number
  /** The lost or foreign records, if the damaged bytes, or the frame of names before them, can still be read. */
  readonly names: readonly Name[]
}

/** A range of bytes that one copy holds and the other lacks. */
export interface CopyRepair {
  readonly copy: CopyName
  readonly start: number
  readonly bytes: Uint8Array
}

/** The content of a log file and its damage. */
export interface FolderState {
  readonly format: number | undefined
  /** The newest record of each key, without removed keys. */
  readonly records: ReadonlyMap<string, BatchRecord>
  /** The revision of the last readable change. */
  readonly revision: number
  /** The chain of the last frame and the offset after it. */
  readonly chain: number
  readonly end: number
  /** Whether bytes follow the last frame: a commit that did not finish, or a damaged one. */
  readonly hasTail: boolean
  /** Damaged bytes that the other copy holds. */
  readonly repairs: readonly CopyRepair[]
  readonly losses: readonly Loss[]
  /** The number of unreadable parts. When `losses` is empty, they contained no change. */
  readonly gaps: number
  /** The revision of the first frame that was damaged in one copy; Infinity when there is none. */
  readonly mendedFrom: number
  /** Whether the file has an end frame, as only back-ups have. */
  readonly isComplete: boolean
}

/** Reads a log from its two copies. @param pause called between frames, for work beside requests */
export async function readFolderState(copies: Copies, pause?: () => Promise<void>): Promise<FolderState> {
  const reader = new StateReader()
  let bytes = 0
  for (const part of readCopies(copies)) {
    const taking = reader.take(part)
    if (taking !== undefined) await taking
    if (pause !== undefined && part.type === 'frame' && (bytes += part.body.length) > PAUSE_BYTES) {
      bytes = 0
      await pause()
    }
  }
  return reader.state()
}

const PAUSE_BYTES = 512 * 1024

/** Builds the state from the parts of a log, in order. */
class StateReader {
  readonly #records = new Map<string, BatchRecord>()
  readonly #repairs: CopyRepair[] = []
  readonly #losses: Loss[] = []
  #format: number | undefined
  #revision = 1
  #chain = CHAIN_START
  #end = 0
  #gaps = 0
  #hasTail = false
  #mendedFrom = Infinity
  #isComplete = false
  /** Names of records that may be lost before the next batch. */
  #doubtful: Name[] = []

  take(part: LogPart): Promise<void> | undefined {
    if (part.type !== 'frame') {
      if (part.type === 'gap') this.#gaps++
      else this.#hasTail = true
      this.#doubtful.push(...part.fragments.flatMap(namesInFragment))
      return undefined
    }
    for (const copy of part.damaged) this.#repairs.push({ copy, start: part.start, bytes: frameBytes(part) })
    if (part.damaged.length > 0) this.#mendedFrom = Math.min(this.#mendedFrom, this.#revision + 1)
    this.#chain = part.chain
    this.#end = part.end
    return this.#takeFrame(part, part.isNext && !part.isConflict)
  }

  state(): FolderState {
    return {
      format: this.#format,
      records: new Map([...this.#records].filter(([, { value }]) => value !== undefined)),
      revision: this.#revision,
      chain: this.#chain,
      end: this.#end,
      hasTail: this.#hasTail,
      repairs: this.#repairs,
      losses: this.#hasTail ? [...this.#losses, this.#loss(Infinity)] : this.#losses,
      gaps: this.#gaps,
      mendedFrom: this.#mendedFrom,
      isComplete: this.#isComplete,
    }
  }

  #takeFrame({ kind, body }: Frame, isInPlace: boolean): Promise<void> | undefined {
    if (kind === FRAME_KINDS.batch) return this.#takeBatch(body, isInPlace)
    if (!isInPlace) throw new Error('its two copies are not copies of one log; restore a back-up')
    if (kind === FRAME_KINDS.names) this.#doubtful.push(...(parse(body) as Name[]))
    if (kind === FRAME_KINDS.end) this.#isComplete = true
    if (kind === FRAME_KINDS.origin) this.#format = (parse(body) as Origin).format
    return undefined
  }

  async #takeBatch(body: Uint8Array, isInPlace: boolean): Promise<void> {
    const batch = unpackBatch(body) ?? unpackBatch(await inflateRow(body))
    // The checksum of the frame matched, so these are the written bytes.
    if (batch === undefined) throw new Error('the log holds a row that this version cannot read')
    if (batch.first > this.#revision + 1) this.#losses.push(this.#loss(batch.first - 1))
    if (!isInPlace || batch.first <= this.#revision)
      this.#losses.push({ first: batch.first, last: batch.last, names: batch.records.map(nameOf) })
    this.#doubtful = []
    takeNewest(this.#records, batch.records.map(released))
    this.#revision = Math.max(this.#revision, batch.last)
  }

  #loss(last: number): Loss {
    const first = this.#revision + 1
    const names = new Map(
      this.#doubtful
        .filter(({ revision }) => revision >= first && revision <= last)
        .map((name) => [`${name.revision} ${name.key}`, name]),
    )
    return { first, last, names: [...names.values()].sort((a, b) => a.revision - b.revision) }
  }
}

const nameOf = ({ key, revision }: Name): Name => ({ key, revision })

/** A copy of the value, so that the record does not keep the bytes of the whole file in memory. */
const released = (record: BatchRecord): BatchRecord => ({ ...record, value: record.value?.slice() })

/** The bytes of a frame, whose header is directly before its body. */
const frameBytes = ({ body }: Frame): Uint8Array =>
  new Uint8Array(body.buffer, body.byteOffset - FRAME_HEADER_BYTES, body.length + FRAME_HEADER_BYTES).slice()

const text = new TextDecoder()
const parse = (body: Uint8Array): unknown => JSON.parse(text.decode(body))

const BATCH_HEADER_BYTES = 24
const RECORD_BYTES = 24
const KEY = /^[\w.-]+(\/[\w.:-]+)*\/[\w.:-]*\/[\w.:-]+$/

/** Reads keys and revisions from the bytes of a damaged frame, as far as its lengths are plausible. */
function namesInFragment(fragment: Uint8Array): Name[] {
  const view = new DataView(fragment.buffer, fragment.byteOffset, fragment.length)
  const names: Name[] = []
  let at = FRAME_HEADER_BYTES + BATCH_HEADER_BYTES
  while (at + RECORD_BYTES <= fragment.length) {
    const revision = view.getFloat64(at, true)
    const [keyLength, idLength, valueLength] = [12, 16, 20].map((offset) => view.getUint32(at + offset, true))
    const start = at + RECORD_BYTES
    const key = text.decode(fragment.subarray(start, start + (keyLength ?? 0)))
    if (Number.isInteger(revision) && KEY.test(key)) names.push({ key, revision })
    at = start + (keyLength ?? 0) + (idLength ?? 0) + (valueLength ?? 0)
  }
  return names
}
