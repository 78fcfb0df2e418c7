import { watch } from 'node:fs'
import { isHandlerFile } from '../../src/handlers/handler-name.ts'

export interface FolderChangeListener {
  /** Called after each change of a handler file, perhaps before its writer has finished. */
  changed(): void
  /** Called when later changes are not noticed. */
  failed(error: unknown): void
}

/** Reports changes of the handler files of a folder. The returned function stops it. */
export type FolderChanges = (folder: string, listener: FolderChangeListener) => () => void

/** Uses the notices of the operating system, which some network file systems do not send. */
export const folderChanges: FolderChanges = (folder, { changed, failed }) => {
  try {
    const watcher = watch(folder, { persistent: false }, (event, name) => {
      // When a mounted ConfigMap changes, the kubelet renames a link to the folder of its files.
      if (event === 'rename' || name === null || isHandlerFile(name)) changed()
    })
    watcher.on('error', failed)
    return () => watcher.close()
  } catch (error) {
    failed(error)
    return () => undefined
  }
}
