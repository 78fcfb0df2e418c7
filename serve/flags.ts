import { numberOfText } from '../worker/api/numbers.ts'
import { parseMilliseconds } from '../worker/api/duration.ts'
import { UNUSED_FLAGS } from './unused-flags.ts'

/**
 * The command line of `npm run serve`: flags of the real server by their names, and some of this server. Flags have the form
 * `--name value` or `--name=value`; a boolean flag takes a value only after `=`. The values of a repeated list or map are joined;
 * of any other repeated flag, the last value counts.
 */
type FlagType = 'string' | 'boolean' | 'integer' | 'duration' | 'list' | 'map'

interface Flag {
  readonly type: FlagType
  readonly help: string
  readonly choices?: readonly string[]
}

const flag = (type: FlagType, help: string, more: Partial<Flag> = {}): Flag => ({ type, help, ...more })

export const FLAGS = {
  port: flag('integer', 'Serve plain HTTP on this port; 0 takes a free one.'),
  'secure-port': flag('integer', 'Serve HTTPS on this port; 0 takes a free one.'),
  'bind-address': flag(
    'string',
    'Address to serve on. Default: 127.0.0.1. Addresses other than loopback need access control.',
  ),
  'advertise-address': flag(
    'string',
    'Address of the endpoint of the service kubernetes. Default: --bind-address; none for loopback.',
  ),
  'allow-everyone': flag(
    'boolean',
    'Serve other machines without access control when --bind-address is not a loopback address.',
  ),
  'allowed-hosts': flag('list', 'Host names that plain HTTP answers for, besides addresses and localhost.'),
  'cors-allowed-origins': flag(
    'list',
    'Regular expressions of origins whose pages may use the server: ^https://shop\\.example$.',
  ),
  'tls-cert-file': flag('string', 'The serving certificate (PEM), followed by its intermediates.'),
  'cert-dir': flag(
    'string',
    'Folder of the serving certificate (apiserver.crt, apiserver.key) without --tls-cert-file; made when absent.',
  ),
  'tls-private-key-file': flag('string', 'The key of the serving certificate (PEM).'),
  dialect: flag('string', 'The names the server uses.', { choices: ['svc', 'k8s'] }),
  'data-dir': flag('string', 'Folder that keeps the cluster. Default: memory.'),
  'accept-data-loss': flag(
    'boolean',
    'Continue with what is left of a damaged --data-dir. Default: such a server is read-only.',
  ),
  'etcd-servers': flag('list', 'Keep the cluster in etcd: URLs of its members. Any number of servers may share it.'),
  'etcd-prefix': flag('string', "Prefix of the cluster's keys in etcd. Default: /tabplane."),
  'etcd-cafile': flag('string', 'Authorities of the certificates of etcd (PEM).'),
  'etcd-certfile': flag('string', 'The certificate that this server shows etcd (PEM).'),
  'etcd-keyfile': flag('string', 'The key of that certificate (PEM).'),
  'etcd-compaction-interval': flag('duration', 'Time between compactions of etcd. Default: 5m; 0 for never.'),
  'max-requests-inflight': flag('integer', 'Reads in flight; 0 (the default) means no limit.'),
  'max-mutating-requests-inflight': flag('integer', 'Writes in flight; 0 (the default) means no limit.'),
  'enable-priority-and-fairness': flag(
    'boolean',
    'Queue requests beyond the sum of the two limits by flow schema and priority level. Default: true.',
  ),
  'request-timeout': flag('duration', 'Time limit of a request; its timeout parameter may shorten it. Default: 1m.'),
  'event-ttl': flag('duration', 'Time that Events are kept after their last write. Default: 1h.'),
  'audit-policy-file': flag('string', 'Audit policy (YAML). Without it no audit events are written.'),
  'audit-log-path': flag('string', 'File that receives audit events, one for each line; - is standard output.'),
  'audit-log-maxsize': flag('integer', 'Size in megabytes after which the audit log is rotated. Default: 100.'),
  'audit-log-maxbackup': flag('integer', 'Number of rotated files to keep. Default: all.'),
  'audit-log-maxage': flag('integer', 'Days to keep rotated files. Default: no limit.'),
  'show-hidden-metrics-for-version': flag('string', 'Show metrics that were hidden since this release, 1.29.', {
    choices: ['1.29'],
  }),
  v: flag(
    'integer',
    'How much the server logs to standard error. Default: 0. From 3 on each request is a line. -v is the same.',
  ),
  vmodule: flag('list', 'Levels of single modules: request-log=3,serve=2.'),
  'logging-format': flag('string', 'Form of the log. Default: text.', { choices: ['text', 'json'] }),
  'shutdown-delay-duration': flag('duration', 'Time to keep serving, not ready, after a stop signal.'),
  'livez-grace-period': flag('duration', 'Accepted; every check passes from the start.'),
  help: flag('boolean', 'Print the flags and exit.'),
  version: flag('boolean', 'Print the release whose behaviour the server has, and exit.'),
  'print-kubeconfig': flag('boolean', 'Print a client configuration for this server once it is ready.'),
  'token-auth-file': flag('string', 'Static tokens: CSV of token, user, uid and groups.'),
  'runtime-config': flag('map', 'API versions to serve or not: api/all=true, batch/v1=false.'),
  'feature-gates': flag('map', 'Features to switch: WatchList=true.'),
  'allow-privileged': flag('boolean', 'Allow privileged containers. Default: true; of kube-apiserver: false.'),
  'service-cluster-ip-range': flag(
    'string',
    'Addresses for services: a range, or one of each family with a comma between.',
  ),
  'service-node-port-range': flag('string', 'Ports for services of the type NodePort: 30000-32767 or 30000+2768.'),
  'authorization-mode': flag(
    'list',
    'Authorisation modes, in order: AlwaysAllow (default), AlwaysDeny, Node, RBAC, Webhook.',
  ),
  'anonymous-auth': flag('boolean', 'Take requests without credentials, from system:anonymous; true by default.'),
  'enable-bootstrap-token-auth': flag('boolean', 'Accept bootstrap tokens.'),
  'client-ca-file': flag('string', 'Authorities of client certificates (PEM).'),
  'requestheader-client-ca-file': flag('string', 'Authorities of the front proxy (PEM).'),
  'requestheader-allowed-names': flag('list', 'Common names of the front proxy.'),
  'requestheader-username-headers': flag('list', 'Headers that carry the user.'),
  'requestheader-group-headers': flag('list', 'Headers that carry groups.'),
  'requestheader-extra-headers-prefix': flag('list', 'Prefixes of headers that carry extra values.'),
  'service-account-issuer': flag('list', 'Issuers of service account tokens. New tokens have the first one.'),
  'service-account-key-file': flag('list', 'Keys that verify service account tokens (PEM).'),
  'service-account-signing-key-file': flag('string', 'Key that signs service account tokens (PEM).'),
  'service-account-lookup': flag('boolean', 'Refuse tokens whose account is gone; true by default.'),
  'service-account-max-token-expiration': flag(
    'duration',
    'The longest lifetime of a requested token, 1h to 2^32 s; longer requests are shortened. 0 means no limit.',
  ),
  'service-account-extend-token-expiration': flag(
    'boolean',
    'Extend tokens of Pods for 3,607 seconds to a year, with warnings after their time; true by default.',
  ),
  'service-account-jwks-uri': flag(
    'string',
    'Address (https) of the keys in the discovery document of the issuer; default: this server.',
  ),
  'api-audiences': flag('list', 'Audiences of this server.'),
  controllers: flag(
    'list',
    'Controllers to run with the server: names, * for all, -name for all but one, -* for none.',
  ),
  'kube-api-qps': flag(
    'integer',
    'Requests per second of each controller. Default: 20; a negative number means no limit.',
  ),
  'kube-api-burst': flag('integer', 'Burst of requests of each controller. Default: 30.'),
  'cluster-signing-cert-file': flag('string', 'Authority that signs certificate requests (PEM).'),
  'cluster-signing-key-file': flag('string', 'Key of that authority (PEM).'),
  'root-ca-file': flag('string', 'Authority published to every namespace (PEM); default: the signing authority.'),
  'oidc-issuer-url': flag('string', 'OpenID issuer.'),
  'oidc-client-id': flag('string', 'Audience of ID tokens.'),
  'oidc-username-claim': flag('string', 'Claim that holds the user name.'),
  'oidc-username-prefix': flag('string', 'Prefix of user names.'),
  'oidc-groups-claim': flag('string', 'Claim that holds the groups.'),
  'oidc-groups-prefix': flag('string', 'Prefix of groups.'),
  'oidc-required-claim': flag('map', 'Claims that a token must have.'),
  'oidc-ca-file': flag('string', 'Authority of the issuer (PEM).'),
  'oidc-signing-algs': flag('list', 'Algorithms of ID tokens.'),
  'enable-admission-plugins': flag('list', 'Admission plugins besides the default ones.'),
  'disable-admission-plugins': flag('list', 'Default admission plugins to leave out.'),
  'admission-control': flag('list', 'All admission plugins, instead of the two flags above (deprecated).'),
  'admission-control-config-file': flag('string', 'Configuration of admission plugins.'),
  'default-not-ready-toleration-seconds': flag('integer', 'Seconds for the not-ready toleration.'),
  'default-unreachable-toleration-seconds': flag('integer', 'Seconds for the unreachable toleration.'),
  'authentication-token-webhook-config-file': flag(
    'string',
    'Client configuration (YAML) of the service that reviews tokens.',
  ),
  'authentication-token-webhook-version': flag('string', 'Version of its reviews. Default: v1beta1.', {
    choices: ['v1', 'v1beta1'],
  }),
  'authentication-token-webhook-cache-ttl': flag('duration', 'Time to cache its answers. Default: 2m.'),
  'authorization-webhook-config-file': flag(
    'string',
    'Client configuration (YAML) of the service that mode Webhook calls.',
  ),
  'authorization-webhook-version': flag('string', 'Version of its reviews. Default: v1beta1.', {
    choices: ['v1', 'v1beta1'],
  }),
  'authorization-webhook-cache-authorized-ttl': flag('duration', 'Time to cache an answer that allows. Default: 5m.'),
  'authorization-webhook-cache-unauthorized-ttl': flag(
    'duration',
    'Time to cache an answer that does not allow. Default: 30s.',
  ),
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof FLAGS

/** The given values by flag: all values of lists and maps, the last value of other flags. */
export type FlagValues = ReadonlyMap<FlagName, readonly string[]>

/** An invalid command line; the message names the flag. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
}

const isFlag = (name: string): name is FlagName => Object.hasOwn(FLAGS, name)

const CHECKS: Readonly<Record<FlagType, (value: string) => boolean>> = {
  string: () => true,
  list: () => true,
  map: (value) => value.split(',').every((pair) => pair !== '' && !pair.startsWith('=')),
  boolean: (value) => /^(true|false|1|0|t|f)$/i.test(value),
  integer: (value) => /^-?\d+$/.test(value),
  duration: (value) => /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/.test(value) || value === '0',
}

/** The values of a command line, as `readFlags` returns them. */
export const parseFlags = (args: readonly string[]): FlagValues => readFlags(args).values

/**
 * Reads the command line. `withoutEffect`: the given flags that have no effect, because this server lacks the feature or the part
 * that they configure.
 * @throws FlagError for an unknown flag, and for a missing or invalid value
 */
export function readFlags(args: readonly string[]): {
  readonly values: FlagValues
  readonly withoutEffect: readonly string[]
} {
  const values = new Map<FlagName, string[]>()
  const withoutEffect = new Set<string>()
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = '', assigned] = /^(?:--|-(?=v\b))([^=]+)(?:=([^]*))?$/.exec(arg) ?? []
    if (name === '') throw new FlagError(`unexpected argument ${JSON.stringify(arg)}; flags look like --name=value`)
    const unused = UNUSED_FLAGS.get(name)
    if (!isFlag(name) && unused === undefined) throw new FlagError(`unknown flag: --${name}`)
    const { type, choices }: Pick<Flag, 'type' | 'choices'> = isFlag(name) ? FLAGS[name] : { type: unused ?? 'string' }
    const value = assigned ?? (type === 'boolean' ? 'true' : rest.shift())
    if (value === undefined) throw new FlagError(`flag needs an argument: --${name}`)
    if (!CHECKS[type](value)) throw new FlagError(`invalid argument "${value}" for "--${name}" flag: not a ${type}`)
    if (choices !== undefined && !choices.includes(value))
      throw new FlagError(`invalid argument "${value}" for "--${name}" flag: one of ${choices.join(', ')}`)
    if (!isFlag(name)) {
      withoutEffect.add(name)
      continue
    }
    if (type === 'list' || type === 'map') values.set(name, [...(values.get(name) ?? []), ...value.split(',')])
    else values.set(name, [value])
  }
  return { values, withoutEffect: [...withoutEffect] }
}

