import type { LogRecord } from '../../worker/store/persistence/log.ts'
import { SKIPPED_REVISIONS } from '../../worker/store/persistence/skipped-revisions.ts'
import type { StorageRefusal } from '../../worker/store/store.ts'
import { StorageDamaged, StorageFull } from '../../worker/store/store.ts'
import { COPY_NAMES } from './copies.ts'
import { describeLosses, describeRepair } from './damage-report.ts'
import type { DataFiles } from './data-files.ts'
import { hasNoSpace } from './data-files.ts'
import type { FoundFolder } from './found-folder.ts'
import { findFolder } from './found-folder.ts'
import { HEAD_FILE, HeadWriter } from './head.ts'
import { CHAIN_START } from './frames.ts'
import { LogFiles, logFileName } from './log-files.ts'
import type { Reserve } from './reserve.ts'
import { withReserve } from './reserve.ts'
import type { SnapshotContent } from './snapshot.ts'
import { writeSnapshot } from './snapshot.ts'

/** The parts of a folder that is open for writing. */
export interface WritableFolder {
  readonly log: LogFiles
  readonly head: HeadWriter
  readonly generation: number
}

export interface OpenedFolder {
  readonly revision: number
  readonly records: readonly LogRecord[]
  /** The damage, its repair, and what is lost. */
  readonly notice?: string
  /** The folder to write to; undefined when nothing is written, and every commit receives `refusal`. */
  readonly writable?: WritableFolder
  readonly refusal?: StorageRefusal
}

interface OpenOptions {
  readonly files: DataFiles
  readonly reserve: Reserve
  /** The path, for messages. */
  readonly folder: string
  /** Whether the server continues with what is left of a damaged folder. */
  readonly acceptsLoss: boolean
  readonly pause: () => Promise<void>
  /** Returns the content of a folder of format 1; undefined when there is none. */
  readonly earlier: () => Promise<Content | undefined>
}

/** The content with which a new log begins. */
export interface Content {
  readonly records: readonly LogRecord[]
  readonly revision: number
  readonly notice?: string
}

/** The revision of an empty log, as in etcd. */
const FIRST_REVISION = 1

/** Opens a folder: creates, repairs or migrates it, or refuses to write to it. */
export async function openFolder(options: OpenOptions): Promise<OpenedFolder> {
  const { files, folder, acceptsLoss } = options
  const found = await findFolder(files)
  if (found === undefined) {
    const content = (await options.earlier()) ?? { records: [], revision: FIRST_REVISION }
    return { ...content, writable: await createLog(options, { generation: 1, headCount: 0 }, content) }
  }
  const { state, losses, acknowledged, headCount } = found
  const records = [...state.records.values()]
  const revision = Math.max(state.revision, acknowledged)
  if (losses.length === 0) {
    const notice = found.isDamaged ? describeRepair(folder, state) : undefined
    try {
      return { revision, records, notice, writable: await repairFolder(options, found, { records, revision }) }
    } catch (error) {
      if (!hasNoSpace(error)) throw error
      const refusal = new StorageFull('the disk is full, and a damaged file cannot be repaired before the next start')
      return { revision, records, notice: `The data folder ${folder}: ${refusal.message}.`, refusal }
    }
  }
  const lost = `The data folder ${folder} is damaged. Lost: ${describeLosses(losses, state)}.`
  if (!acceptsLoss) {
    const refusal = new StorageDamaged(`the data folder ${folder} is damaged and open read-only`)
    return { revision, records, notice: `${lost} ${READ_ONLY}`, refusal }
  }
  const continued = revision + SKIPPED_REVISIONS
  const writable = await createLog(
    options,
    { generation: found.generation + 1, headCount },
    { records, revision: continued },
  )
  const kept = await keepDamaged(files, found)
  const notice = `${lost} The server continues with what is left, at revision ${continued}. It keeps the damaged files: ${kept.join(', ')}.`
  return { revision: continued, records, notice, writable }
}

const READ_ONLY =
  'The server is read-only. Restore a back-up, or start with --accept-data-loss to continue with what is left.'

/** Repairs a folder that has lost no change, and opens it. */
async function repairFolder(options: OpenOptions, found: FoundFolder, content: Content): Promise<WritableFolder> {
  const { files } = options
  const { state, generation, headCount, leftovers, missing } = found
  const isTemporary = (name: string): boolean => name.endsWith('.new')
  await removeAll(files, leftovers.filter(isTemporary))
  const isReplaced = state.gaps > 0 || missing.length === COPY_NAMES.length
  const writable = isReplaced
    ? await createLog(options, { generation: generation + 1, headCount }, content)
    : await repairLog(options, found)
  const replaced = isReplaced ? COPY_NAMES.map((copy) => logFileName(generation, copy)) : []
  await removeAll(files, [...leftovers, ...replaced])
  return writable
}

