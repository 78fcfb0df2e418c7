import type { Command } from '../command.ts'
import { parseDuration } from '../duration.ts'
import { Exit, Failure, INTERRUPTED } from '../failure.ts'
import type { FlagValues } from '../flags.ts'
import { boolean, duration, integer, text } from '../flags.ts'
import type { Host } from '../host.ts'
import { logLine } from '../klog.ts'
import type { FilterExpressions } from '../proxy-filter.ts'

const DEFAULT_PORT = 8001

export const proxy = {
  name: 'proxy',
  summary: 'Run a proxy to the API server',
  usage: 'proxy [--port=PORT]',
  flags: [
    text('accept-hosts', 'Regular expression for hosts that the proxy should accept.', {
      fallback: '^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$',
    }),
    text('accept-paths', 'Regular expression for paths that the proxy should accept.', { fallback: '^.*' }),
    text('address', 'The IP address on which to serve.', { fallback: '127.0.0.1' }),
    text('api-prefix', 'Prefix to serve the proxied API under.', { fallback: '/' }),
    boolean('append-server-path', 'If true, append the path of the server to each request.'),
    boolean('disable-filter', 'If true, do not filter requests.'),
    duration(
      'keepalive',
      'The keep-alive period for an active network connection. With 0, there are no keep-alive messages.',
      { fallback: '0s' },
    ),
    integer('port', 'The port on which to run the proxy.', { short: 'p', fallback: String(DEFAULT_PORT) }),
    text('reject-methods', 'Regular expression for HTTP methods that the proxy should reject.', { fallback: '^$' }),
    text('reject-paths', 'Regular expression for paths that the proxy should reject.', {
      fallback: '^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach',
    }),
    text('unix-socket', 'Unix socket on which to run the proxy.', { short: 'u' }),
    text('www', 'Also serve static files from the given directory.', { short: 'w' }),
    text('www-prefix', 'Prefix to serve static files under.', { short: 'P', fallback: '/static/' }),
  ],
  async run(session) {
    const { flags, host } = session
    const client = await session.client()
    const serverPath = new URL(client.server).pathname
    if (serverPath !== '/' && !flags.boolean('append-server-path'))
      logLine(
        host,
        'W',
        'proxy.go:172',
        `Your kube context contains a server path ${serverPath}, use --append-server-path to automatically append the path to each request`,
      )
    const filter = await import('../proxy-filter.ts')
    const accepts = flags.boolean('disable-filter')
      ? undefined
      : filter.requestFilter(checkedExpressions(flags, host, filter))
    await checkFlags(flags, host, accepts === undefined)
    if (host.listen === undefined)
      throw new Failure('a page cannot listen on a port: give the address of the server to clients')
    const rules = {
      apiPrefix: withSlash(flags.text('api-prefix')),
      filePrefix: flags.text('www') === '' ? undefined : withSlash(flags.text('www-prefix')),
      serverPath: flags.boolean('append-server-path') ? serverPath : '',
      accepts,
    }
    if (rules.apiPrefix === rules.filePrefix)
      throw new Failure(`--api-prefix and --www-prefix are both ${JSON.stringify(rules.apiPrefix)}`)
    const { proxyRoute } = await import('../proxy-routes.ts')
    const { address, ended } = await host.listen({
      socket: flags.text('unix-socket') || undefined,
      address: flags.text('address'),
      port: flags.integer('port'),
      route: (request) => proxyRoute(rules, request),
      folder: host.files.resolve(flags.text('www')),
      server: new URL(client.server).origin,
      credentials: await client.credentials(),
      keepAliveMs: Math.max(0, parseDuration(flags.text('keepalive')) ?? 0),
      failed: (fault) => logLine(host, 'E', 'proxy_server.go:147', `Error while proxying request: ${fault}`),
      signal: host.signal,
    })
    host.stdout(`Starting to serve on ${address}\n`)
    await ended
    return INTERRUPTED
  },
} satisfies Command

const LAST_PORT = 65_535

/** kubectl ends with this code after a fatal log line. */
const FATAL = 255

const withSlash = (prefix: string): string => (prefix.endsWith('/') ? prefix : `${prefix}/`)

/** @throws Exit after a log line that names the fault of an expression */
function checkedExpressions(
  flags: FlagValues,
  host: Host,
  { filterFault }: { filterFault(lists: FilterExpressions): string | undefined },
): FilterExpressions {
  const lists = {
    acceptPaths: flags.text('accept-paths'),
    rejectPaths: flags.text('reject-paths'),
    acceptHosts: flags.text('accept-hosts'),
    rejectMethods: flags.text('reject-methods'),
  }
  const fault = filterFault(lists)
  if (fault === undefined) return lists
  logLine(host, 'F', 'proxy_server.go:83', `Error compiling re: ${fault}`)
  throw new Exit(FATAL)
}

/** Warns about dangerous and useless flags. @throws Failure for flags that exclude each other and for an unfit port */
async function checkFlags(flags: FlagValues, host: Host, isUnfiltered: boolean): Promise<void> {
  const isSocket = flags.text('unix-socket') !== ''
  const warn = (line: number, text: string): void => logLine(host, 'W', `proxy.go:${line}`, text)
  if (isUnfiltered && !isSocket)
    warn(177, 'Request filter disabled, your proxy is vulnerable to XSRF attacks, please be cautious')
  if (isSocket && flags.integer('port') !== DEFAULT_PORT)
    throw new Failure('cannot set --unix-socket and --port at the same time')
  const www = flags.text('www')
  const kind = www === '' ? 'directory' : await host.files.kind(www)
  if (kind === undefined)
    warn(200, `Failed to stat static file directory ${www}: stat ${www}: no such file or directory`)
  if (kind === 'file') warn(202, `Static file directory ${www} is not a directory`)
  const port = flags.integer('port')
  if (!isSocket && (port < 0 || port > LAST_PORT)) throw new Failure(`listen tcp: address ${port}: invalid port`)
}
