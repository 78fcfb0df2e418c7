import type { Clock } from '../../worker/clock/clock.ts'
import type { DataFiles } from './data-files.ts'
import type { FolderLock } from './folder-lock.ts'
import type { EarlierFormat } from './level-folder.ts'

export interface FolderLogOptions {
  /** The path, for messages. */
  readonly folder: string
  readonly files: DataFiles
  readonly lock: FolderLock
  readonly clock: Clock
  /** Receives notices about damage, and failures of background work. */
  readonly warn: (notice: string) => void
  /** `--accept-data-loss`: continue with what is left of a damaged folder. Default: read-only. */
  readonly acceptsLoss?: boolean
  /** Bytes that are set aside for deletions. Default: 4 MiB. */
  readonly reserveBytes?: number
  /** Bytes by which the log grows before a snapshot. Default: the size of the last snapshot, but at least 8 MiB. */
  readonly snapshotGrowth?: number
  /** The folder's content in an earlier format. */
  readonly earlier?: EarlierFormat
}
