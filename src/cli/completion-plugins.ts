import { numberOfText } from '../../worker/api/numbers.ts'
import { findCommand } from './command-search.ts'
import { WITHOUT_ENTRY } from './completion-commands.ts'
import type { Candidate, Completed } from './completion-source.ts'
import { DEFAULT, startingWith } from './completion-source.ts'
import type { Host } from './host.ts'
import { allPlugins, isExecutable, searchPath } from './plugins.ts'

/** The words that call each plugin: `kubectl-a_b-c` is called by `a-b c`. */
async function pluginPaths(host: Host): Promise<string[][]> {
  const { plugins } = await allPlugins(host)
  return plugins.map((file) => {
    const [, ...parts] = file.slice(file.lastIndexOf('/') + 1).split('-')
    return parts.map((part) => part.replaceAll('_', '-'))
  })
}

/** The words that may come after these words in the name of a plugin. */
function nextWords(paths: readonly string[][], before: readonly string[]): string[] {
  const longer = paths.filter((path) => before.every((word, at) => path[at] === word))
  return [...new Set(longer.flatMap((path) => path[before.length] ?? []))].sort()
}

const isKnown = async (word: string): Promise<boolean> =>
  WITHOUT_ENTRY.some(({ name }) => name === word) || (await findCommand([word])).command !== undefined

const described = (text: string): Candidate => ({
  text,
  description: `The command ${text} is a plugin installed by the user`,
})

/** The plugins whose first word begins with the text, without those that a command of the client hides. */
export async function pluginCandidates(host: Host, start: string): Promise<Candidate[]> {
  const words = startingWith(nextWords(await pluginPaths(host), []), start)
  const known = await Promise.all(words.map(isKnown))
  return words.filter((_, at) => !known[at]).map(described)
}

/**
 * Completes the arguments of a plugin, with the program `kubectl_complete-NAME` when it exists. Resolves to undefined when
 * the words call no plugin.
 */
export async function completePlugin(
  words: readonly string[],
  word: string,
  host: Host,
): Promise<Completed | undefined> {
  const [first = '-'] = words
  if (first.startsWith('-') || (await isKnown(first))) return undefined
  host.stderr('[Debug] Cleared global flags for plugin completion\n')
  const paths = await pluginPaths(host)
  let length = 0
  while (nextWords(paths, words.slice(0, length)).includes(words[length] ?? '')) length++
  if (length === 0) return undefined
  const called = words.slice(0, length)
  const args = words.slice(length)
  const candidates: Candidate[] = []
  if (word.startsWith('-') && !word.includes('='))
    candidates.push(
      ...startingWith(['--help', '-h'], word).map((text) => ({ text, description: `help for ${called.at(-1) ?? ''}` })),
    )
  else if (args.length === 0) candidates.push(...startingWith(nextWords(paths, called), word).map(described))
  const own = await printedCandidates(called, [...args, word], host)
  return { candidates: [...candidates, ...own.candidates], directive: own.directive }
}

/** The candidates that the program of a plugin prints, with a directive in the last line. */
async function printedCandidates(called: readonly string[], args: readonly string[], host: Host): Promise<Completed> {
  const none = { candidates: [], directive: DEFAULT }
  const [client = ''] = host.dialect.cliNames
  const name = called.map((word) => word.replaceAll('-', '_')).join('-')
  host.stderr(`[Debug] About to look for: ${client}_complete-${name}\n`)
  const file = await programAt(host, `${client}_complete-${name}`)
  if (file === undefined || host.run === undefined) {
    host.stderr(`[Debug] Plugin ${client}-${name} does not provide a matching completion executable\n`)
    return none
  }
  host.stderr(`[Debug] About to call: ${file} ${args.join(' ')}\n`)
  const { stdout, code } = await host.run({ command: file, args, environment: {} })
  if (code !== 0) return none
  const lines = stdout.split('\n').filter((line) => line !== '')
  const directive = /^:(\d+)$/.exec(lines.at(-1) ?? '')?.[1]
  const texts = directive === undefined ? lines : lines.slice(0, -1)
  const candidates = texts.map((line): Candidate => {
    const [text = '', ...description] = line.split('\t')
    return { text, description: description.join('\t') }
  })
  return { candidates, directive: directive === undefined ? DEFAULT : numberOfText(directive) }
}

/** The first program of this name on the search path; as in Go, none when its folder is relative. */
async function programAt(host: Host, name: string): Promise<string | undefined> {
  for (const folder of searchPath(host)) {
    const file = `${folder.replace(/\/$/, '')}/${name}`
    if ((await host.files.kind(file)) === 'file' && (await isExecutable(host, file)))
      return folder.startsWith('/') ? file : undefined
  }
  return undefined
}
