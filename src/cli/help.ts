import type { Command } from './command.ts'
import type { Flag } from './flags.ts'

/** The help of one command, in the real client's form. Texts still hold `{cli}`. */
export async function commandHelp(command: Command, path: readonly string[]): Promise<string> {
  const called = `{cli} ${path.join(' ')}`
  const parts = [`${command.description ?? `${command.summary}.`}\n`]
  if (command.aliases !== undefined) parts.push(`Aliases:\n${[command.name, ...command.aliases].join(', ')}\n`)
  if (command.examples !== undefined)
    parts.push(`Examples:\n${command.examples.map(([comment, line]) => `  # ${comment}\n  ${line}\n`).join('  \n')}`)
  if (command.commands !== undefined) {
    const loaded = await Promise.all(command.commands.map((entry) => entry.load()))
    parts.push(`Available Commands:\n${listCommands(loaded, 14)}`)
  }
  const options = optionTexts(command.flags ?? [])
  if (options !== '') parts.push(`Options:\n${options}`)
  parts.push(`Usage:\n  {cli} ${command.usage} [options]\n`)
  const more =
    command.commands === undefined
      ? ''
      : `Use "${called} <command> --help" for more information about a given command.\n`
  return `${parts.join('\n')}\n${more}${OPTIONS_HINT}`
}

export const OPTIONS_HINT = 'Use "{cli} options" for a list of global command-line options (applies to all commands).\n'

export function listCommands(commands: readonly Command[], least = 0): string {
  const width = Math.max(least, ...commands.map(({ name }) => name.length + 3))
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}\n`).join('')
}

export function optionTexts(flags: readonly Flag[]): string {
  return flags
    .filter((flag) => !flag.hidden && flag.deprecated === undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((flag) => {
      const short = flag.short === undefined ? '' : `-${flag.short}, `
      return `    ${short}--${flag.name}=${fallbackText(flag)}:\n\t${flag.help}\n`
    })
    .join('\n')
}

function fallbackText(flag: Flag): string {
  if (flag.type === 'list' || flag.type === 'array') return `[${flag.fallback ?? ''}]`
  if (flag.type === 'text') return `'${flag.fallback ?? ''}'`
  return flag.fallback ?? 'false'
}
