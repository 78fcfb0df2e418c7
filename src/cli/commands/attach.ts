import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { Failure, ServerError } from '../failure.ts'
import { chooseContainer, phaseOf } from '../pod-containers.ts'
import { containersOf } from '../pod-specs.ts'
import {
  attachablePod,
  connectToPod,
  podRunningTimeout,
  streamFlags,
  streamParameters,
  streamTarget,
  warnWithoutTerminal,
} from '../pod-streams.ts'
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

/** Attaches to the named container of a pod, by default to the container that `exec` uses. */
export async function attachTo(session: Session, target: Target, pod: ApiObject, name = ''): Promise<number | void> {
  const { flags, host } = session
  const phase = phaseOf(pod)
  if (phase === 'Succeeded' || phase === 'Failed')
    throw new Failure(`cannot attach a container in a completed pod; current phase is ${phase}`)
  const container = chosen(session, pod, name)
  const isQuiet = flags.boolean('quiet')
  const hasTerminal = allocatesTerminal(pod, container)
  if (flags.boolean('tty') && !hasTerminal && !isQuiet)
    host.stderr(`error: Unable to use a TTY - container ${container} did not allocate one\n`)
  warnWithoutTerminal(session, hasTerminal)
  if (!isQuiet) host.stderr("If you don't see a command prompt, try pressing enter.\n")
  return connectToPod(session, target, 'attach', streamParameters(session, container))
}

function chosen(session: Session, pod: ApiObject, name: string): string {
  try {
    return chooseContainer(session, pod, name)
  } catch (error) {
    if (error instanceof ServerError || !(error instanceof Error)) throw error
    throw new Failure(`cannot attach to the container: ${error.message}`)
  }
}

const allocatesTerminal = ({ spec }: ApiObject, name: string): boolean =>
  isObject(spec) && containersOf(spec).some((container) => container.name === name && container.tty === true)
