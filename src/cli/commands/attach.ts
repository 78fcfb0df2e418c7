import type { Command } from '../command.ts'
import { attachTo } from '../container-attachment.ts'
import { Failure } from '../failure.ts'
import { attachablePod, podRunningTimeout, streamFlags, streamTarget } from '../pod-streams.ts'
import type { Target } from '../selection.ts'
import { fetchTarget } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'

export const attach = {
  name: 'attach',
  summary: 'Attach to a running container',
  usage: 'attach (POD | TYPE/NAME) -c CONTAINER',
  examples: [['Get output from a running pod', '{cli} attach web']],
  flags: streamFlags,
  async run(session) {
    const { args, flags } = session
    await session.namespace()
    podRunningTimeout(session)
    await session.connection()
    if (args.length === 0) throw new Failure('at least 1 argument is required for attach')
    if (args.length > 2)
      throw new Failure(
        `expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw ${args.length}: [${args.join(' ')}]`,
      )
    const target = args.length === 2 ? await namedTarget(session) : await streamTarget(session, args[0] ?? '')
    const found = await attachablePod(session, target, await fetchTarget(session, target))
    return attachTo(session, found.target, found.pod, flags.text('container'))
  },
} satisfies Command

async function namedTarget(session: Session): Promise<Target> {
  const [type = '', name = ''] = session.args
  if (type === '') throw new Failure(`the argument ${JSON.stringify(name)} must be RESOURCE/NAME`)
  await session.type(type)
  const [target] = (await select(session, { selectors: false, typed: true })).targets
  if (target === undefined) throw new Failure('at least 1 argument is required for attach')
  return target
}
