import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import type { LogRecord } from '../../worker/store/persistence/log.ts'
import { SKIPPED_REVISIONS } from '../../worker/store/persistence/skipped-revisions.ts'
import type { Content } from './open-folder.ts'

/** Files of LevelDB, which kept the cluster in format 1. */
const LEVEL_FILE = /^(CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(log|ldb|sst))$/
/** The folder that keeps these files after the migration. */
const KEPT = 'format-1'

const REVISION = 'meta/revision'
const OBJECTS = 'object/'
/** Greater than every key of `OBJECTS`: `0` follows the slash. */
const OBJECTS_END = 'object0'
const FIRST_REVISION = 1

/** The content of a folder of an earlier format. */
export interface EarlierFormat {
  /** Returns undefined when the folder has no such content. */
  read(): Promise<Content | undefined>
  /** Moves the files of the earlier format aside. Returns the name of their new folder; undefined when there are none. */
  setAside(): Promise<string | undefined>
}

/**
 * The content of a folder that LevelDB wrote.
 * @param acceptsLoss whether a damaged folder is repaired and read, even when LevelDB loses objects in the repair
 */
export const levelFolder = (folder: string, acceptsLoss: boolean): EarlierFormat => ({
  read: () => readLevel(folder, acceptsLoss),
  setAside: () => setAside(folder),
})

async function readLevel(folder: string, acceptsLoss: boolean): Promise<Content | undefined> {
  if (!(await readdir(folder)).includes('CURRENT')) return undefined
  // The compiled code of LevelDB loads for a migration only.
  const { ClassicLevel } = await import('classic-level')
  const open = async () => {
    const level = new ClassicLevel<string, Uint8Array>(folder, {
      keyEncoding: 'utf8',
      valueEncoding: 'view',
      createIfMissing: false,
    })
    await level.open()
    return level
  }
  let loss = ''
  const level = await open().catch(async (error: unknown) => {
    const { code, message } = causeOf(error)
    if (code === 'LEVEL_LOCKED') throw new Error('another server is using it', { cause: error })
    if (!acceptsLoss)
      throw new Error(
        `its LevelDB files are damaged (${message}); restore a back-up, or start with --accept-data-loss to keep what LevelDB can repair`,
        { cause: error },
      )
    await ClassicLevel.repair(folder)
    loss = ` They were damaged (${message}): objects may be missing or older than they were.`
    return open()
  })
  const records: LogRecord[] = []
  let revision = FIRST_REVISION
  try {
    for await (const [key, bytes] of level.iterator({ gte: OBJECTS, lt: OBJECTS_END })) {
      const record = { key: key.slice(OBJECTS.length), revision: readRevision(bytes), value: bytes.slice(8) }
      records.push(record)
      revision = Math.max(revision, record.revision)
    }
    const last = await level.get(REVISION)
    if (last !== undefined) revision = Math.max(revision, readRevision(last))
  } finally {
    await level.close()
  }
  if (loss !== '') revision += SKIPPED_REVISIONS
  const notice = `The data folder ${folder} was converted from LevelDB to format 2.${loss}`
  return { records, revision, notice }
}

async function setAside(folder: string): Promise<string | undefined> {
  const names = await readdir(folder)
  const moved = names.filter((name) => LEVEL_FILE.test(name))
  if (moved.length === 0) return undefined
  let kept = KEPT
  for (let i = 2; names.includes(kept); i++) kept = `${KEPT}-${i}`
  await mkdir(path.join(folder, kept))
  for (const name of moved) await rename(path.join(folder, name), path.join(folder, kept, name))
  return kept
}

/** The error of LevelDB, which classic-level wraps. */
const causeOf = (error: unknown): { readonly code?: unknown; readonly message: string } => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause : new Error(String(cause))
}

const readRevision = (bytes: Uint8Array): number =>
  Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0))
