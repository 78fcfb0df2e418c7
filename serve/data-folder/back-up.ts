import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '../../worker/clock/clock.ts'
import { SKIPPED_REVISIONS } from '../../worker/store/persistence/skipped-revisions.ts'
import { describeLosses } from './damage-report.ts'
import type { DataFiles } from './data-files.ts'
import { FolderLog } from './folder-log.ts'
import { folderLock } from './folder-lock.ts'
import { FORMAT, readFolderState } from './folder-state.ts'
import type { FoundFolder } from './found-folder.ts'
import { findFolder } from './found-folder.ts'
import { CHAIN_START, encodeFrame, FRAME_KINDS, type FrameKind } from './frames.ts'
import { generationOf } from './log-files.ts'
import { nodeFiles, OWN_FILE } from './node-files.ts'
import { writeSnapshot } from './snapshot.ts'

/** A back-up is one file: a snapshot, as at the beginning of a log, and a frame that ends it. */
export interface BackUp {
  readonly objects: number
  readonly revision: number
}

/** The highest revision at which a restored cluster starts. Its writes need higher revisions. */
const MAX_REVISION = 2 ** 52

/**
 * Writes the content of a folder to a new file, also while a server writes to the folder: the back-up has every change
 * that was acknowledged before the call.
 * @param acceptsLoss whether to back up the readable part of a damaged folder
 * @throws Error when the folder is damaged
 */
export async function backUp(folder: string, file: string, acceptsLoss = false): Promise<BackUp> {
  const found = await findSettledFolder(nodeFiles(folder))
  if (found === undefined) throw new Error(`${folder} holds no cluster of format ${FORMAT}`)
  const { state, losses } = found
  if (losses.length > 0 && !acceptsLoss)
    throw new Error(
      `${folder} is damaged. Lost: ${describeLosses(losses, state)}. --accept-data-loss backs the rest up`,
    )
  const content = { generation: 1, records: state.records.values(), revision: state.revision }
  await writeWhole(file, async (write) => {
    await writeSnapshot({ write }, content, () => systemClock.turn())
    await write(FRAME_KINDS.end, new Uint8Array())
  })
  return { objects: state.records.size, revision: state.revision }
}

/**
 * Creates a folder from a back-up.
 * @param folder must be empty or missing
 * @throws Error when the back-up is damaged or incomplete
 */
export async function restore(file: string, folder: string): Promise<BackUp> {
  const bytes = await readFile(file)
  const state = await readFolderState({ a: bytes, b: bytes })
  if (!state.isComplete || state.losses.length > 0 || state.gaps > 0 || state.hasTail)
    throw new Error(`${file} is not a whole back-up; nothing was restored`)
  if ((state.format ?? FORMAT) > FORMAT) throw new Error(`${file} was written by a newer version of this server`)
  const files = nodeFiles(folder)
  if ((await files.names()).length > 0) throw new Error(`${folder} is not empty; nothing was restored`)
  const records = [...state.records.values()]
  // Clients may have seen revisions that were written after the back-up.
  const revision = state.revision + SKIPPED_REVISIONS
  if (!Number.isSafeInteger(revision) || revision > MAX_REVISION || records.some((one) => !isInRange(one, revision)))
    throw new Error(`${file} holds revisions that no server writes; nothing was restored`)
  const log = new FolderLog({
    folder,
    files,
    lock: folderLock(folder),
    clock: systemClock,
    warn: console.error,
    earlier: { read: () => Promise.resolve({ records, revision }), setAside: () => Promise.resolve(undefined) },
  })
  await log.open()
  await log.close()
  return { objects: records.length, revision }
}

/** Reads a folder, and reads it again when a snapshot has replaced its log meanwhile. */
export async function findSettledFolder(files: DataFiles): Promise<FoundFolder | undefined> {
  for (;;) {
    const found = await findFolder(files)
    const newest = Math.max(...(await files.names()).map((name) => generationOf(name) ?? 0))
    if (found === undefined || newest <= found.generation) return found
  }
}

const isInRange = ({ revision }: { readonly revision: number }, last: number): boolean =>
  Number.isSafeInteger(revision) && revision > 0 && revision <= last

type WriteFrame = (kind: FrameKind, body: Uint8Array) => Promise<void>

/** Writes a file of frames under a temporary name, and renames the file after its content is durable. */
async function writeWhole(file: string, work: (write: WriteFrame) => Promise<void>): Promise<void> {
  const partial = `${file}.partial`
  const handle = await open(partial, 'wx', OWN_FILE)
  try {
    let before = CHAIN_START
    await work(async (kind, body) => {
      const { bytes, chain } = encodeFrame(kind, body, before)
      before = chain
      await handle.writeFile(bytes)
    })
    await handle.sync()
  } catch (error) {
    await rm(partial)
    throw error
  } finally {
    await handle.close()
  }
  await rename(partial, file)
  await nodeFiles(path.dirname(path.resolve(file))).sync()
}
