import { findCommand } from '../cli/command-search.ts'
import type { Completed, CompletionSource } from '../cli/completion-source.ts'
import { DEFAULT } from '../cli/completion-source.ts'
import { objectCandidates } from '../cli/completion-values.ts'
import { completeLine } from '../cli/completion.ts'

/** The candidates at the cursor. */
export interface Completion {
  /** Offset of the completed text. */
  readonly from: number
  /** Sorted. A candidate that ends in a folder, in `--flag=` or in `POD:` is incomplete, and no space follows it. */
  readonly options: readonly string[]
}

/** The sources of completion, and the names by which the client is called. */
export interface ShellCompletionSource extends CompletionSource {
  readonly clientNames: readonly string[]
}

/** Candidates for the end of a word, after `--flag=`, `TYPE/`, a comma or a folder. `skip` is the length of the part before. */
interface Candidates {
  readonly skip: number
  readonly words: readonly string[]
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
  const { skip, words } = await candidates(typed, word, source)
  const from = cursor - word.length + skip
  return { from, options: matching(words, word.slice(skip)).filter((option) => WORD.test(option)) }
}

/** Text that is one word to the shell without quotes. Names of objects and files may contain any character. */
const WORD = /^[^\s\p{Cc}\p{Bidi_C}'"`$\\;&|<>()]*$/u

/** The options that begin with `start`, each once, sorted. */
const matching = (options: readonly string[], start: string): string[] =>
  [...new Set(options)].filter((option) => option.startsWith(start)).sort()

async function candidates(before: readonly string[], word: string, source: ShellCompletionSource): Promise<Candidates> {
  const [client, ...words] = before
  if (client === undefined) return { skip: 0, words: [...source.clientNames, ...SHELL_COMMANDS] }
  if (!source.clientNames.includes(client)) return filesFor(word, 0, source)
  const completed = await completeLine(words, word, source)
  if (completed.flag !== undefined) return valuesFor(completed, word, source)
  const offered =
    completed.candidates.length === 0 && completed.line !== undefined && (await takesObjects(words))
      ? await objectCandidates(completed.line, source)
      : completed
  const skip = word.startsWith('-') ? 0 : Math.max(word.lastIndexOf('/'), word.lastIndexOf(',')) + 1
  const start = word.slice(0, skip)
  const texts = offered.candidates.map(({ text }) => text).filter((text) => text.startsWith(start))
  return { skip, words: texts.map((text) => text.slice(skip)) }
}

/** Whether the usage of the command names types. kubectl completes the arguments of some of these commands only. */
async function takesObjects(words: readonly string[]): Promise<boolean> {
  const { command } = await findCommand(words)
  return command !== undefined && /TYPE|RESOURCE/.test(command.usage)
}

/** The candidates of kubectl for the value of a flag, else files and the known values of the flag. */
async function valuesFor({ flag, word: value = '', ...completed }: Completed, word: string, source: CompletionSource) {
  const skip = word.length - value.length
  if (flag?.completes === 'file' || flag?.completes === 'manifest') return filesFor(word, skip, source)
  const texts = completed.candidates.map(({ text }) => text)
  return { skip, words: completed.directive === DEFAULT && texts.length === 0 ? (flag?.choices ?? []) : texts }
}

async function filesFor(word: string, skip: number, source: CompletionSource): Promise<Candidates> {
  const path = word.slice(skip)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return { skip: skip + folder.length, words: await source.files(folder) }
}

/** The common prefix of all options. */
export function commonStart(options: readonly string[]): string {
  const [first = '', ...rest] = options
  let length = first.length
  for (const other of rest) while (!other.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}
