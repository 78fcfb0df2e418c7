import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { FLAGS } from '../../../serve/flag-table.ts'
import { runClient } from '../../../serve/client-program.ts'
import type { CompletedLine } from '../../../src/cli/completion-source.ts'
import { globalFlags } from '../../../src/cli/global-flags.ts'
import { complete as completeLine, type ShellCompletionSource } from '../../../src/shell/completion.ts'
import type { Program } from '../program.ts'

/**
 * Prints the candidates for the last of the words, each on a separate line. Shells call it (`tabplane completion`).
 * @param commands the names of all commands
 */
export const completing = (commands: readonly string[]): Program => ({
  async run([name = '', ...rest]) {
    const found = rest.length === 0 ? commands.filter((one) => one.startsWith(name)) : await candidates(name, rest)
    for (const candidate of found) console.log(candidate)
    return 0
  },
})

const SERVERS = ['serve', 'kube-apiserver']
const CLIENTS = ['kubectl', 'svcctl']

async function candidates(name: string, rest: readonly string[]): Promise<readonly string[]> {
  const word = rest.at(-1) ?? ''
  if (SERVERS.includes(name))
    return Object.keys(FLAGS).flatMap((flag) => (`--${flag}`.startsWith(word) ? [`--${flag}`] : []))
  if (name === 'completion') return ['bash', 'fish', 'zsh'].filter((shell) => shell.startsWith(word))
  if (!CLIENTS.includes(name)) return []
  const line = [name, ...rest].join(' ')
  const { from, options } = await completeLine(line, line.length, sourceOf(name))
  // A candidate may be only the last part of the word, and a shell replaces the whole word.
  return options.map((option) => line.slice(line.length - word.length, from) + option)
}

const CONTAINERS = ['initContainers', 'containers'].map((list) => `{range .spec.${list}[*]}{.name}{"\n"}{end}`).join('')

/** Types and names come from the server of the kubeconfig, which has two seconds to answer. */
function sourceOf(client: string): ShellCompletionSource {
  const query = (line: CompletedLine, ...args: string[]): Promise<readonly string[]> =>
    printed(client, [...args, ...globalsOf(line), '--request-timeout=2s'])
  return {
    clientName: client,
    clientNames: [client],
    isEnabled: ({ enabledBy }) =>
      enabledBy === undefined || process.env[`${client.toUpperCase()}_${enabledBy}`] === 'true',
    types: (line) => query(line, 'api-resources', '--verbs=get', '-o', 'name'),
    names: async (line, type, namespace) => {
      const found = await query(line, 'get', type, '-o', 'name', ...(namespace === undefined ? [] : ['-n', namespace]))
      return found.map((name) => name.slice(name.indexOf('/') + 1))
    },
    containers: (line, pod) =>
      query(line, 'get', ...(pod.includes('/') ? [pod] : ['pods', pod]), '-o', `jsonpath=${CONTAINERS}`),
    entries: async (line, kind) =>
      kind === 'contexts'
        ? query(line, 'config', 'get-contexts', '-o', 'name')
        : (await query(line, 'config', `get-${kind}`)).slice(1),
    async files(folder) {
      const entries = await readdir(folder === '' ? '.' : folder, { withFileTypes: true }).catch(() => [])
      return entries.map((entry) => entry.name + (entry.isDirectory() ? path.posix.sep : ''))
    },
  }
}

/** The flags of the line that choose the server, the caller and the namespace. */
const globalsOf = ({ own, given }: CompletedLine): string[] =>
  given.flags
    .written()
    .filter(([name]) => globalFlags.some((flag) => flag.name === name) && !own.some((flag) => flag.name === name))
    .map(([name, value]) => `--${name}=${value}`)

/** The lines that a command of the client prints; none when the server does not answer. */
async function printed(client: string, args: readonly string[]): Promise<readonly string[]> {
  let text = ''
  const output = { stdout: (part: string) => void (text += part), stderr: () => undefined }
  const code = await runClient(args, client === 'kubectl' ? 'k8s' : 'svc', output)
  return code === 0 ? text.split('\n').filter(Boolean) : []
}
