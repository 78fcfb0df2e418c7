import { array, boolean, duration, level, levels, text } from './flags.ts'
import type { Flag } from './flags.ts'

/** The values of `--profile`: `none` and the profiles of Go's runtime. */
export const PROFILES: readonly string[] = ['none', 'cpu', 'heap', 'goroutine', 'threadcreate', 'block', 'mutex']

/** The flags that all commands accept. */
export const globalFlags: readonly Flag[] = [
  text('as', 'Username to impersonate for the operation.'),
  array('as-group', 'Group to impersonate for the operation; repeat it for several groups.'),
  text('as-uid', 'UID to impersonate for the operation.'),
  text('cache-dir', 'The folder for stored discovery; in a page discovery is not stored.', {
    completes: 'file',
  }),
  text('certificate-authority', 'Path to a certificate file for the certificate authority.', { completes: 'file' }),
  text('client-certificate', 'Path to a client certificate file for TLS.', { completes: 'file' }),
  text('client-key', 'Path to a client key file for TLS.', { completes: 'file' }),
  text('cluster', 'The name of the configured cluster to use.', { completes: 'cluster' }),
  text('context', 'The name of the configured context to use.', { completes: 'context' }),
  boolean('disable-compression', 'If true, responses are not compressed.', { fallback: 'false' }),
  boolean('help', 'Help for the command.', { short: 'h', hidden: true }),
  boolean('insecure-skip-tls-verify', "If true, the server's certificate is not checked.", { fallback: 'false' }),
  text('kubeconfig', 'Path to the configuration file to use for requests.', { completes: 'file' }),
  duration('log-flush-frequency', 'How often the log is written; here always at once.', {
    fallback: '5s',
    fault: 'parse error',
  }),
  boolean('match-server-version', 'Require the server version to match the client version.', { fallback: 'false' }),
  text('namespace', 'If present, the namespace scope for this request.', { short: 'n', completes: 'namespace' }),
  text('password', 'Password for basic authentication to the server.'),
  text('profile', 'Name of a profile to capture; here only none has an effect.', {
    fallback: 'none',
    choices: PROFILES,
  }),
  text('profile-output', 'Name of the file to write the profile to.', { fallback: 'profile.pprof', completes: 'file' }),
  text(
    'request-timeout',
    'How long to wait for one request: a number of seconds, or `1s`, `2m`, `3h`. 0 means no limit.',
    {
      fallback: '0',
    },
  ),
  text('server', 'The address and port of the API server.', { short: 's' }),
  text('tls-server-name', 'Server name to check in the server certificate.'),
  text('token', 'Bearer token for authentication to the server.'),
  text('user', 'The name of the configured user to use.', { completes: 'user' }),
  text('username', 'Username for basic authentication to the server.'),
  level('v', 'Log level: 6 logs each request, 7 adds headers, 8 adds shortened bodies, 9 adds whole bodies.', {
    short: 'v',
    fallback: '0',
  }),
  levels('vmodule', 'Log levels by file: a list of pattern=N, such as round_trippers=8.'),
  boolean('warnings-as-errors', 'Treat a warning from the server as an error and end with a non-zero code.', {
    fallback: 'false',
  }),
]
