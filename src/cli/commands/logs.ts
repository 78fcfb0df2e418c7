import type { ApiObject } from '../../../worker/api/object.ts'
import { quote } from '../../../worker/api/go-format.ts'
import { canonicalTime, TimeError } from '../../../worker/schema/times.ts'
import type { Command } from '../command.ts'
import { selectorFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { parseDuration } from '../duration.ts'
import { Failure, hasReason, ServerError, UsageError } from '../failure.ts'
import { boolean, duration, integer, text } from '../flags.ts'
import { byLogs, podOfObject } from '../object-pods.ts'
import { annotatedContainer, containerNames, firstContainer } from '../pod-containers.ts'
import {
  adviseOnEmptyLog,
  containerFlag,
  podRunningTimeout,
  podRunningTimeoutFlag,
  streamTarget,
} from '../pod-streams.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, selectedObjects } from '../selected-objects.ts'
import { MISSING, select } from '../selection.ts'
import type { Session } from '../session.ts'

export const logs = {
  name: 'logs',
  summary: 'Print the logs for a container in a pod',
  usage: 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]',
  examples: [['Print the logs of a pod', '{cli} logs web']],
  flags: [
    boolean('all-containers', "Get all containers' logs in the pod(s)."),
    containerFlag,
    boolean('follow', 'Specify if the logs should be streamed.', { short: 'f' }),
    boolean('ignore-errors', 'If watching or following pod logs, allow for any errors that occur to be non-fatal.'),
    boolean('insecure-skip-tls-verify-backend', 'Skip verifying the identity of the node that the logs come from.'),
    integer('limit-bytes', 'Maximum bytes of logs to return. 0 means no limit.', { fallback: '0' }),
    integer('max-log-requests', 'The number of concurrent logs to follow when using --selector.', { fallback: '5' }),
    podRunningTimeoutFlag('20s'),
    boolean('prefix', 'Prefix each log line with the log source.'),
    boolean('previous', 'Print the logs for the previous instance of the container.', { short: 'p' }),
    selectorFlag,
    duration('since', 'Only return logs newer than a relative duration like 5s, 2m, or 3h.', { fallback: '0s' }),
    text('since-time', 'Only return logs after a specific date (RFC3339).'),
    integer('tail', 'Lines of recent log file to display. -1: all lines.', { fallback: '-1' }),
    boolean('timestamps', 'Include timestamps on each line in the log output.'),
  ],
  async run(session) {
    const { args } = session
    checkWords(session)
    const namespace = await session.namespace()
    podRunningTimeout(session, { hasHint: false })
    checkTime(session)
    const container = args[1] ?? session.flags.text('container')
    if (session.flags.text('selector') !== '') return printSelectedLogs(session, container)
    if (args[0] === '') throw new Failure(MISSING)
    const target = await streamTarget(session, args[0] ?? '')
    const object = await fetchTarget(session, target).catch((error: unknown) => throwUnfound(error, namespace))
    checkFlags(session, container)
    const { host } = session
    const found = await podOfObject(session, target, object, {
      failure: 'cannot get the logs from',
      timeout: podRunningTimeout(session),
      compare: byLogs,
      found: (count, { metadata }) => {
        if (count > 1) host.stderr(`Found ${count} pods, using pod/${metadata?.name ?? ''}\n`)
      },
    })
    await printLogs(session, requestsOf(session, found.target, found.pod, container))
    return undefined
  },
} satisfies Command

function checkWords({ args, flags, cli }: Session): void {
  const hint = `See '${cli} logs -h' for help and examples`
  const selects = flags.text('selector') !== ''
  if ((args.length === 0 && !selects) || args.length > 2)
    throw new UsageError(
      "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
      hint,
    )
  if (args.length === 1 && selects) throw new UsageError('only a selector (-l) or a POD name is allowed', hint)
  if (args.length === 2 && selects)
    throw new Failure('selectors and the all flag cannot be used when passing resource/name arguments')
}

function checkTime({ flags }: Session): void {
  const time = flags.text('since-time')
  if (time === '') return
  try {
    canonicalTime(time)
  } catch (error) {
    throw error instanceof TimeError ? new Failure(error.message) : error
  }
}

function checkFlags({ args, flags }: Session, container: string): void {
  const since = parseDuration(flags.text('since')) ?? 0
  if (flags.text('since-time') !== '' && since !== 0)
    throw new Failure('at most one of `sinceTime` or `sinceSeconds` may be specified')
  if (flags.boolean('all-containers') && container !== '')
    throw new Failure(`--all-containers=true should not be specified with container name ${container}`)
  if (flags.given('container') && args.length === 2)
    throw new Failure('only one of -c or an inline [CONTAINER] arg is allowed')
  if (flags.integer('limit-bytes') < 0) throw new Failure('--limit-bytes must be greater than 0')
  if (since < 0) throw new Failure('--since must be greater than 0')
  if (flags.integer('tail') < -1) throw new Failure('--tail must be greater than or equal to -1')
}

