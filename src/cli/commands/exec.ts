import type { Command } from '../command.ts'
import { filenameFlag } from '../common-flags.ts'
import { Failure } from '../failure.ts'
import { connectToPod, containerNames, podTarget, streamFlags } from '../pod-streams.ts'
import { fetchTarget } from '../selected-objects.ts'

export const exec = {
  name: 'exec',
  summary: 'Execute a command in a container',
  usage: 'exec (POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]',
  examples: [['Run a command in a pod', '{cli} exec web -- date']],
  flags: [...streamFlags, filenameFlag('to use to exec into the resource')],
  async run(session) {
    const { args, afterDash, flags } = session
    const names = afterDash === undefined ? args : args.slice(0, args.length - afterDash.length)
    if (names.length === 0 && flags.list('filename').length === 0)
      throw new Failure('pod, type/name or --filename must be specified')
    const command = afterDash ?? args.slice(1)
    if (command.length === 0) throw new Failure('you must specify at least one command for the container')
    const target = await podTarget(session, names[0] ?? '')
    const pod = await fetchTarget(session, target)
    const words = command.map((word) => `command=${encodeURIComponent(word)}`).join('&')
    const container = flags.text('container') || (containerNames(pod)[0] ?? '')
    return connectToPod(
      session,
      target,
      `exec?${words}&container=${encodeURIComponent(container)}&stdout=true&stderr=true`,
    )
  },
} satisfies Command
