import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

const USAGE_WIDTH = 30

/**
 * @param all the programs of this terminal
 * @param more names of commands from the library
 */
export const helpProgram = (all: () => readonly Program[], more: readonly string[], client: string): Program => ({
  name: 'help',
  aliases: ['man'],
  usage: 'help [COMMAND]',
  summary: 'shows this text, or how a command is used',
  run({ words: [name], stdout, columns }) {
    if (name !== undefined) {
      const found = all().find((each) => each.name === name || each.aliases?.includes(name))
      if (found === undefined && !more.includes(name)) throw new UsageFault(`there is no command ${name}`)
      stdout.write(
        found === undefined ? `${name} works as usual: ${name} --help\n` : `${found.usage}\n  ${found.summary}\n`,
      )
      return 0
    }
    stdout.write(overview([all(), more], client, columns))
    return 0
  },
})

const SHOWN = ['curl', 'openssl', 'vi', 'watch', 'jobs', 'fg', 'kill', 'alias', 'history', 'help']

function overview(
  [all, more]: readonly [readonly Program[], readonly string[]],
  client: string,
  columns: number,
): string {
  const rows = SHOWN.flatMap((name) => all.find((program) => program.name === name) ?? [])
  const names = [...all.flatMap((program) => [program.name, ...(program.aliases ?? [])]), ...more]
  const others = [...new Set(names)].filter((name) => /^[a-z]/.test(name) && !name.startsWith('library-')).sort()
  return [
    `This terminal reaches one cluster. Start with ${client} get all -A.`,
    '',
    `  ${client.padEnd(USAGE_WIDTH)}the client of this cluster; ${client} --help lists its commands, k is short for it`,
    ...rows.map(({ usage, summary }) => `  ${usage.padEnd(USAGE_WIDTH - 1)} ${summary}`),
    '',
    'Join commands with ; && || | and &, and write their output to files with > and >>. The files of the home folder are',
    'the documents of the editor. Tab completes, Ctrl-R searches, Ctrl-C ends a command, Ctrl-Z sends it to the background.',
    '',
    ...wrapped(['All commands:', ...others], columns),
    '',
  ].join('\n')
}

/** Words in lines that fit the terminal. */
function wrapped(words: readonly string[], columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length < columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
