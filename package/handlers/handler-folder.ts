import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isHandlerFile } from '../../src/handlers/handler-name.ts'
import type { ServerCompanion } from '../../serve/serve.ts'
import { callWebhook } from '../../serve/webhook-caller.ts'
import { fetchHandle, type FetchHandle } from '../server/fetch-handle.ts'
import { logLines } from './log-lines.ts'
import { NodeHandlers } from './node-handlers.ts'
import { nodeTiming } from './node-timing.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/**
 * The handlers in the files of a folder, beside a server. Tokens of their ServiceAccounts are issued to
 * system:apiserver, as to the real server's own client.
 */
export function handlerFolder(folder: string): ServerCompanion {
  const token = randomUUID()
  let fetch: FetchHandle = () => Promise.reject(new Error('the server has not started'))
  let handlers: NodeHandlers | undefined
  return {
    options({ dialect, tokens = '', callWebhook: other = callWebhook }) {
      const row = `${token},system:apiserver,${token},"system:masters"`
      handlers = new NodeHandlers({
        cluster: { fetch: (url, init) => fetch(url, init), info: { dialect: dialect.name } },
        timing: nodeTiming,
        write: (line) => console.error(line),
      })
      return { tokens: [tokens.trimEnd(), row].filter(Boolean).join('\n'), callWebhook: handlers.caller(other) }
    },
    async started(handle) {
      fetch = fetchHandle(handle, `Bearer ${token}`)
      for (const name of (await readdir(folder)).filter(isHandlerFile).sort())
        await handlers
          ?.start(name, await readFile(path.join(folder, name), 'utf8'))
          .then(() => console.log(`Runs ${name}`))
          .catch((error: unknown) => logLines(name, errorMessage(error)).forEach((line) => console.error(line)))
    },
  }
}
