import type { ApiObject } from '../../../worker/api/object.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { Command } from '../command.ts'
import { filenameFlags, selectorFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { parseDuration } from '../duration.ts'
import { Failure, hasReason, ServerError, UsageError } from '../failure.ts'
import { array, boolean, integer, text } from '../flags.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, select, selectedObjects } from '../selection.ts'
import type { Session } from '../session.ts'

/*
 * What a node answers through the server. There are no nodes behind a server in a page: each command checks what it can,
 * sends the request, and tells what the server says about it.
 */

const containerFlag = text('container', 'Container name; the first of the pod where absent.', { short: 'c' })

const containersOf = ({ spec }: ApiObject): string[] =>
  isObject(spec) && Array.isArray(spec.containers)
    ? spec.containers.filter(isObject).map((container) => String(container.name))
    : []

/** A pod by its name alone, or by `TYPE/NAME`. */
async function podTarget(session: Session, word: string): Promise<Target> {
  const { targets } = await select(session, { words: [word.includes('/') ? word : `pods/${word}`], selectors: false })
  const [target] = targets
  if (target === undefined) throw new Failure('pod, type/name or --filename must be specified')
  return target
}

const HINT = (session: Session, command: string): string => `See '${session.cli} ${command} -h' for help and examples`

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
    boolean('prefix', 'Prefix each log line with the log source.'),
    boolean('previous', 'Print the logs for the previous instance of the container.', { short: 'p' }),
    selectorFlag,
    text('since', 'Only return logs newer than a relative duration like 5s, 2m, or 3h.', { fallback: '0s' }),
    text('since-time', 'Only return logs after a specific date (RFC3339).'),
    integer('tail', 'Lines of recent log file to display. -1: all lines.', { fallback: '-1' }),
    boolean('timestamps', 'Include timestamps on each line in the log output.'),
  ],
  async run(session) {
    const { args, flags, host } = session
    const selects = flags.given('selector')
    if (args.length === 0 && !selects)
      throw new UsageError(
        "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
        HINT(session, 'logs'),
      )
    const since = parseDuration(flags.text('since')) ?? 0
    if (since > 0 && flags.text('since-time') !== '')
      throw new Failure('at most one of `sinceTime` or `sinceSeconds` may be specified')
    if (selects) return selectedLogs(session, since)
    const target = await podTarget(session, args[0] ?? '')
    const pod = await fetchTarget(session, target).catch((error: unknown) => unfound(error, target))
    await podLogs(session, target, pod, args[1] ?? flags.text('container'), since)
    return undefined
    function unfound(error: unknown, { namespace }: Target): never {
      if (!hasReason(error, 'NotFound') || !(error instanceof ServerError)) throw error
      throw new Failure(`error from server (NotFound): ${error.message} in namespace ${JSON.stringify(namespace)}`)
    }
    async function selectedLogs(of: Session, sinceMs: number): Promise<undefined> {
      const selection = await select(of, { words: ['pods'] })
      let seen = 0
      for await (const { target: found, load } of selectedObjects(of, selection)) {
        seen++
        await podLogs(of, found, await load(), flags.text('container'), sinceMs)
      }
      if (seen === 0) host.stderr(`No resources found in ${await of.namespace()} namespace.\n`)
    }
  },
} satisfies Command