/** Writes the damaged bytes again, cuts unfinished commits off, and opens the log. */
async function repairLog(options: OpenOptions, found: FoundFolder): Promise<WritableFolder> {
  const { files } = options
  const { state, generation, acknowledged, headCount } = found
  const isTouched = state.repairs.length > 0 || state.hasTail
  await withReserve(options.reserve, async () => {
    if (!isTouched) return
    for (const copy of COPY_NAMES) {
      const file = await files.open(logFileName(generation, copy))
      try {
        for (const repair of state.repairs) if (repair.copy === copy) await file.write(repair.bytes, repair.start)
        await file.truncate(state.end)
        await file.sync()
      } finally {
        await file.close()
      }
    }
    await files.sync()
  })
  const head = new HeadWriter(await files.open(HEAD_FILE), headCount)
  // The head is written even when nothing is damaged: an earlier start may have failed between a write of the head and its sync.
  await withReserve(options.reserve, () =>
    head.writeBoth({ revision: Math.max(state.revision, acknowledged), generation }),
  )
  const log = await LogFiles.open(files, (copy) => logFileName(generation, copy), state)
  // An earlier start may have failed between a repair and its sync. Then nothing looks damaged, but the repair is not durable.
  await log.sync()
  await files.sync()
  return { log, head, generation }
}

interface NewLog {
  readonly generation: number
  /** The count of writes of the head so far. */
  readonly headCount: number
}

/** Writes a new log, then its head. */
async function createLog(options: OpenOptions, place: NewLog, content: Content): Promise<WritableFolder> {
  const { files, reserve, pause } = options
  const { generation, headCount } = place
  const { revision } = content
  const records = content.records.map((record) => ({ ...record, isCreated: false }))
  const log = await withReserve(reserve, () => startLog(files, { generation, records, revision }, pause))
  await nameLog(files, generation)
  const head = new HeadWriter(await files.open(HEAD_FILE), headCount)
  await withReserve(reserve, () => head.writeBoth({ revision, generation }))
  await files.sync()
  return { log, head, generation }
}

/** Writes the files of a new log under temporary names, durably. */
export async function startLog(
  files: DataFiles,
  content: SnapshotContent,
  pause: () => Promise<void>,
): Promise<LogFiles> {
  const names = COPY_NAMES.map((copy) => temporaryName(content.generation, copy))
  await removeAll(files, names)
  const log = await LogFiles.open(files, (copy) => temporaryName(content.generation, copy), {
    end: 0,
    chain: CHAIN_START,
  })
  try {
    await writeSnapshot(log, content, pause)
    await log.sync()
    return log
  } catch (error) {
    await discardLog(files, log, content.generation)
    throw error
  }
}

/** Removes a new log that has no name yet. A failure leaves files that the next start removes. */
export async function discardLog(files: DataFiles, log: LogFiles, generation: number): Promise<void> {
  await log.close().catch(() => undefined)
  await removeAll(
    files,
    COPY_NAMES.map((copy) => temporaryName(generation, copy)),
  ).catch(() => undefined)
}

const temporaryName = (generation: number, copy: (typeof COPY_NAMES)[number]): string =>
  `${logFileName(generation, copy)}.new`

/** Gives the files of a new log their names, durably. */
export async function nameLog(files: DataFiles, generation: number): Promise<void> {
  await files.sync()
  for (const copy of COPY_NAMES) await files.rename(temporaryName(generation, copy), logFileName(generation, copy))
  await files.sync()
}

/** Keeps the files of a damaged log under other names. Returns these names. */
async function keepDamaged(files: DataFiles, { generation, leftovers, missing }: FoundFolder): Promise<string[]> {
  const kept: string[] = []
  for (const copy of COPY_NAMES) {
    if (missing.includes(copy)) continue
    const name = `damaged-${generation}.${copy}`
    await files.rename(logFileName(generation, copy), name)
    kept.push(name)
  }
  await removeAll(files, leftovers)
  return kept
}

export async function removeAll(files: DataFiles, names: readonly string[]): Promise<void> {
  for (const name of names) await files.remove(name)
}

/** The bytes of keys and values. */
export const bytesOf = (records: readonly LogRecord[]): number =>
  records.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0)