export const text = (values: FlagValues, name: FlagName): string | undefined => values.get(name)?.at(-1)

export function integer(values: FlagValues, name: FlagName): number | undefined {
  const value = text(values, name)
  return value === undefined ? undefined : numberOfText(value)
}

export const enabled = (values: FlagValues, name: FlagName): boolean => /^(true|1|t)$/i.test(text(values, name) ?? '')

/** The value of a duration flag in milliseconds; 0 when the flag is absent. */
export const duration = (values: FlagValues, name: FlagName): number => parseMilliseconds(text(values, name) ?? '0')

/** The help of a flag with its choices. */
export const meaningOf = ({ help, choices }: Flag): string =>
  choices === undefined ? help : `${help} One of ${choices.join(', ')}.`

/** The text of `--help`: every flag with its type and its effect, then the ignored flags. */
export function usage(): string {
  const lines = Object.entries<Flag>(FLAGS).map(([name, each]) => {
    const value = each.type === 'boolean' ? '' : ` ${each.type}`
    return `  --${name}${value}\n        ${meaningOf(each)}`
  })
  const unused = [...UNUSED_FLAGS.keys()].sort().map((name) => `  --${name}`)
  return `Usage: tabplane serve FLAGS (in the repository: npm run serve -- FLAGS)\n\n${lines.join('\n')}\n\nAccepted and ignored:\n\n${unused.join('\n')}`
}
