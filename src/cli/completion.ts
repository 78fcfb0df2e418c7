import { parseArguments, bareValue } from './arguments.ts'
import type { Arguments } from './arguments.ts'
import type { Command } from './command.ts'
import { findCommand, firstArgument } from './command-search.ts'
import { byName, commandsOf, WITHOUT_ENTRY } from './completion-commands.ts'
import type { Candidate, Completed, CompletedLine, CompletionSource } from './completion-source.ts'
import { DEFAULT, FILE_EXTENSIONS, NO_FILES, startingWith } from './completion-source.ts'
import { argumentCandidates, valueCandidates } from './completion-values.ts'
import type { Flag } from './flags.ts'
import { globalFlags } from './global-flags.ts'

/** The command line before the completed word, by the command that it calls. */
interface CalledCommand {
  /** The command; undefined for the client itself. */
  readonly command: Command | undefined
  readonly path: readonly string[]
  readonly rest: readonly string[]
  /** The flags of the command itself, which replace global flags of the same name. */
  readonly own: readonly Flag[]
  readonly inherited: readonly Flag[]
}

/** The candidates for a word of the client's command line, after the words before it, as kubectl completes them. */
export async function completeLine(
  words: readonly string[],
  word: string,
  source: CompletionSource,
): Promise<Completed> {
  const called = await calledCommand(words, source)
  if (called === undefined) return failed(`Unable to find a command for arguments: [${words.join(' ')}]`)
  const flags = [...called.inherited, ...called.own]
  const asked = askedValue(called.rest, word, flags)
  let given: Arguments
  try {
    given = parseArguments(asked.rest, flags)
  } catch (error) {
    const { message } = error as Error
    return failed(`Error while parsing flags from args [${asked.rest.join(' ')}]: ${message}`)
  }
  // After `--`, each word is an argument.
  const hasFlags = given.afterDash === undefined
  if (asked.unknown !== undefined && hasFlags)
    return failed(`Subcommand '${called.command?.name ?? source.clientName}' does not support flag '${asked.unknown}'`)
  if (given.flags.given('help')) return { candidates: [], directive: NO_FILES }
  const { path, own } = called
  const line: CompletedLine = { path, own, given, args: given.positional, word: asked.word }
  if (asked.flag !== undefined && hasFlags) {
    const { flag } = asked
    if (flag.completes === 'manifest')
      return { candidates: ['json', 'yaml', 'yml'].map(plain), directive: FILE_EXTENSIONS, flag, word: asked.word }
    return { ...(await valueCandidates(flag, line, source)), flag, word: asked.word }
  }
  if (asked.flag === undefined && word.startsWith('-') && !word.includes('=') && hasFlags)
    return { candidates: flagCandidates(called, given, word), directive: NO_FILES }
  return wordCandidates(called, line, { source, skipsCommands: asked.flag !== undefined })
}

const plain = (text: string): Candidate => ({ text })

const failed = (fault: string): Completed => ({ candidates: [], directive: DEFAULT, fault })

async function calledCommand(words: readonly string[], source: CompletionSource): Promise<CalledCommand | undefined> {
  let { command, path, rest } = await findCommand(words)
  if (command === undefined) {
    const at = firstArgument(rest, globalFlags)
    command = WITHOUT_ENTRY.find(({ name }) => name === rest[at])
    if (command === undefined && at >= 0) return undefined
    if (command !== undefined) {
      path = [command.name]
      rest = rest.filter((_, index) => index !== at)
    }
  }
  const own = (command?.flags ?? []).filter((flag) => source.isEnabled(flag))
  // Each command has its own flag `--help`; the client itself has all global flags.
  const isOwn = ({ name }: Flag): boolean => command === undefined || name === 'help'
  const others = globalFlags.filter(({ name }) => !own.some((flag) => flag.name === name))
  return {
    command,
    path,
    rest,
    own: [...own, ...others.filter(isOwn)],
    inherited: others.filter((flag) => !isOwn(flag)),
  }
}

