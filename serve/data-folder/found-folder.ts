import type { BatchRecord } from '../../worker/store/persistence/batch.ts'
import { COPY_NAMES, type CopyName } from './copies.ts'
import { lossesOf } from './damage-report.ts'
import type { DataFiles } from './data-files.ts'
import type { FolderState, Loss } from './folder-state.ts'
import { FORMAT, readFolderState } from './folder-state.ts'
import { HEAD_FILE, isHeadDamaged, readHead } from './head.ts'
import { generationOf, logFileName } from './log-files.ts'

/** A data folder as it was found: its content and its damage. Nothing was changed yet. */
export interface FoundFolder {
  readonly generation: number
  /** Copies of the log that do not exist. */
  readonly missing: readonly CopyName[]
  readonly state: FolderState
  readonly losses: readonly Loss[]
  readonly isHeadDamaged: boolean
  /** The count of writes of the head; 0 when it is unreadable. */
  readonly headCount: number
  /** The newest acknowledged revision. */
  readonly acknowledged: number
  /** Files that an unfinished snapshot left, and logs that a newer one replaced. */
  readonly leftovers: readonly string[]
  /** Whether damage was found that no crash explains. */
  readonly isDamaged: boolean
}

const NOTHING = new Uint8Array()

/** Reads a folder. Returns undefined when it was never written. @throws Error for a newer format */
export async function findFolder(files: DataFiles): Promise<FoundFolder | undefined> {
  const names = await files.names()
  const generations = names.map(generationOf).filter((generation) => generation !== undefined)
  const headBytes = await files.read(HEAD_FILE)
  if (generations.length === 0 && headBytes === undefined) return undefined
  const head = readHead(headBytes ?? NOTHING)
  const generation = generations.length > 0 ? Math.max(...generations) : (head?.generation ?? 1)
  const own = COPY_NAMES.map((copy) => logFileName(generation, copy))
  const [a, b] = await Promise.all(own.map((name) => files.read(name)))
  const state = await readFolderState({ a: a ?? NOTHING, b: b ?? NOTHING })
  if ((state.format ?? FORMAT) > FORMAT) throw new Error('it was written by a newer version of this server')
  const damagedHead = isHeadDamaged(headBytes ?? NOTHING)
  // A damaged slot may have been the newer one.
  const losses = lossesOf(state, damagedHead && state.hasTail ? undefined : head)
  const acknowledged = head?.revision ?? state.revision
  const leftovers = names.filter((name) => name.endsWith('.new') || (generationOf(name) ?? generation) < generation)
  const missing = COPY_NAMES.filter((_copy, i) => [a, b][i] === undefined)
  const isMended = state.mendedFrom <= acknowledged && (missing.length === 0 || leftovers.length === 0)
  // Without a change, the head may be missing because a crash interrupted the creation of the folder.
  const isHeadLost = damagedHead && state.revision > 1
  const isDamaged = losses.length > 0 || isHeadLost || state.gaps > 0 || isMended
  return {
    generation,
    missing,
    state,
    losses,
    isHeadDamaged: damagedHead,
    headCount: head?.count ?? 0,
    acknowledged,
    leftovers,
    isDamaged,
  }
}

/**
 * Reads the newest records of a log that is open, up to an offset, from either copy.
 * @throws Error when both copies are damaged
 */
export async function readRecords(
  files: DataFiles,
  { generation, end }: { readonly generation: number; readonly end: number },
  pause: () => Promise<void>,
): Promise<Iterable<BatchRecord>> {
  const read = async (copy: CopyName): Promise<Uint8Array> =>
    (await files.read(logFileName(generation, copy)))?.subarray(0, end) ?? NOTHING
  const state = await readFolderState({ a: await read('a'), b: await read('b') }, pause)
  if (state.losses.length > 0 || state.gaps > 0 || state.hasTail || state.end !== end)
    throw new Error('the data folder was damaged while it was open: back it up and restart the server')
  return state.records.values()
}
