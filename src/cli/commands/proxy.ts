import type { Command } from '../command.ts'
import { Exit, Failure } from '../failure.ts'
import type { FlagValues } from '../flags.ts'
import { boolean, duration, integer, text } from '../flags.ts'
import type { Host } from '../host.ts'
import { logLine } from '../klog.ts'

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
  async run({ flags, host }) {
    if (!flags.boolean('disable-filter')) await checkExpressions(flags, host)
    else if (flags.text('unix-socket') === '')
      logLine(
        host,
        'W',
        'proxy.go:177',
        'Request filter disabled, your proxy is vulnerable to XSRF attacks, please be cautious',
      )
    if (flags.text('unix-socket') !== '' && flags.integer('port') !== DEFAULT_PORT)
      throw new Failure('cannot set --unix-socket and --port at the same time')
    const www = flags.text('www')
    if (www !== '' && (await host.files.kind(www)) === undefined)
      logLine(
        host,
        'W',
        'proxy.go:200',
        `Failed to stat static file directory ${www}: stat ${www}: no such file or directory`,
      )
    const port = flags.integer('port')
    if (flags.text('unix-socket') === '' && (port < 0 || port > LAST_PORT))
      throw new Failure(`listen tcp: address ${port}: invalid port`)
    throw new Failure('there is no port to listen on here: give the address of the server to clients')
  },
} satisfies Command

const LAST_PORT = 65_535

/** kubectl ends with this code after a fatal log line. */
const FATAL = 255

/** Flags with regular expressions, in the order in which kubectl compiles them. */
const EXPRESSIONS = ['accept-paths', 'reject-paths', 'accept-hosts', 'reject-methods'] as const

/** @throws Exit after a log line that names the fault of an expression */
async function checkExpressions(flags: FlagValues, host: Host): Promise<void> {
  const { patternFault } = await import('../../../worker/schema/custom/patterns.ts')
  for (const part of EXPRESSIONS.flatMap((flag) => flags.text(flag).split(','))) {
    const fault = patternFault(part)
    if (fault === undefined) continue
    logLine(host, 'F', 'proxy_server.go:83', `Error compiling re: ${fault}`)
    throw new Exit(FATAL)
  }
}
