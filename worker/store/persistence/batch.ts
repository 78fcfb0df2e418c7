import { Pieces } from '../../runtime/pieces.ts'
import { checksum } from './checksum.ts'
import type { AppliedChange, LogRecord } from './log.ts'

/**
 * One row of a database: records packed into bytes, with a checksum. A batch covers a whole range of revisions, including
 * revisions without a record. A missing row between two rows is therefore detected.
 *
 *     checksum u32 | form u32 | first f64 | last f64 | records; little-endian, zeros up to a multiple of 4
 *     record: revision f64 | effect u32 | length of key u32 | length of write id u32 | length of value u32
 *             | key | write id | value
 */
export interface Batch {
  readonly first: number
  readonly last: number
  readonly bytes: Uint8Array
}

/** A record, with the id of its write while a client may still request the outcome of that write. */
export interface BatchRecord extends LogRecord {
  readonly writeId?: string
  /** Whether the write created the object. */
  readonly isCreated?: boolean
}

interface BatchContent {
  readonly first: number
  readonly last: number
  /** The values of the records are views of the batch's bytes. */
  readonly records: readonly BatchRecord[]
}

/** Chromium stores larger rows as separate files, which are slower to read and to write. */
const ROW_BYTES = 48 * 1024

const PLAIN = 1
/** After the header: u32 length of the records before compression, then the records, compressed with zlib. */
const DEFLATED = 2
/** A row that `inflateRow` has checked and decompressed for `unpackBatch`; never stored. */
const INFLATED = 3
/** The largest row after decompression. Every valid row is smaller, because one object has at most 3 Mi characters. */
export const MAX_INFLATED_BYTES = 32 * 2 ** 20
const HEADER_BYTES = 24
const RECORD_BYTES = 24
const EFFECT_CODES = { created: 0, updated: 1, removed: 2 } as const satisfies Record<AppliedChange['effect'], number>
const utf8 = new TextEncoder()
const text = new TextDecoder()

/**
 * Packs records, oldest first, into rows of about `rowBytes`. Together the rows cover the revisions `first` to `last`.
 */
export function packBatches(
  records: readonly BatchRecord[],
  first: number,
  last: number,
  rowBytes = ROW_BYTES,
): Batch[] {
  const batches: Batch[] = []
  let row: BatchRecord[] = []
  let bytes = 0
  let from = first
  for (const record of records) {
    const size = RECORD_BYTES + record.key.length + (record.value?.length ?? 0)
    const before = row.at(-1)
    if (before !== undefined && bytes + size > rowBytes) {
      batches.push(packBatch(row, from, before.revision))
      from = before.revision + 1
      row = []
      bytes = 0
    }
    row.push(record)
    bytes += size
  }
  return [...batches, packBatch(row, from, last)]
}

function packBatch(records: readonly BatchRecord[], first: number, last: number): Batch {
  const parts = records.map(({ key, writeId = '' }) => ({ key: utf8.encode(key), id: utf8.encode(writeId) }))
  let size = HEADER_BYTES
  for (const [i, { key, id }] of parts.entries())
    size += RECORD_BYTES + key.length + id.length + (records[i]?.value?.length ?? 0)
  const bytes = new Uint8Array(Math.ceil(size / 4) * 4)
  const view = new DataView(bytes.buffer)
  view.setUint32(4, PLAIN, true)
  view.setFloat64(8, first, true)
  view.setFloat64(16, last, true)
  let at = HEADER_BYTES
  for (const [i, { key, id }] of parts.entries()) {
    const { revision = 0, value, isCreated = false } = records[i] ?? {}
    view.setFloat64(at, revision, true)
    view.setUint32(at + 8, EFFECT_CODES[effectOf({ value, isCreated })], true)
    view.setUint32(at + 12, key.length, true)
    view.setUint32(at + 16, id.length, true)
    view.setUint32(at + 20, value?.length ?? 0, true)
    at += RECORD_BYTES
    for (const part of [key, id, value ?? NOTHING]) {
      bytes.set(part, at)
      at += part.length
    }
  }
  view.setUint32(0, checksum(bytes.subarray(4)), true)
  return { first, last, bytes }
}

const NOTHING = new Uint8Array()