interface AskedValue {
  /** The flag whose value the word is; undefined for any other word. */
  readonly flag?: Flag
  /** The name of an unknown flag whose value the word is. */
  readonly unknown?: string
  /** The completed text: the word without the name of the flag. */
  readonly word: string
  /** The words before it, without the flag whose value is completed. */
  readonly rest: readonly string[]
}

/** Reads `--name=value`, and the value after `--name` or after the last letter of a group such as `-it`. */
function askedValue(rest: readonly string[], word: string, flags: readonly Flag[]): AskedValue {
  const at = word.indexOf('=')
  if (word.startsWith('-') && at < 0) return { word, rest }
  const last = rest.at(-1) ?? ''
  const before = word.startsWith('-') ? word.slice(0, at) : last
  if (!/^(?:--.|-[^-])/.test(before) || (before === last && last.includes('='))) return { word, rest }
  const name = before.startsWith('--') ? before.slice(2) : before.slice(-1)
  const flag = flags.find((each) => (name.length === 1 ? each.short === name : each.name === name.replaceAll('_', '-')))
  if (word.startsWith('-'))
    return flag === undefined ? { unknown: name, word, rest } : { flag, word: word.slice(at + 1), rest }
  if (flag === undefined) return { unknown: name, word, rest }
  return bareValue(flag) === undefined ? { flag, word, rest: rest.slice(0, -1) } : { word, rest }
}

const REPEATED: ReadonlySet<Flag['type']> = new Set(['list', 'array'])

/** The flags that begin with the word: the missing required ones, else all that the line does not contain. */
function flagCandidates(called: CalledCommand, given: Arguments, word: string): Candidate[] {
  const required = requiredFlags(called, given, word)
  if (required.length > 0) return required
  return sorted(called).flatMap((flag) =>
    REPEATED.has(flag.type) || !given.flags.given(flag.name) ? spellings(flag, word) : [],
  )
}

const requiredFlags = (called: CalledCommand, given: Arguments, word: string): Candidate[] =>
  sorted(called).flatMap((flag) => (flag.required && !given.flags.given(flag.name) ? spellings(flag, word) : []))

/** The global flags before the flags of the command, each by name. */
const sorted = ({ own, inherited }: CalledCommand): Flag[] => [...[...inherited].sort(byName), ...[...own].sort(byName)]

function spellings(flag: Flag, word: string): Candidate[] {
  if ((flag.hidden && flag.name !== 'help') || flag.deprecated !== undefined) return []
  const short = flag.short === undefined ? [] : [`-${flag.short}`]
  return startingWith([`--${flag.name}`, ...short], word).map((text) => ({ text, description: flag.help }))
}

/** The candidates for a word that does not begin with a flag: subcommands, missing required flags and arguments. */
async function wordCandidates(
  called: CalledCommand,
  line: CompletedLine,
  { source, skipsCommands }: { readonly source: CompletionSource; readonly skipsCommands: boolean },
): Promise<Completed> {
  const candidates: Candidate[] = []
  let directive = DEFAULT
  if (!skipsCommands) {
    const isBare = line.args.length === 0 && !isAnyGiven(called, line.given)
    const commands = isBare ? await commandsOf(called.command) : []
    if (commands.length > 0) directive = NO_FILES
    for (const { name, summary } of commands)
      if (name.startsWith(line.word)) candidates.push({ text: name, description: summary })
    candidates.push(...requiredFlags(called, line.given, line.word))
  }
  const found = await argumentCandidates(line, source)
  if (found === undefined) return { candidates, directive, line }
  return { candidates: [...candidates, ...found.candidates], directive: found.directive, line }
}

/** Whether the line contains a flag of the command itself. The flags of the client itself are global. */
const isAnyGiven = ({ command, own }: CalledCommand, given: Arguments): boolean =>
  command !== undefined && own.some(({ name }) => given.flags.given(name))
