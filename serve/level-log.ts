import { ClassicLevel } from 'classic-level'
import type { Log, LogChange, LogRecord } from '../worker/store/persistence/log.ts'
import { StorageFailed, StorageFull } from '../worker/store/store.ts'

const REVISION = 'meta/revision'
/** The key of the format version; a folder without it has version 1. A new format needs a migration in `open`. */
const FORM = 'meta/form'
const CURRENT_FORM = 1
const OBJECTS = 'object/'
/** Greater than every key of `OBJECTS`: `0` follows the slash. */
const OBJECTS_END = 'object0'
/** The revision of an empty log, as in etcd. */
const FIRST_REVISION = 1
/** Skipped after a loss of records, so that no revision that a client may have seen is used again. */
const SKIPPED_REVISIONS = 1000

/**
 * A log in a folder, over LevelDB: one writer (LevelDB holds a lock on the folder), each commit one synced batch, so
 * that acknowledged writes survive a power cut. A record is eight bytes of revision, big-endian, and the JSON.
 */
export function levelLog(folder: string, warn: (notice: string) => void = console.warn): Log {
  const level = new ClassicLevel<string, Uint8Array>(folder, { keyEncoding: 'utf8', valueEncoding: 'view' })
  let revision = FIRST_REVISION
  return {
    async open() {
      const notice = await openOrRepair(level, folder)
      const form = await level.get(FORM)
      if (form !== undefined && readRevision(form) > CURRENT_FORM)
        throw new Error(`The data folder ${folder} was written by a newer version of this server.`)
      const records: LogRecord[] = []
      for await (const [key, bytes] of level.iterator({ gte: OBJECTS, lt: OBJECTS_END }))
        records.push({ key: key.slice(OBJECTS.length), revision: readRevision(bytes), value: bytes.subarray(8) })
      const last = await level.get(REVISION)
      revision = records.reduce((newest, record) => Math.max(newest, record.revision), FIRST_REVISION)
      if (last !== undefined) revision = Math.max(revision, readRevision(last))
      if (notice !== undefined) {
        revision += SKIPPED_REVISIONS
        warn(notice)
      }
      if (form === undefined) await level.put(FORM, writeRevision(CURRENT_FORM))
      return { revision, records, notice }
    },
    async commit(changes) {
      const first = revision + 1
      const last = revision + changes.length
      const operations = changes.map((change, i) => operation(change, first + i))
      await level
        .batch([...operations, { type: 'put' as const, key: REVISION, value: writeRevision(last) }], { sync: true })
        .catch((error: unknown) => {
          throw refusal(error)
        })
      revision = last
      return first
    },
    close: () => level.close(),
  } satisfies Log
}

/** Opens a damaged folder with the records whose checksums match, and returns a notice. */
async function openOrRepair(level: ClassicLevel<string, Uint8Array>, folder: string): Promise<string | undefined> {
  const refuse = (error: unknown): never => {
    throw new Error(`The data folder ${folder} cannot be opened; is another server using it?`, { cause: error })
  }
  const error = await level.open().then(() => undefined, causeOf)
  if (error === undefined) return undefined
  if (error.code !== 'LEVEL_CORRUPTION') return refuse(error)
  await ClassicLevel.repair(folder)
    .then(() => level.open())
    .catch(refuse)
  return `The data folder ${folder} was damaged (${error.message}). What was whole was kept; objects may be lost or older than they were.`
}

const causeOf = ({ cause }: Error & { cause?: unknown }): { readonly code?: unknown; readonly message: string } =>
  cause instanceof Error ? cause : new Error(String(cause))

function operation({ key, value }: LogChange, revision: number) {
  if (value === undefined) return { type: 'del' as const, key: OBJECTS + key }
  const bytes = new Uint8Array(8 + value.length)
  bytes.set(writeRevision(revision))
  bytes.set(value, 8)
  return { type: 'put' as const, key: OBJECTS + key, value: bytes }
}

function writeRevision(revision: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(revision))
  return bytes
}

function readRevision(bytes: Uint8Array): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0))
}

function refusal(error: unknown): Error {
  const message = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)
  return /no space|ENOSPC/i.test(message)
    ? new StorageFull('the disk is full', { cause: error })
    : new StorageFailed(`the data folder refused the write: ${message}`, { cause: error })
}