/** Whether the bytes are a batch that matches its checksum. */
export function isWholeBatch(row: unknown): row is Uint8Array {
  if (!(row instanceof Uint8Array) || row.length < HEADER_BYTES || row.length % 4 !== 0) return false
  const view = new DataView(row.buffer, row.byteOffset, row.length)
  const form = view.getUint32(4, true)
  return (form === PLAIN || form === DEFLATED) && view.getUint32(0, true) === checksum(row.subarray(4))
}

/** Compresses a batch. Objects of one kind repeat most of their text. */
export async function deflateBatch({ first, last, bytes }: Batch): Promise<Batch> {
  const body = await through(new CompressionStream('deflate'), bytes.subarray(HEADER_BYTES))
  const deflated = new Uint8Array(HEADER_BYTES + 4 + Math.ceil(body.length / 4) * 4)
  deflated.set(bytes.subarray(0, HEADER_BYTES))
  deflated.set(body, HEADER_BYTES + 4)
  const view = new DataView(deflated.buffer)
  view.setUint32(4, DEFLATED, true)
  view.setUint32(HEADER_BYTES, body.length, true)
  view.setUint32(0, checksum(deflated.subarray(4)), true)
  return { first, last, bytes: deflated }
}

/**
 * Decompresses a stored row for `unpackBatch`. A row that is damaged, or that would be longer than `MAX_INFLATED_BYTES`, is
 * returned unchanged, and `unpackBatch` refuses it.
 */
export async function inflateRow(row: unknown): Promise<unknown> {
  if (!isWholeBatch(row)) return row
  const view = new DataView(row.buffer, row.byteOffset, row.length)
  if (view.getUint32(4, true) !== DEFLATED) return row
  const start = HEADER_BYTES + 4
  const body = await inflate(row.subarray(start, start + view.getUint32(HEADER_BYTES, true)))
  if (body === undefined) return row
  const plain = new Uint8Array(HEADER_BYTES + body.length)
  plain.set(row.subarray(0, HEADER_BYTES))
  plain.set(body, HEADER_BYTES)
  new DataView(plain.buffer).setUint32(4, INFLATED, true)
  return plain
}

/** The decompressed bytes; undefined when the input is damaged or decompresses to too many bytes. */
async function inflate(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await through(new DecompressionStream('deflate'), bytes, MAX_INFLATED_BYTES)
  } catch {
    return undefined
  }
}

/**
 * The bytes that the stream makes of the given bytes.
 * @throws Error for damaged bytes, and for more than `most` bytes: a small file can decompress to gigabytes
 */
async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
  most = Infinity,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter()
  const written = Promise.all([writer.write(bytes as Uint8Array<ArrayBuffer>), writer.close()])
  // Reading fails for the same reason, and reports it.
  written.catch(() => undefined)
  const reader = stream.readable.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value)
    length += read.value.length
    if (length <= most) continue
    await reader.cancel()
    throw new Error(`more than ${most} bytes`)
  }
  return new Pieces(pieces).join()
}

/** The content of packed bytes; undefined when the bytes are damaged or still compressed. */
export function unpackBatch(bytes: unknown): BatchContent | undefined {
  if (!(bytes instanceof Uint8Array) || bytes.length < HEADER_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const form = view.getUint32(4, true)
  if (form !== INFLATED && !(form === PLAIN && isWholeBatch(bytes))) return undefined
  const records: BatchRecord[] = []
  const take = (length: number): Uint8Array => bytes.subarray(at, (at += length))
  let at = HEADER_BYTES
  while (at + RECORD_BYTES <= bytes.length) {
    const revision = view.getFloat64(at, true)
    const effect = view.getUint32(at + 8, true)
    const keyLength = view.getUint32(at + 12, true)
    const idLength = view.getUint32(at + 16, true)
    const valueLength = view.getUint32(at + 20, true)
    at += RECORD_BYTES
    const key = text.decode(take(keyLength))
    const writeId = idLength === 0 ? undefined : text.decode(take(idLength))
    const value = take(valueLength)
    records.push({
      key,
      writeId,
      revision,
      value: effect === EFFECT_CODES.removed ? undefined : value,
      isCreated: effect === EFFECT_CODES.created,
    })
  }
  return { first: view.getFloat64(8, true), last: view.getFloat64(16, true), records }
}

/** The effect of the write that made a record. */
export function effectOf({
  value,
  isCreated = false,
}: Pick<BatchRecord, 'value' | 'isCreated'>): AppliedChange['effect'] {
  if (value === undefined) return 'removed'
  return isCreated ? 'created' : 'updated'
}
