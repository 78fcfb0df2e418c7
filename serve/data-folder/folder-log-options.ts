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
  /**
   * Whether the server continues with the remaining content of a damaged folder, as `--accept-data-loss` requests. By default, a
   * damaged folder is opened read-only.
   */
  readonly acceptsLoss?: boolean
  /** The number of bytes that are set aside for deletions. The default is 4 MiB. */
  readonly reserveBytes?: number
  /**
   * The number of bytes by which the log grows before a snapshot. The default is the size of the last snapshot, but at least 8
   * MiB.
   */
  readonly snapshotGrowth?: number
  /** The folder's content in an earlier format. */
  readonly earlier?: EarlierFormat
}
