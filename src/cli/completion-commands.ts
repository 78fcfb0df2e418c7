import type { Command } from './command.ts'
import { commandGroups } from './commands.ts'

/** Commands that the client runs without an entry in its list of commands. */
export const WITHOUT_ENTRY: readonly Command[] = [
  { name: 'help', summary: 'Help about any command', usage: 'help [command]' },
  { name: 'options', summary: 'Print the list of flags inherited by all commands', usage: 'options' },
]

export const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1)

/** The commands that help lists: of the client, or the subcommands of a command. Sorted by name. */
export async function commandsOf(command: Command | undefined): Promise<Command[]> {
  const entries = command === undefined ? commandGroups.flatMap((group) => group.commands) : (command.commands ?? [])
  const loaded = await Promise.all(entries.map((entry) => entry.load()))
  return [...loaded, ...(command === undefined ? WITHOUT_ENTRY : [])].sort(byName)
}
