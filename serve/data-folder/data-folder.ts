import type { Clock } from '../../worker/clock/clock.ts'
import type { Log } from '../../worker/store/persistence/log.ts'
import { describeExposedFiles } from './exposed-files.ts'
import { FolderLog } from './folder-log.ts'
import { folderLock } from './folder-lock.ts'
import { levelFolder } from './level-folder.ts'
import { makeFolder } from './made-folder.ts'
import { nodeFiles, OWN_FOLDER } from './node-files.ts'

interface DataFolderOptions {
  readonly clock: Clock
  readonly warn?: (notice: string) => void
  readonly acceptsLoss?: boolean
  readonly reserveBytes?: number
}

/** The log of `--data-dir`. Opening it creates the folder when it does not exist. */
export function dataFolder(folder: string, options: DataFolderOptions): Log {
  const { clock, warn = console.error, acceptsLoss = false, reserveBytes } = options
  makeFolder(folder, OWN_FOLDER)
  const exposed = describeExposedFiles(folder)
  if (exposed !== undefined) warn(exposed)
  return new FolderLog({
    folder,
    files: nodeFiles(folder),
    lock: folderLock(folder),
    clock,
    warn,
    acceptsLoss,
    ...(reserveBytes !== undefined && { reserveBytes }),
    earlier: levelFolder(folder, acceptsLoss),
  })
}
