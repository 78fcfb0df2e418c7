import type { Command } from '../command.ts'
import { entry } from '../command.ts'
import { BareFailure } from '../failure.ts'
import { boolean } from '../flags.ts'
import { allPlugins, isExecutable } from '../plugins.ts'

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const list = {
  name: 'list',
  summary: "List all visible plugin executables on a user's PATH",
  usage: 'plugin list',
  examples: [['List all available plugins', '{cli} plugin list']],
  flags: [boolean('name-only', 'If true, display only the binary name of each plugin, rather than its full path')],
  async run(session) {
    const { host, flags, cli } = session
    const { plugins, unreadable } = await allPlugins(host)
    for (const { folder, why } of unreadable)
      host.stderr(`Unable to read directory ${JSON.stringify(folder)} from your PATH: ${why}. Skipping...\n`)
    if (plugins.length === 0) throw new BareFailure(`error: unable to find any ${cli} plugins in your PATH`)
    host.stdout('The following compatible plugins are available:\n\n')
    const seen = new Map<string, string>()
    let warnings = 0
    const warn = (text: string): void => {
      warnings++
      host.stderr(`  - warning: ${text}\n`)
    }
    for (const path of plugins) {
      const name = nameOf(path)
      host.stdout(`${flags.boolean('name-only') ? name : path}\n`)
      if (!(await isExecutable(host, path))) warn(`${path} identified as a ${cli} plugin, but it is not executable`)
      const other = seen.get(name)
      if (other !== undefined) warn(`${path} is overshadowed by a similarly named plugin: ${other}`)
      else seen.set(name, path)
      const command = await session.pathOf(name.split('-').slice(1))
      if (command.length > 0)
        warn(`${name} overwrites existing command: ${JSON.stringify([cli, ...command].join(' '))}`)
    }
    if (warnings > 0)
      throw new BareFailure(
        warnings === 1 ? 'error: one plugin warning was found' : `error: ${warnings} plugin warnings were found`,
      )
  },
} satisfies Command

export const plugin = {
  name: 'plugin',
  summary: 'Provides utilities for interacting with plugins',
  description:
    'Provides utilities for interacting with plugins.\n\n A plugin is a program on the PATH whose name begins with {cli}-.',
  usage: 'plugin [flags]',
  commands: [entry(list)],
} satisfies Command
