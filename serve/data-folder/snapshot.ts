import type { Batch, BatchRecord } from '../../worker/store/persistence/batch.ts'
import { deflateBatch, packBatches, unpackBatch } from '../../worker/store/persistence/batch.ts'
import type { Name, Origin } from './folder-state.ts'
import { FORMAT } from './folder-state.ts'
import type { FrameKind } from './frames.ts'
import { FRAME_KINDS } from './frames.ts'

/** Receives frames: a log or a back-up file. */
export interface FrameSink {
  write(kind: FrameKind, body: Uint8Array): Promise<void>
}

/** The content of a new log. */
export interface SnapshotContent {
  readonly generation: number
  /** The newest record of each key. */
  readonly records: Iterable<BatchRecord>
  /** The newest revision. */
  readonly revision: number
}

/** The size of the records of one compressed row, in bytes before their compression. */
const ROW_BYTES = 256 * 1024
/** The first change has revision 2, as in etcd. */
const FIRST_CHANGE = 2

/** Writes the beginning of a log: its origin, then the records in compressed rows. */
export async function writeSnapshot(
  sink: FrameSink,
  { generation, records, revision }: SnapshotContent,
  pause: () => Promise<void>,
): Promise<void> {
  const origin: Origin = { format: FORMAT, generation }
  await sink.write(FRAME_KINDS.origin, json(origin))
  if (revision < FIRST_CHANGE) return
  const sorted = [...records].sort((a, b) => a.revision - b.revision)
  for (const batch of packBatches(sorted, FIRST_CHANGE, revision, ROW_BYTES)) {
    await sink.write(FRAME_KINDS.names, json(namesOf(batch)))
    await sink.write(FRAME_KINDS.batch, (await deflateBatch(batch)).bytes)
    await pause()
  }
}

const namesOf = ({ bytes }: Batch): Name[] =>
  unpackBatch(bytes)?.records.map(({ key, revision }) => ({ key, revision })) ?? []

const utf8 = new TextEncoder()
const json = (value: unknown): Uint8Array => utf8.encode(JSON.stringify(value))
