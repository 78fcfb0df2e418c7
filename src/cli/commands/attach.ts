import type { Command } from '../command.ts'
import { Failure } from '../failure.ts'
import { connectToPod, containerNames, podTarget, streamFlags } from '../pod-streams.ts'
import type { Target } from '../selection.ts'
import { fetchTarget } from '../selected-objects.ts'
import type { Session } from '../session.ts'

export const attach = {
  name: 'attach',
  summary: 'Attach to a running container',
  usage: 'attach (POD | TYPE/NAME) -c CONTAINER',
  examples: [['Get output from a running pod', '{cli} attach web']],
  flags: streamFlags,
  async run(session) {
    const { args, flags } = session
    if (args.length === 0) throw new Failure('at least 1 argument is required for attach')
    return attachTo(session, await podTarget(session, args[0] ?? ''), flags.text('container'))
  },
} satisfies Command

/** Attaches to a container of a pod; without a name, to the first. */
export async function attachTo(session: Session, target: Target, name = ''): Promise<number | void> {
  const pod = await fetchTarget(session, target)
  if (!session.flags.boolean('quiet')) session.host.stderr("If you don't see a command prompt, try pressing enter.\n")
  const container = name || (containerNames(pod)[0] ?? '')
  return connectToPod(session, target, `attach?container=${encodeURIComponent(container)}&stdout=true&stderr=true`)
}
