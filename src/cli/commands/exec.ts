import type { Command } from '../command.ts'
import { filenameFlag } from '../common-flags.ts'
import { Failure, Failures } from '../failure.ts'
import { chooseContainer, requireUnended } from '../pod-containers.ts'
import {
  attachablePod,
  connectToPod,
  containerFlag,
  podRunningTimeout,
  streamFlags,
  streamParameters,
  streamTarget,
  warnWithoutTerminal,
} from '../pod-streams.ts'
import { fetchTarget } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Target } from '../selection.ts'
import type { Session } from '../session.ts'

export const exec = {
  name: 'exec',
  summary: 'Execute a command in a container',
  usage: 'exec (POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]',
  examples: [['Run a command in a pod', '{cli} exec web -- date']],
  flags: [
    { ...containerFlag, completes: 'container' },
    ...streamFlags.filter((flag) => flag !== containerFlag),
    filenameFlag('to use to exec into the resource'),
  ],
  async run(session) {
    const { flags } = session
    const { name, command } = readWords(session)
    await session.namespace()
    podRunningTimeout(session)
    await session.connection()
    if (name === '' && flags.list('filename').length === 0)
      throw new Failure('pod, type/name or --filename must be specified')
    if (command.length === 0) throw new Failure('you must specify at least one command for the container')
    const target = await targetOf(session, name)
    const { target: found, pod } = await attachablePod(
      session,
      target,
      target.object ?? (await fetchTarget(session, target)),
    )
    requireUnended(pod, 'exec into')
    const container = flags.text('container') || chooseContainer(session, pod, '')
    warnWithoutTerminal(session, flags.boolean('tty'))
    const words = command.map((word): [string, string] => ['command', word])
    return connectToPod(session, found, 'exec', [...words, ...streamParameters(container, flags.boolean('stdin'))])
  },
} satisfies Command

/** The object and the command: the words after `--`, or after the name as in older releases. */
function readWords({ args, afterDash, flags, host, cli }: Session): { name: string; command: readonly string[] } {
  const before = afterDash === undefined ? args : args.slice(0, args.length - afterDash.length)
  const [name = '', ...rest] = before
  if (afterDash !== undefined) return { name, command: afterDash }
  const fromFile = flags.list('filename').length > 0
  if (rest.length === 0 && !(fromFile && name !== '')) return { name, command: [] }
  if (!flags.boolean('quiet'))
    host.stderr(
      `${cli} exec [POD] [COMMAND] is DEPRECATED and will be removed in a future version. Use ${cli} exec [POD] -- [COMMAND] instead.\n`,
    )
  return rest.length > 0 ? { name, command: rest } : { name: '', command: before }
}

async function targetOf(session: Session, name: string): Promise<Target> {
  if (session.flags.list('filename').length === 0) return streamTarget(session, name)
  const { targets, unread } = await select(session, { words: name === '' ? [] : ['pods', name], typed: true })
  if (unread.length > 0) throw new Failures(unread)
  const [target, ...more] = targets
  if (target === undefined || more.length > 0) throw new Failure('cannot exec into multiple objects at a time')
  return target
}
