import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { selectorFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { parseDuration } from '../duration.ts'
import { Failure, hasReason, ServerError, UsageError } from '../failure.ts'
import { boolean, duration, integer, text } from '../flags.ts'
import { containerFlag, containerNames, podRunningTimeoutFlag, podTarget } from '../pod-streams.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, selectedObjects } from '../selected-objects.ts'
import { select } from '../selection.ts'
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
    integer('limit-bytes', 'Maximum bytes of logs to return. 0: no limit.', { fallback: '0' }),
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
    const { args, flags } = session
    const selects = flags.given('selector')
    if (args.length === 0 && !selects)
      throw new UsageError(
        "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
        `See '${session.cli} logs -h' for help and examples`,
      )
    const since = parseDuration(flags.text('since')) ?? 0
    if (since > 0 && flags.text('since-time') !== '')
      throw new Failure('at most one of `sinceTime` or `sinceSeconds` may be specified')
    if (selects) return printSelectedLogs(session, since)
    const target = await podTarget(session, args[0] ?? '')
    const pod = await fetchTarget(session, target).catch((error: unknown) => throwUnfound(error, target))
    await printLogs(session, target, pod, { container: args[1] ?? flags.text('container'), since })
    return undefined
  },
} satisfies Command

function throwUnfound(error: unknown, { namespace }: Target): never {
  if (!hasReason(error, 'NotFound') || !(error instanceof ServerError)) throw error
  throw new Failure(`error from server (NotFound): ${error.message} in namespace ${JSON.stringify(namespace)}`)
}

/** The logs of each pod that `--selector` matches, one after the other. */
async function printSelectedLogs(session: Session, since: number): Promise<undefined> {
  const selection = await select(session, { words: ['pods'] })
  let seen = 0
  for await (const { target, load } of selectedObjects(session, selection)) {
    seen++
    await printLogs(session, target, await load(), { container: session.flags.text('container'), since })
  }
  if (seen === 0) session.host.stderr(`No resources found in ${await session.namespace()} namespace.\n`)
}

interface LogRange {
  /** Empty: the first container. */
  readonly container: string
  /** Milliseconds before now; 0: no limit. */
  readonly since: number
}

async function printLogs(session: Session, target: Target, pod: ApiObject, { container, since }: LogRange) {
  const { flags, host } = session
  if (container !== '' && !containerNames(pod).includes(container))
    throw new Failure(`container ${container} is not valid for pod ${target.name}`)
  const client = await session.client()
  const tail = flags.integer('tail')
  host.stdout(
    await client.text({
      path: `${resourcePath(target.type, target.namespace, target.name)}/log`,
      query: {
        container: container || containerNames(pod)[0],
        follow: flags.boolean('follow') ? 'true' : undefined,
        previous: flags.boolean('previous') ? 'true' : undefined,
        sinceSeconds: since > 0 ? String(Math.ceil(since / 1000)) : undefined,
        sinceTime: flags.text('since-time') || undefined,
        tailLines: tail >= 0 ? String(tail) : undefined,
        timestamps: flags.boolean('timestamps') ? 'true' : undefined,
      },
    }),
  )
}
