import type { Command } from '../command.ts'
import { Failure } from '../failure.ts'
import { text } from '../flags.ts'

export const debug = {
  name: 'debug',
  summary: 'Create debugging sessions for troubleshooting workloads and nodes',
  usage: 'debug (POD | TYPE/NAME) [--image=image]',
  flags: [text('copy-to', 'Create a copy of the target pod with this name.'), text('image', 'Container image to use.')],
  async run({ flags }) {
    if (flags.text('image') === '' && flags.text('copy-to') === '')
      throw new Failure('you must specify --image when not using --copy-to.')
    throw new Failure('no container can be attached to here: there are no nodes that run one')
  },
} satisfies Command
