import { bareValue } from './arguments.ts'
import type { Command, CommandEntry } from './command.ts'
import { commandGroups, hiddenCommands } from './commands.ts'
import type { Flag } from './flags.ts'
import { globalFlags } from './global-flags.ts'

interface FoundCommand {
  readonly command?: Command
  readonly path: string[]
  /** All other words. They include flags before the name of the command. */
  readonly rest: readonly string[]
}

/** Finds the command or subcommand that the first arguments name. Flags may come before and between the names. */
export async function findCommand(words: readonly string[]): Promise<FoundCommand> {
  let entries: readonly CommandEntry[] = [...commandGroups.flatMap((group) => group.commands), ...hiddenCommands]
  let rest = [...words]
  let command: Command | undefined
  const path: string[] = []
  for (;;) {
    const at = firstArgument(rest, [...(command?.flags ?? []), ...globalFlags])
    const word = at < 0 ? undefined : rest[at]
    const found = entries.find((entry) => entry.name === word || entry.aliases?.includes(word ?? ''))
    if (found === undefined) return { command, path, rest }
    command = await found.load()
    path.push(found.name)
    rest = rest.filter((_, index) => index !== at)
    entries = command.commands ?? []
  }
}

/**
 * Whether kubectl looks for a plugin: its first search for a command does not know `--help`, so it takes the next word for
 * the value of that flag.
 */
export async function isSoughtAsPlugin(words: readonly string[]): Promise<boolean> {
  const known = globalFlags.filter(({ name }) => name !== 'help')
  const word = words[firstArgument(words, known)]
  if (word === undefined || words.find((each) => !each.startsWith('-')) === 'help') return false
  return word !== 'help' && word !== 'options' && (await findCommand([word])).command === undefined
}

/**
 * The index of the first argument; -1 without one. The value of a flag does not count, nor does the word after an
 * unknown flag.
 */
export function firstArgument(words: readonly string[], flags: readonly Flag[]): number {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return -1
    // kubectl skips empty words when it looks for a command.
    if (word === '') continue
    if (!word.startsWith('-')) return at
    const isAlone = word.startsWith('--') ? !word.includes('=') : word.length === 2
    const flag = flags.find((each) => word === `--${each.name}` || word === `-${each.short ?? ''}`)
    if (isAlone && (flag === undefined || bareValue(flag) === undefined)) at++
  }
  return -1
}
