import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { Failure, ServerError } from './failure.ts'
import { chooseContainer, requireUnended } from './pod-containers.ts'
import { containersOf } from './pod-specs.ts'
import { connectToPod, streamParameters, warnWithoutTerminal } from './pod-streams.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'

/** Attaches to the named container of a pod, by default to the container that `exec` uses. */
export async function attachTo(session: Session, target: Target, pod: ApiObject, name = ''): Promise<number | void> {
  const { flags, host } = session
  requireUnended(pod, 'attach')
  const container = chosen(session, pod, name)
  const isQuiet = flags.boolean('quiet')
  const hasTerminal = allocatesTerminal(pod, container)
  if (flags.boolean('tty') && !hasTerminal && !isQuiet)
    host.stderr(`error: Unable to use a TTY - container ${container} did not allocate one\n`)
  warnWithoutTerminal(session, hasTerminal)
  if (!isQuiet) host.stderr("If you don't see a command prompt, try pressing enter.\n")
  return connectToPod(session, target, 'attach', streamParameters(container, flags.boolean('stdin')))
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
