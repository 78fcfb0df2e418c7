import type { Candidates, CompletionSource } from '../cli/completion.ts'
import { clientCandidates, SuffixCandidates, filesFor, matching } from '../cli/completion.ts'

/** The candidates at the cursor. */
export interface Completion {
  /** Offset of the completed text. */
  readonly from: number
  /** Sorted. A candidate that ends in a folder or in `--flag=` is incomplete, and no space follows it. */
  readonly options: readonly string[]
}

/** The sources of completion, and the names by which the client is called. */
export interface ShellCompletionSource extends CompletionSource {
  readonly clientNames: readonly string[]
}

/** The commands of the shell that completion offers. */
const SHELL_COMMANDS =
  'awk base64 cat cd clear cp cut date diff echo env export find grep head help history jq ls mkdir mv printf pwd rm sed seq sleep sort tail tee touch tr uniq wc xargs'.split(
    ' ',
  )

export async function complete(text: string, cursor: number, source: ShellCompletionSource): Promise<Completion> {
  const line = text.slice(0, cursor)
  // The command at the cursor begins after the last separator.
  const start = Math.max(...['|', ';', '&', '(', '\n'].map((mark) => line.lastIndexOf(mark))) + 1
  const typed = line.slice(start).trimStart().split(/\s+/)
  const word = typed.pop() ?? ''
  const from = cursor - word.length
  const options = await candidates(typed, word, source)
  if (options instanceof SuffixCandidates)
    return { from: from + options.skip, options: words(options.words, word.slice(options.skip)) }
  return { from, options: words(options, word) }
}

/** Text that is one word to the shell without quotes. Names of objects and files may contain any character. */
const WORD = /^[^\s\p{Cc}\p{Bidi_C}'"`$\\;&|<>()]*$/u

const words = (options: readonly string[], start: string): string[] =>
  matching(options, start).filter((option) => WORD.test(option))

async function candidates(before: readonly string[], word: string, source: ShellCompletionSource): Promise<Candidates> {
  const [client, ...words] = before
  if (client === undefined) return [...source.clientNames, ...SHELL_COMMANDS]
  if (!source.clientNames.includes(client)) return filesFor(word, source)
  return clientCandidates(words, word, source)
}

/** The common prefix of all options. */
export function commonStart(options: readonly string[]): string {
  const [first = '', ...rest] = options
  let length = first.length
  for (const other of rest) while (!other.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}
