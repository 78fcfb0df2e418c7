import type { Command } from '../command.ts'

export const alpha = {
  name: 'alpha',
  summary: 'Commands for features in alpha',
  usage: 'alpha',
  run({ cli, host }) {
    host.stderr(`No alpha commands are available in this version of ${cli}\n`)
    return Promise.resolve()
  },
} satisfies Command
