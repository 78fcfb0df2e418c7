import { clusterNames } from './cluster-names.ts'
import { clientCandidates, SuffixCandidates, matching } from './completion.ts'
import type { Host } from './host.ts'
import type { DiscoveryCache } from './session.ts'

/** The directive after the candidates: 2 stops the shell from adding a space, 4 from offering files. */
const NO_SPACE = 2
const NO_FILES = 4

/**
 * The hidden command `__complete WORDS... WORD`: prints the candidates for the last word, one a line, and a directive.
 * A cluster that cannot be reached has no names.
 */
export async function completeWords(words: readonly string[], host: Host, cache: DiscoveryCache): Promise<number> {
  const word = words.at(-1) ?? ''
  const found = await clientCandidates(words.slice(0, -1), word, clusterNames(host, cache)).catch(() => [])
  const skip = found instanceof SuffixCandidates ? found.skip : 0
  const options = matching(found instanceof SuffixCandidates ? found.words : found, word.slice(skip))
  const isOpen = options.length === 1 && options[0]?.endsWith('/')
  const lines = options.map((option) => word.slice(0, skip) + option)
  host.stdout([...lines, `:${isOpen ? NO_SPACE : NO_FILES}`, ''].join('\n'))
  return 0
}
