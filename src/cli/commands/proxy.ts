import type { Command } from '../command.ts'
import { Failure } from '../failure.ts'
import { boolean, duration, integer, text } from '../flags.ts'
import { logLine } from '../klog.ts'

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
    duration('keepalive', 'The keep-alive period for an active network connection. 0: none.', { fallback: '0s' }),
    integer('port', 'The port on which to run the proxy.', { short: 'p', fallback: '8001' }),
    text('reject-methods', 'Regular expression for HTTP methods that the proxy should reject.', { fallback: '^$' }),
    text('reject-paths', 'Regular expression for paths that the proxy should reject.', {
      fallback: '^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach',
    }),
    text('unix-socket', 'Unix socket on which to run the proxy.', { short: 'u' }),
    text('www', 'Also serve static files from the given directory.', { short: 'w' }),
    text('www-prefix', 'Prefix to serve static files under.', { short: 'P', fallback: '/static/' }),
  ],
  async run({ flags, host }) {
    if (flags.text('unix-socket') !== '' && flags.given('port'))
      throw new Failure('cannot set --unix-socket and --port at the same time')
    const www = flags.text('www')
    if (flags.boolean('disable-filter') && flags.text('unix-socket') === '')
      logLine(
        host,
        'W',
        'proxy.go:177',
        'Request filter disabled, your proxy is vulnerable to XSRF attacks, please be cautious',
      )
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
