import type { DocumentFiles } from '../contracts/documents.ts'
import { startTimer } from '../../worker/runtime/long-timer.ts'
import type { Process } from '../script/process.ts'
import { HomeFiles } from './file-tree.ts'
import { Session } from './session.ts'

/** A shell that runs the given function as its client. `screen` holds the output of the commands and of `print`. */
export function sessionOf(runClient: (process: Process) => Promise<number> = () => Promise.resolve(0)) {
  const documents = new Map<string, string>()
  const opened: string[] = []
  const files: DocumentFiles = {
    names: () => [...documents.keys()],
    read: (name) => documents.get(name),
    write: (name, text) => void documents.set(name, text),
    remove: (name) => void documents.delete(name),
    open: (name) => void opened.push(name),
  }
  const requests: string[] = []
  const home = new HomeFiles(files, new Map())
  let screen = ''
  const session = new Session({
    home,
    variables: { HOME: '/home/user', SERVER: 'http://page/clusters/c' },
    clients: ['svcctl', 'kubectl', 'k'],
    runClient,
    server: 'http://page/clusters/c',
    fetch: (path, { method = '', body }) => {
      const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : ''
      requests.push(`${method} ${path} ${text}`.trim())
      return Promise.resolve(Response.json({ path }, { status: path === '/missing' ? 404 : 200 }))
    },
    history: () => ['one', 'two'],
    openDocument: (name) => void opened.push(name),
    print: (text) => void (screen += text),
    after: startTimer,
  })
  const interrupt = new AbortController()
  /** Runs a line. Its output appears in `screen` at once. */
  const start = (line: string, signal: AbortSignal = interrupt.signal): Promise<number> =>
    session.run(line, {
      columns: 80,
      signal,
      stdout: (text) => void (screen += text),
      stderr: (text) => void (screen += text),
    })
  const run = async (line: string): Promise<string> => {
    screen = ''
    await start(line)
    return screen
  }
  return { session, start, run, documents, opened, requests, screen: () => screen }
}