function throwUnfound(error: unknown, namespace: string): never {
  if (!hasReason(error, 'NotFound') || !(error instanceof ServerError)) throw error
  throw new Failure(`error from server (NotFound): ${error.message} in namespace ${JSON.stringify(namespace)}`)
}

/** Prints the logs of each pod that `--selector` matches, one after the other. */
async function printSelectedLogs(session: Session, container: string): Promise<undefined> {
  const selection = await select(session, { words: ['pods'] })
  const pods: { readonly target: Target; readonly pod: ApiObject }[] = []
  for await (const { target, load } of selectedObjects(session, selection)) pods.push({ target, pod: await load() })
  if (pods.length === 0) session.host.stderr(`No resources found in ${await session.namespace()} namespace.\n`)
  checkFlags(session, container)
  await printLogs(
    session,
    pods.flatMap(({ target, pod }) => requestsOf(session, target, pod, container)),
  )
}

/** The request for the log of one container. */
interface LogRequest {
  readonly target: Target
  readonly pod: ApiObject
  readonly container: string
}

/** The requests for the logs of the chosen containers. @throws Failure for an unknown container */
function requestsOf(session: Session, target: Target, pod: ApiObject, container: string): LogRequest[] {
  const names = session.flags.boolean('all-containers')
    ? containerNames(pod)
    : [container || defaultContainer(session, pod)]
  const unknown = names.find((name) => !containerNames(pod).includes(name))
  if (unknown !== undefined) throw new Failure(`container ${unknown} is not valid for pod ${target.name}`)
  return names.map((name) => ({ target, pod, container: name }))
}

/** Prints logs, one after the other. @throws Failure for more logs to follow than `--max-log-requests` allows */
async function printLogs(session: Session, requests: readonly LogRequest[]): Promise<void> {
  const { flags, host } = session
  const limit = flags.integer('max-log-requests')
  if (flags.boolean('follow') && requests.length > Math.max(limit, 1))
    throw new Failure(
      `you are attempting to follow ${requests.length} log streams, but maximum allowed concurrency is ${limit}, use --max-log-requests to increase the limit`,
    )
  for (const { target, pod, container } of requests) {
    try {
      const text = await printContainerLog(session, target, container)
      if (text === '') adviseOnEmptyLog(session, pod)
    } catch (error) {
      if (!flags.boolean('ignore-errors') || !(error instanceof Error)) throw error
      host.stdout(`error: ${error.message}\n`)
    }
  }
}

function defaultContainer(session: Session, pod: ApiObject): string {
  const annotated = annotatedContainer(session, pod)
  if (annotated?.exists === true) return annotated.name
  if (annotated !== undefined)
    session.host.stderr(
      `Default container name ${quote(annotated.name)} not found in pod ${pod.metadata?.name ?? ''}\n`,
    )
  return firstContainer(session, pod, false)
}

async function printContainerLog(
  session: Session,
  { type, namespace, name }: Target,
  container: string,
): Promise<string> {
  const { flags, host } = session
  const client = await session.client()
  const since = parseDuration(flags.text('since')) ?? 0
  // With a selector, the default is the last ten lines of each log.
  const tail = flags.text('selector') !== '' && !flags.given('tail') ? 10n : flags.int64('tail')
  const parameterOf = (flag: string): string | undefined => (flags.boolean(flag) ? 'true' : undefined)
  const text = await client.text({
    path: `${resourcePath(type, namespace, name)}/log`,
    query: {
      container,
      follow: parameterOf('follow'),
      insecureSkipTLSVerifyBackend: parameterOf('insecure-skip-tls-verify-backend'),
      limitBytes: flags.int64('limit-bytes') > 0n ? String(flags.int64('limit-bytes')) : undefined,
      previous: parameterOf('previous'),
      sinceSeconds: since > 0 ? String(Math.ceil(since / 1000)) : undefined,
      sinceTime: flags.text('since-time') || undefined,
      tailLines: tail >= 0n ? String(tail) : undefined,
      timestamps: parameterOf('timestamps'),
    },
  })
  host.stdout(flags.boolean('prefix') ? text.replace(/^(?=.)/gm, `[pod/${name}/${container}] `) : text)
  return text
}
