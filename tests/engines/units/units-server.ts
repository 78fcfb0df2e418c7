import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Folder } from '../../recordings/archive.ts'
import { recordingNames, recordingText } from '../../recordings/archive.ts'
import { RECORDINGS } from './archive.ts'
import type { UnitsReport } from './messages.ts'
import { GROUPS_PATH, REPORT_PATH } from './messages.ts'

const PAGE =
  '<!doctype html><title>Unit tests</title><script type="module" src="/tests/engines/units/page.js"></script>'
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.map': 'application/json' }

interface ServerOptions {
  /** The built tests. */
  readonly folder: string
  /** The files that share a worker. */
  readonly groups: readonly (readonly string[])[]
  readonly receive: (report: UnitsReport) => void
}

interface UnitsServer {
  readonly url: string
  close(): void
}

/** Serves the page that runs unit tests, and receives its reports. */
export async function serveUnits(options: ServerOptions): Promise<UnitsServer> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => response.writeHead(404).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, groups, receive }: ServerOptions,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://units')
  const send = (type: string, body: string | Buffer): void =>
    void response.writeHead(200, { 'content-type': type }).end(body)
  if (pathname === '/') return send('text/html', PAGE)
  if (pathname === GROUPS_PATH) return send('application/json', JSON.stringify(groups))
  if (pathname === REPORT_PATH) {
    receive(JSON.parse(await text(request)) as UnitsReport)
    return send('text/plain', '')
  }
  if (pathname.startsWith(`${RECORDINGS}/`)) return send('application/json', recorded(pathname))
  send(TYPES[path.extname(pathname)] ?? 'text/plain', await readFile(path.join(folder, pathname)))
}

/** The names in a folder of the recordings, or the text of one. */
function recorded(pathname: string): string {
  const [folder, name] = pathname.slice(RECORDINGS.length + 1).split('/') as [Folder, string | undefined]
  return name === undefined ? JSON.stringify(recordingNames(folder)) : recordingText(folder, name)
}
