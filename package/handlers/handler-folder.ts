import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isHandlerFile } from '../../src/handlers/handler-name.ts'
import type { ServerCompanion } from '../../serve/serve.ts'
import { callWebhook } from '../../serve/webhook-caller.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { fetchHandle, type FetchHandle } from '../server/fetch-handle.ts'
import { folderChanges, type FolderChanges } from './folder-changes.ts'
import { FollowedFolder } from './followed-folder.ts'
import { logLines } from './log-lines.ts'
import { NodeHandlers } from './node-handlers.ts'
import { nodeTiming } from './node-timing.ts'

interface HandlerFolderOptions {
  readonly folder: string
  /** Writes a line of the log. */
  write(line: string): void
  readonly changes?: FolderChanges
}

/**
 * The handlers in the files of a folder, beside a server; they follow the changes of the files. This program requests the tokens
 * of their ServiceAccounts as system:apiserver, the user of the real server's own client.
 */
export function handlerFolder({ folder, write, changes = folderChanges }: HandlerFolderOptions): ServerCompanion {
  const token = randomUUID()
  let fetch: FetchHandle = () => Promise.reject(new Error('the server has not started'))
  const report = (name: string, text: string): void => logLines(name, text).forEach(write)
  const info: { dialect: DialectName } = { dialect: 'svc' }
  const cluster = { fetch: (url: string, init?: RequestInit) => fetch(url, init), info }
  const handlers = new NodeHandlers({ cluster, timing: nodeTiming, write })
  const followed = new FollowedFolder({
    names: async () => (await readdir(folder)).filter(isHandlerFile).sort(),
    read: (name) => readFile(path.join(folder, name), 'utf8'),
    start: (name, text) => handlers.start(name, text),
    stop: (name) => handlers.stop(name),
    report,
  })
  let stopWatch = (): void => undefined
  const rescan = (): Promise<void> => followed.rescan().catch((error: unknown) => report(folder, errorMessage(error)))
  return {
    options({ dialect, tokens = '', callWebhook: other = callWebhook }) {
      info.dialect = dialect.name
      const row = `${token},system:apiserver,${token},"system:masters"`
      return { tokens: [tokens.trimEnd(), row].filter(Boolean).join('\n'), callWebhook: handlers.caller(other) }
    },
    async started(handle) {
      fetch = fetchHandle(handle, `Bearer ${token}`)
      await followed.rescan()
      stopWatch = changes(folder, {
        changed: () => void rescan(),
        failed: (error) => report(folder, `Changes of the files are not noticed: ${errorMessage(error)}`),
      })
      // The files may have changed before the watch.
      await rescan()
      await followed.settled()
    },
    close() {
      stopWatch()
      handlers.close()
    },
  }
}
