import { commandGroups } from './commands.ts'
import { globalFlags } from './global-flags.ts'
import { listCommands, OPTIONS_HINT, optionTexts } from './help.ts'

/** The output of the client without a command: the commands in groups. */
export async function mainHelp(): Promise<string> {
  const groups = await Promise.all(
    commandGroups.map(async ({ title, commands }) => {
      const loaded = await Promise.all(commands.map((entry) => entry.load()))
      return `${title}:\n${listCommands(loaded, 16)}`
    }),
  )
  return `{cli} controls the cluster of this page, or any server with the same API.

${groups.join('\n')}
Usage:
  {cli} [flags] [options]

Use "{cli} <command> --help" for more information about a given command.
${OPTIONS_HINT}`
}

/** The output of `options`: the flags of all commands. */
export function globalOptions(): string {
  return `The following options can be passed to any command:\n\n${optionTexts(globalFlags)}`
}
