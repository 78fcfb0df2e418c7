import { clusterNames } from './cluster-names.ts'
import type { Completed } from './completion-source.ts'
import { directiveText } from './completion-source.ts'
import { completePlugin, pluginCandidates } from './completion-plugins.ts'
import { completeLine } from './completion.ts'
import { UsageError } from './failure.ts'
import type { Host } from './host.ts'
import type { DiscoveryCache } from './session.ts'

/** The names of the hidden command, with and without descriptions. */
const NAMES = ['__complete', '__completeNoDesc']

/**
 * The hidden command `__complete WORDS... WORD`: prints the candidates for the last word, one a line, each with a tab
 * and a description, and the directive for the shell after them. `__completeNoDesc` prints no descriptions. Resolves to
 * undefined when the words call another command.
 */
export async function runCompletion(
  words: readonly string[],
  host: Host,
  cache: DiscoveryCache,
): Promise<number | undefined> {
  const at = words.findIndex((word) => !word.startsWith('-'))
  const name = words[at] ?? ''
  if (!NAMES.includes(name)) return undefined
  const completed = words.filter((_, index) => index !== at)
  const word = completed.pop()
  if (word === undefined) throw new UsageError('requires at least 1 arg(s), only received 0')
  const { candidates, directive, fault } = await candidatesFor(completed, word, host, cache)
  if (fault !== undefined) host.stderr(`[Debug] [Error] ${fault}\n`)
  const described = name === '__complete'
  const [clientName = ''] = host.dialect.cliNames
  for (const { text, description = '' } of candidates) {
    const line = described ? `${text}\t${description.replaceAll('{cli}', clientName)}` : text
    host.stdout(`${(line.split('\n')[0] ?? '').trim()}\n`)
  }
  host.stdout(`:${directive}\n`)
  // kubectl sends the errors of `options` to standard output.
  const out = completed[0] === 'options' ? host.stdout : host.stderr
  out(`Completion ended with directive: ${directiveText(directive)}\n`)
  return 0
}

async function candidatesFor(
  words: readonly string[],
  word: string,
  host: Host,
  cache: DiscoveryCache,
): Promise<Completed> {
  const ofPlugin = await completePlugin(words, word, host)
  if (ofPlugin !== undefined) return ofPlugin
  const found = await completeLine(words, word, clusterNames(host, cache))
  if (words.length > 0 || word.startsWith('-')) return found
  const candidates = [...found.candidates, ...(await pluginCandidates(host, word))]
  return { ...found, candidates: candidates.sort((a, b) => (a.text < b.text ? -1 : 1)) }
}