async function podLogs(session: Session, target: Target, pod: ApiObject, container: string, since: number) {
  const { flags, host } = session
  if (container !== '' && !containersOf(pod).includes(container))
    throw new Failure(`container ${container} is not valid for pod ${target.name}`)
  const client = await session.client()
  const tail = flags.integer('tail')
  host.stdout(
    await client.text({
      path: `${resourcePath(target.type, target.namespace, target.name)}/log`,
      query: {
        container: container || containersOf(pod)[0],
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

/** Asks for a stream, which a server without nodes refuses; one that has some would switch protocols, which is not done here. */
async function connect(session: Session, pod: Target, subresource: string, query: string): Promise<never> {
  const client = await session.client()
  await client.text({
    method: 'POST',
    path: `${resourcePath(pod.type, pod.namespace, pod.name)}/${subresource}?${query}`,
  })
  throw new Failure(`unable to upgrade connection: ${session.cli} here cannot stream to a node`)
}

const streamFlags = [
  containerFlag,
  ...filenameFlags('to use to exec into the resource'),
  text('pod-running-timeout', 'The length of time to wait until at least one pod is running.', { fallback: '1m0s' }),
  boolean('quiet', 'Only print output from the remote session.', { short: 'q' }),
  boolean('stdin', 'Pass stdin to the container.', { short: 'i' }),
  boolean('tty', 'Stdin is a TTY.', { short: 't' }),
]

export const exec = {
  name: 'exec',
  summary: 'Execute a command in a container',
  usage: 'exec (POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]',
  examples: [['Run a command in a pod', '{cli} exec web -- date']],
  flags: streamFlags,
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
    const container = flags.text('container') || (containersOf(pod)[0] ?? '')
    return connect(
      session,
      target,
      'exec',
      `${words}&container=${encodeURIComponent(container)}&stdout=true&stderr=true`,
    )
  },
} satisfies Command

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

/** Attaches to a container of a pod, to the first where none is named. */
export async function attachTo(session: Session, target: Target, named = ''): Promise<number | void> {
  const pod = await fetchTarget(session, target)
  if (!session.flags.boolean('quiet')) session.host.stderr("If you don't see a command prompt, try pressing enter.\n")
  const container = named || (containersOf(pod)[0] ?? '')
  return connect(session, target, 'attach', `container=${encodeURIComponent(container)}&stdout=true&stderr=true`)
}

export const portForward = {
  name: 'port-forward',
  summary: 'Forward one or more local ports to a pod',
  usage: 'port-forward TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]',
  flags: [
    array('address', 'Addresses to listen on.'),
    text('pod-running-timeout', 'The length of time to wait until at least one pod is running.', { fallback: '1m0s' }),
  ],
  async run(session) {
    const [name, ...ports] = session.args
    if (name === undefined || ports.length === 0)
      throw new UsageError('TYPE/NAME and list of ports are required for port-forward', HINT(session, 'port-forward'))
    const target = await podTarget(session, name)
    const pod = await fetchTarget(session, target)
    for (const port of ports) {
      const remote = port.split(':').at(-1) ?? ''
      if (!/^\d+$/.test(remote) && !hasPort(pod, remote))
        throw new Failure(`Pod '${target.name}' does not have a named port '${remote}'`)
    }
    const status = isObject(pod.status) ? String(pod.status.phase ?? 'Pending') : 'Pending'
    if (status !== 'Running')
      throw new Failure(`unable to forward port because pod is not running. Current status=${status}`)
    return connect(session, target, 'portforward', '')
  },
} satisfies Command

function hasPort({ spec }: ApiObject, name: string): boolean {
  const containers = isObject(spec) && Array.isArray(spec.containers) ? spec.containers.filter(isObject) : []
  return containers.some(
    ({ ports }) => Array.isArray(ports) && ports.filter(isObject).some((port) => port.name === name),
  )
}

export const cp = {
  name: 'cp',
  summary: 'Copy files and directories to and from containers',
  usage: 'cp <file-spec-src> <file-spec-dest>',
  flags: [containerFlag, boolean('no-preserve', 'Ownership and permissions are not preserved in the container.')],
  async run(session) {
    const [from, to, ...more] = session.args
    if (from === undefined || to === undefined || more.length > 0)
      throw new Failure('source and destination are required')
    const remote = [from, to].filter((spec) => /^[^/.][^:]*:/.test(spec))
    if (remote.length === 0) throw new Failure('one of src or dest must be a remote file specification')
    if (remote.length === 2) throw new Failure('src must be a local file specification')
    const [path = ''] = (remote[0] ?? '').split(':')
    const target = await podTarget(session, path.split('/').at(-1) ?? '')
    await fetchTarget(session, target)
    return connect(session, target, 'exec', 'command=tar&stdin=true&stdout=true&stderr=true')
  },
} satisfies Command

const unmetered = (noun: 'pods' | 'nodes'): Command => ({
  name: noun,
  aliases: noun === 'pods' ? ['pod', 'po'] : ['node', 'no'],
  summary: `Display resource (CPU/memory) usage of ${noun}`,
  usage: `top ${noun}`,
  run: () => Promise.reject(new Failure('Metrics API not available')),
})

export const top = {
  name: 'top',
  summary: 'Display resource (CPU/memory) usage',
  description:
    'Display resource (CPU/memory) usage.\n\n The top command allows you to see the resource consumption for nodes or pods.\n\n This command requires Metrics Server to be correctly configured and working on the server.',
  usage: 'top',
  commands: [unmetered('nodes'), unmetered('pods')].map((command) => ({
    name: command.name,
    aliases: command.aliases,
    load: () => Promise.resolve(command),
  })),
} satisfies Command

export const proxy = {
  name: 'proxy',
  summary: 'Run a proxy to the API server',
  usage: 'proxy [--port=PORT]',
  flags: [integer('port', 'The port on which to run the proxy.', { short: 'p', fallback: '8001' })],
  run: () =>
    Promise.reject(new Failure('there is no port to listen on here: give the address of the server to clients')),
} satisfies Command

export const debug = {
  name: 'debug',
  summary: 'Create debugging sessions for troubleshooting workloads and nodes',
  usage: 'debug (POD | TYPE/NAME) [--image=image]',
  flags: [text('copy-to', 'Create a copy of the target pod with this name.'), text('image', 'Container image to use.')],
  async run({ flags }) {
    if (flags.text('image') === '' && flags.text('copy-to') === '')
      throw new Failure('you must specify --image when not using --copy-to.')
    throw new Failure('no container can be attached to here: there are no nodes that run one')
  },
} satisfies Command
