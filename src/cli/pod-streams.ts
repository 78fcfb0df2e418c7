import { isObject, objectsIn } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { resourcePath } from './discovery.ts'
import { parseDuration } from './duration.ts'
import { Failure, ServerError, UsageError } from './failure.ts'
import { boolean, duration, text } from './flags.ts'
import { logLevel, logLine } from './klog.ts'
import type { FoundPod } from './object-pods.ts'
import { byActivity, podOfObject } from './object-pods.ts'
import type { Target } from './selection.ts'
import { select } from './selection.ts'
import type { Session } from './session.ts'

/*
 * Requests that a server forwards to a node. Clusters in a page have no nodes that answer, so a command checks its
 * arguments, sends the request, and prints the server's refusal.
 */

export const containerFlag = text(
  'container',
  'Container name. By default the container that an annotation of the pod names, else its first one.',
  {
    short: 'c',
  },
)

export const podRunningTimeoutFlag = (fallback = '1m0s') =>
  duration('pod-running-timeout', 'The length of time to wait until at least one pod is running.', { fallback })

/** Flags of `attach` and `exec`. */
export const streamFlags = [
  containerFlag,
  podRunningTimeoutFlag(),
  boolean('quiet', 'Only print output from the remote session.', { short: 'q' }),
  boolean('stdin', 'Pass stdin to the container.', { short: 'i' }),
  boolean('tty', 'Stdin is a TTY.', { short: 't' }),
]

/** The pod for a bare name, or the object of `TYPE/NAME`. */
export async function streamTarget(session: Session, word: string, scheme?: string): Promise<Target> {
  const words = word.includes('/') ? [word] : ['pods', word]
  const { targets } = await select(session, { words, selectors: false, typed: true, scheme })
  const [target] = targets
  if (target === undefined) throw new Failure('pod, type/name or --filename must be specified')
  return target
}

/**
 * `--pod-running-timeout` in milliseconds.
 * @throws UsageError when it is not positive; without `hasHint`, a Failure
 */
export function podRunningTimeout({ flags, cli, path }: Session, { hasHint = true } = {}): number {
  const milliseconds = parseDuration(flags.text('pod-running-timeout')) ?? 0
  if (milliseconds > 0) return milliseconds
  const fault = '--pod-running-timeout must be higher than zero'
  throw hasHint
    ? new UsageError(fault, `See '${[cli, ...path].join(' ')} -h' for help and examples`)
    : new Failure(fault)
}

/** The pod to attach to: the object itself, or a pod that the object selects. @throws Failure */
export async function attachablePod(session: Session, target: Target, object: ApiObject): Promise<FoundPod> {
  const timeout = podRunningTimeout(session)
  return podOfObject(session, target, object, { failure: 'cannot attach to', timeout, compare: byActivity })
}

const SIMULATED = 'The containers of this cluster are simulated'

const NO_PORTS = `${SIMULATED}: nothing listens on their ports. {cli} describe svc lists the pods behind a service.`
const NO_PROGRAM = `${SIMULATED}: no command runs in them. {cli} logs prints their output, and {cli} describe shows their state.`

/** Tells the user of a terminal in the page why the log of a simulated container is empty. */
export function adviseOnEmptyLog({ host, cli }: Session, { status }: ApiObject): void {
  const states = isObject(status) ? objectsIn(status['containerStatuses']) : []
  if (!states.some(({ containerID }) => String(containerID).startsWith('simulated://'))) return
  host.advise?.(
    `The log is empty. ${SIMULATED}: only commands such as echo, with a shell or without, write into it. ${cli} describe shows the state and the events.`,
  )
}

/**
 * Requests a stream to a pod. A server without nodes refuses it with an error; a server with nodes switches protocols, and this
 * client then ends the connection. A browser removes the header that asks for a stream; the server refuses such a request, too.
 * @throws ServerError, Failure
 */
export async function connectToPod(
  session: Session,
  pod: Target,
  subresource: string,
  parameters: readonly (readonly [name: string, value: string])[] = [],
): Promise<never> {
  const client = await session.client()
  const sorted = new URLSearchParams(parameters.map(([name, value]) => [name, value]))
  // Go writes the parameters of a query in the order of their names.
  sorted.sort()
  const query = sorted.toString()
  session.host.advise?.((subresource === 'portforward' ? NO_PORTS : NO_PROGRAM).replaceAll('{cli}', session.cli))
  const path = `${resourcePath(pod.type, pod.namespace, pod.name)}/${subresource}${query === '' ? '' : `?${query}`}`
  if (subresource !== 'portforward') await logWebSocket(session, path)
  const refused = (error: unknown): never => {
    if (subresource !== 'portforward' || !(error instanceof ServerError)) throw error
    throw new Failure(`error upgrading connection: ${error.message}`)
  }
  await client
    .text({
      method: 'POST',
      streams: subresource === 'portforward' ? PORT_PROTOCOLS : COMMAND_PROTOCOLS,
      path,
    })
    .catch(refused)
  throw new Failure(`unable to upgrade connection: this ${session.cli} cannot stream to a node`)
}

/** Logs the WebSocket that kubectl first tries to open, and which ends without an answer. This client does not try. */
async function logWebSocket(session: Session, path: string): Promise<void> {
  const level = logLevel(session.flags, 'round_trippers')
  if (level < 6) return
  const client = await session.client()
  const url = client.server + path
  const { headers } = await client.credentials()
  client.logRequest('GET', url, { ...headers, 'Sec-Websocket-Protocol': COMMAND_PROTOCOLS[0] ?? '' })
  const line = (place: number, text: string): void => logLine(session.host, 'I', `round_trippers.go:${place}`, text)
  if (level === 6 || level >= 9) line(553, `GET ${url}  in 0 milliseconds`)
  else line(574, 'Response Status:  in 0 milliseconds')
  if (level >= 8) line(577, 'Response Headers:')
}

const COMMAND_PROTOCOLS = ['v5.', 'v4.', 'v3.', 'v2.', ''].map((version) => `${version}channel.k8s.io`)
const PORT_PROTOCOLS = ['portforward.k8s.io']

/** Warns that `-it` does not open a terminal: this client never reads from one. */
export function warnWithoutTerminal({ flags, host }: Session, wantsTerminal: boolean): void {
  if (flags.boolean('stdin') && wantsTerminal && !flags.boolean('quiet'))
    host.stderr('Unable to use a TTY - input is not a terminal or the right kind of file\n')
}

/** The query of `exec` and `attach`. */
export const streamParameters = (container: string, sendsInput: boolean): [string, string][] => [
  ['container', container],
  ...(sendsInput ? [['stdin', 'true'] as [string, string]] : []),
  ['stdout', 'true'],
  ['stderr', 'true'],
]
