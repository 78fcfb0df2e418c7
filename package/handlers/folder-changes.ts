import { watch } from 'node:fs'
import { isHandlerFile } from '../../src/handlers/handler-name.ts'

export interface FolderChangeListener {
  /** Called after each change of a handler file, perhaps before its writer has finished. */
  changed(): void
  /** Called when later changes are not noticed. */
  failed(error: unknown): void
}

/** Notices changes of the handler files of a folder. The result ends that. */
export type FolderChanges = (folder: string, listener: FolderChangeListener) => () => void

/** By the notices of the operating system, which network file systems may not have. */
export const folderChanges: FolderChanges = (folder, { changed, failed }) => {
  try {
    const watcher = watch(folder, { persistent: false }, (event, name) => {
      // A mounted ConfigMap renames a link to the folder of its files.
      if (event === 'rename' || name === null || isHandlerFile(name)) changed()
    })
    watcher.on('error', failed)
    return () => watcher.close()
  } catch (error) {
    failed(error)
    return () => undefined
  }
}
