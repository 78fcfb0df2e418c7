import { stringsIn } from '../../worker/api/json.ts'
import type { TerminalPlace } from '../contracts/panes.ts'
import { PlainShell, plainText } from './plain-shell.ts'
import { asReader } from '../state/reader-identities.ts'
import { recall, remember } from '../state/storage.ts'
import { terminalControl } from '../state/terminal-control.ts'
import type { Runner } from './runner.ts'

/** The limit of the output that followers of commands receive; in UTF-16 units. */
const MAX_OUTPUT = 64 * 1024

/** The shell of a cluster, with the hidden files of earlier visits; reports each command that ends. */
export function startShell({ cluster, files, openEditor }: TerminalPlace, print: (text: string) => void): Runner {
  const key = `terminal.${cluster.id}.files`
  const known = recall(key)
  const hidden = new Map<string, string>(Array.isArray(known) ? known.filter(isPair) : [])
  const shell = new PlainShell({
    cluster: asReader(cluster),
    documents: files,
    openEditor,
    hidden,
    address: location.href,
    history: () => stringsIn(recall(`terminal.${cluster.id}.history`)),
    print: (text) => print(plainText(text)),
  })
  return {
    get folder() {
      return shell.folder
    },
    preload: (line) => shell.preload(line),
    toBackground: () => shell.toBackground(),
    endedJobs: () => plainText(shell.endedJobs()),
    complete: (text, cursor, output) => shell.complete(text, cursor, output),
    async run(line, output) {
      let stdout = ''
      const keep = (text: string): void => {
        stdout = (stdout + text).slice(0, MAX_OUTPUT)
        output.stdout(text)
      }
      const code = await shell.run(line, { ...output, stdout: keep })
      remember(key, [...hidden])
      terminalControl.ended(cluster.id, { line, code, stdout })
      return code
    },
  }
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
