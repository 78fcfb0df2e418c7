import type { Command } from '../command.ts'
import { entry } from '../command.ts'
import { Failure } from '../failure.ts'

const resourceUsage = (noun: 'pods' | 'nodes'): Command => ({
  name: noun,
  aliases: noun === 'pods' ? ['pod', 'po'] : ['node', 'no'],
  summary: `Display resource (CPU/memory) usage of ${noun}`,
  usage: `top ${noun}`,
  run: () => Promise.reject(new Failure('Metrics API not available')),
})

export const top = {
  name: 'top',
  summary: 'Display resource (CPU/memory) usage',
  description:
    'Display resource (CPU/memory) usage.\n\n The top command allows you to see the resource consumption for nodes or pods.\n\n This command requires Metrics Server to be correctly configured and working on the server.',
  usage: 'top',
  commands: [entry(resourceUsage('nodes')), entry(resourceUsage('pods'))],
} satisfies Command
