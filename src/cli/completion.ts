import { findCommand } from './command-search.ts'
import { commandGroups } from './commands.ts'
import type { Flag } from './flags.ts'
import { globalFlags } from './global-flags.ts'

/** The sources of completion: cluster and files. Each method resolves to names. */
export interface CompletionSource {
  types(): Promise<readonly string[]>
  names(type: string, namespace: string | undefined): Promise<readonly string[]>
  /** Entries of a folder; folders end with a slash. */
  files(folder: string): Promise<readonly string[]>
}

/**
 * Candidates for the end of a word, after `--flag=`, `TYPE/`, a comma or a folder. `skip` is the length of the part
 * before.
 */
export class SuffixCandidates {
  readonly skip: number
  readonly words: readonly string[]
  constructor(skip: number, words: readonly string[]) {
    this.skip = skip
    this.words = words
  }
}

/** The options that begin with `start`, each once, sorted. */
export const matching = (options: readonly string[], start: string): string[] =>
  [...new Set(options)].filter((option) => option.startsWith(start)).sort()

export type Candidates = readonly string[] | SuffixCandidates

export async function filesFor(word: string, source: CompletionSource, skip = 0): Promise<Candidates> {
  const path = word.slice(skip)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return new SuffixCandidates(skip + folder.length, await source.files(folder))
}

/** The candidates for a word of the client's command line, after the words before it. */
export async function clientCandidates(
  words: readonly string[],
  word: string,
  source: CompletionSource,
): Promise<Candidates> {
  const { command, rest } = await findCommand(words)
  const flags = [...(command?.flags ?? []), ...globalFlags]
  const { waiting, positional, namespace } = readWords(rest, flags)
  if (waiting !== undefined) return valuesFor(waiting, word, 0, source)
  if (word.startsWith('-')) {
    const at = word.indexOf('=')
    const flag = flags.find((each) => word.startsWith(`--${each.name}=`))
    if (flag !== undefined) return valuesFor(flag, word, at + 1, source)
    return flags.filter((each) => !each.hidden || each.name === 'help').map((each) => `--${each.name}`)
  }
  const inner = command === undefined ? commandGroups.flatMap((group) => group.commands) : (command.commands ?? [])
  if (positional.length === 0 && inner.length > 0) return inner.map((entry) => entry.name)
  if (command === undefined || !/TYPE|RESOURCE/.test(command.usage)) return []
  return resourcesFor(positional, word, namespace, source)
}

async function resourcesFor(
  positional: readonly string[],
  word: string,
  namespace: string | undefined,
  source: CompletionSource,
): Promise<Candidates> {
  const slash = word.indexOf('/')
  if (slash > 0) return new SuffixCandidates(slash + 1, await source.names(word.slice(0, slash), namespace))
  const [type] = positional
  if (type !== undefined && !type.includes('/')) return source.names(type, namespace)
  return new SuffixCandidates(word.lastIndexOf(',') + 1, await source.types())
}

async function valuesFor(flag: Flag, word: string, skip: number, source: CompletionSource): Promise<Candidates> {
  if (flag.completes === 'file') return filesFor(word, source, skip)
  if (flag.completes === 'namespace') return new SuffixCandidates(skip, await source.names('namespaces', undefined))
  return new SuffixCandidates(skip, flag.choices ?? [])
}

/** The arguments before the cursor, the value of `--namespace`, and the last flag when its value is still missing. */
function readWords(words: readonly string[], flags: readonly Flag[]) {
  const positional: string[] = []
  let waiting: Flag | undefined
  let namespace: string | undefined
  for (const word of words) {
    if (waiting !== undefined) {
      if (waiting.name === 'namespace') namespace = word
      waiting = undefined
    } else if (word.startsWith('-')) {
      const flag = flags.find((each) => word === `--${each.name}` || word === `-${each.short ?? ''}`)
      if (word.startsWith('--namespace=')) namespace = word.slice('--namespace='.length)
      if (flag !== undefined && flag.type !== 'boolean' && flag.bare === undefined) waiting = flag
    } else positional.push(word)
  }
  return { waiting, positional, namespace }
}
