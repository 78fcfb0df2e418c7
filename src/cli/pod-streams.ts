import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { resourcePath } from './discovery.ts'
import { Failure } from './failure.ts'
import { boolean, duration, text } from './flags.ts'
import type { Target } from './selection.ts'
import { select } from './selection.ts'
import type { Session } from './session.ts'

/*
 * Requests that a server passes on to a node. No cluster in a page has nodes, so each command checks what it can, sends
 * the request, and prints the server's refusal.
 */

export const containerFlag = text('container', 'Container name; the first of the pod where absent.', { short: 'c' })

export const podRunningTimeoutFlag = (fallback = '1m0s') =>
  duration('pod-running-timeout', 'The length of time to wait until at least one pod is running.', { fallback })

/** Flags of `attach`. */
export const streamFlags = [
  containerFlag,
  podRunningTimeoutFlag(),
  boolean('quiet', 'Only print output from the remote session.', { short: 'q' }),
  boolean('stdin', 'Pass stdin to the container.', { short: 'i' }),
  boolean('tty', 'Stdin is a TTY.', { short: 't' }),
]

/** The names of a pod's containers. */
export const containerNames = ({ spec }: ApiObject): string[] =>
  isObject(spec) && Array.isArray(spec.containers)
    ? spec.containers.filter(isObject).map((container) => String(container.name))
    : []

/** A pod by its name alone, or by `TYPE/NAME`. */
export async function podTarget(session: Session, word: string): Promise<Target> {
  const { targets } = await select(session, { words: [word.includes('/') ? word : `pods/${word}`], selectors: false })
  const [target] = targets
  if (target === undefined) throw new Failure('pod, type/name or --filename must be specified')
  return target
}

/**
 * Requests a stream to a pod. A server without nodes refuses it with an error; a server with nodes would switch
 * protocols, which this client does not do. @throws ServerError, Failure
 */
export async function connectToPod(session: Session, pod: Target, request: string): Promise<never> {
  const client = await session.client()
  await client.text({ method: 'POST', path: `${resourcePath(pod.type, pod.namespace, pod.name)}/${request}` })
  throw new Failure(`unable to upgrade connection: ${session.cli} here cannot stream to a node`)
}
