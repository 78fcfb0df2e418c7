import { parseMilliseconds } from '../worker/api/duration.ts'
import { UNUSED_FLAGS } from './unused-flags.ts'

/**
 * The command line of `npm run serve`: the real server's flags by their names, and a few of our own.
 * Flags have the form `--name value` or `--name=value`; repeated list flags are joined, others are overwritten.
 */
type FlagType = 'string' | 'boolean' | 'integer' | 'duration' | 'list' | 'map'

interface Flag {
  readonly type: FlagType
  readonly help: string
  readonly choices?: readonly string[]
  /** Accepted without effect, because the feature is missing; reported on start. */
  readonly pending?: true
}

const flag = (type: FlagType, help: string, more: Partial<Flag> = {}): Flag => ({ type, help, ...more })
const pending = (type: FlagType, help: string): Flag => flag(type, help, { pending: true })

export const FLAGS = {
  port: flag('integer', 'Serve plain HTTP on this port; 0 takes a free one.'),
  'secure-port': flag('integer', 'Serve HTTPS on this port; 0 takes a free one.'),
  'bind-address': flag('string', 'The address to serve on; 127.0.0.1. Any other than loopback needs access control.'),
  'advertise-address': flag(
    'string',
    'The address of the endpoint of the service `kubernetes`; --bind-address, and none for loopback.',
  ),
  'allow-everyone': flag(
    'boolean',
    'Serve other machines without access control, when --bind-address names no loopback.',
  ),
  'allowed-hosts': flag('list', 'Host names that plain HTTP answers for, besides addresses and localhost.'),
  'cors-allowed-origins': flag(
    'list',
    'Regular expressions of origins whose pages may use the server: ^https://shop\\.example$.',
  ),
  'tls-cert-file': flag('string', 'The serving certificate (PEM), followed by its intermediates.'),
  'cert-dir': flag(
    'string',
    'The folder of the serving certificate (apiserver.crt, apiserver.key) without --tls-cert-file; made when absent.',
  ),
  'tls-private-key-file': flag('string', 'The key of the serving certificate (PEM).'),
  dialect: flag('string', 'The names the server uses.', { choices: ['svc', 'k8s'] }),
  'data-dir': flag('string', 'Keep the cluster in this folder; without it the cluster lives in memory.'),
  'accept-data-loss': flag(
    'boolean',
    'Continue with what is left of a damaged --data-dir; without it such a server is read-only.',
  ),
  'etcd-servers': flag('list', 'Keep the cluster in etcd: URLs of its members. Any number of servers may share it.'),
  'etcd-prefix': flag('string', 'Where in etcd the cluster lies; /tabplane.'),
  'etcd-cafile': flag('string', 'Authorities of the certificates of etcd (PEM).'),
  'etcd-certfile': flag('string', 'The certificate that this server shows etcd (PEM).'),
  'etcd-keyfile': flag('string', 'The key of that certificate (PEM).'),
  'etcd-compaction-interval': flag('duration', 'How often old revisions of etcd are compacted; 5m, 0 for never.'),
  'max-requests-inflight': flag('integer', 'Reads that may be under way at once; 0 is no limit.'),
  'max-mutating-requests-inflight': flag('integer', 'Writes that may be under way at once; 0 is no limit.'),
  'enable-priority-and-fairness': flag(
    'boolean',
    'Let requests beyond those two limits together wait by flow schemas and priority levels; true by default.',
  ),
  'request-timeout': flag('duration', 'How long a request may take, unless it asks for less; 1m.'),
  'event-ttl': flag('duration', 'How long events are kept after they were last written; 1h.'),
  'audit-policy-file': flag('string', 'What to audit (YAML); without it nothing is.'),
  'audit-log-path': flag('string', 'Append audit events to this file, a line each; - is standard output.'),
  'audit-log-maxsize': flag('integer', 'Megabytes after which the audit log is kept aside and begun anew; 100.'),
  'audit-log-maxbackup': flag('integer', 'How many such files are kept; all of them by default.'),
  'audit-log-maxage': flag('integer', 'How many days such files are kept; for ever by default.'),
  'show-hidden-metrics-for-version': flag('string', 'Show metrics that were hidden since this release, 1.29.', {
    choices: ['1.29'],
  }),
  v: flag('integer', 'How much the server logs to standard error; 0. From 3 on each request is a line.'),
  vmodule: flag('list', 'Levels of single modules: request-log=3,serve=2.'),
  'logging-format': flag('string', 'The form of the log; text.', { choices: ['text', 'json'] }),
  'shutdown-delay-duration': flag('duration', 'How long to serve on, not ready, after a signal to stop.'),
  'livez-grace-period': flag('duration', 'Accepted as it is: every check passes from the start.'),
  help: flag('boolean', 'Print the flags and exit.'),
  'print-kubeconfig': flag('boolean', 'Print a client configuration for this server once it is ready.'),
  'token-auth-file': flag('string', 'Static tokens: CSV of token, user, uid and groups.'),
  'runtime-config': flag('map', 'API versions to serve or not: api/all=true, batch/v1=false.'),
  'feature-gates': flag('map', 'Features to switch: WatchList=true.'),
  'allow-privileged': pending('boolean', 'Allow privileged containers.'),
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
  'service-account-issuer': flag('list', 'Issuers of service account tokens; the first issues.'),
  'service-account-key-file': flag('list', 'Keys that verify service account tokens (PEM).'),
  'service-account-signing-key-file': flag('string', 'Key that signs service account tokens (PEM).'),
  'service-account-lookup': flag('boolean', 'Refuse tokens whose account is gone; true by default.'),
  'service-account-max-token-expiration': flag(
    'duration',
    'The longest lifetime of a requested token, 1h to 2^32 s; longer requests are shortened. 0: no limit.',
  ),
  'service-account-extend-token-expiration': flag(
    'boolean',
    'Let tokens of Pods for 3,607 seconds hold a year, with warnings after their time; true by default.',
  ),
  'service-account-jwks-uri': flag(
    'string',
    'Address (https) of the keys in the discovery document of the issuer; by default that of this server.',
  ),
  'api-audiences': flag('list', 'Audiences of this server.'),
  controllers: flag(
    'list',
    'Controllers to run with the server: names, * for all, -name for all but one, -* for none.',
  ),
  'kube-api-qps': flag('integer', 'Requests a second of each controller, 20 by default; negative: no limit.'),
  'kube-api-burst': flag('integer', 'Requests of each controller at once after a rest, 30 by default.'),
  'cluster-signing-cert-file': flag('string', 'Authority that signs certificate requests (PEM).'),
  'cluster-signing-key-file': flag('string', 'Key of that authority (PEM).'),
  'root-ca-file': flag('string', 'Authority published to every namespace (PEM); by default the one that signs.'),
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
  'admission-control-config-file': flag('string', 'Configuration of admission plugins.'),
  'default-not-ready-toleration-seconds': flag('integer', 'Seconds for the not-ready toleration.'),
  'default-unreachable-toleration-seconds': flag('integer', 'Seconds for the unreachable toleration.'),
  'authentication-token-webhook-config-file': flag(
    'string',
    'Client configuration (YAML) of the service that is asked whose a token is.',
  ),
  'authentication-token-webhook-version': flag('string', 'Version of its reviews; v1beta1.', {
    choices: ['v1', 'v1beta1'],
  }),
  'authentication-token-webhook-cache-ttl': flag('duration', 'How long its answers hold; 2m.'),
  'authorization-webhook-config-file': flag(
    'string',
    'Client configuration (YAML) of the service that mode Webhook asks.',
  ),
  'authorization-webhook-version': flag('string', 'Version of its reviews; v1beta1.', { choices: ['v1', 'v1beta1'] }),
  'authorization-webhook-cache-authorized-ttl': flag('duration', 'How long an answer holds that allows; 5m.'),
  'authorization-webhook-cache-unauthorized-ttl': flag('duration', 'How long one holds that does not; 30s.'),
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof FLAGS

/** The values given, by flag: all of them for lists and maps, the last one otherwise. */
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

/** @throws FlagError for an unknown flag, and for a missing or invalid value */
export function parseFlags(args: readonly string[]): FlagValues {
  const values = new Map<FlagName, string[]>()
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
    if (!isFlag(name)) continue
    if (type === 'list' || type === 'map') values.set(name, [...(values.get(name) ?? []), ...value.split(',')])
    else values.set(name, [value])
  }
  return values
}

export const text = (values: FlagValues, name: FlagName): string | undefined => values.get(name)?.at(-1)

export function integer(values: FlagValues, name: FlagName): number | undefined {
  const value = text(values, name)
  return value === undefined ? undefined : Number(value)
}

export const enabled = (values: FlagValues, name: FlagName): boolean => /^(true|1|t)$/i.test(text(values, name) ?? '')

/** Milliseconds; 0 when the flag is absent. */
export const duration = (values: FlagValues, name: FlagName): number => parseMilliseconds(text(values, name) ?? '0')

/** Every flag with its type and its effect. */
export function usage(): string {
  const lines = Object.entries<Flag>(FLAGS).map(([name, { type, help, pending }]) => {
    const value = type === 'boolean' ? '' : ` ${type}`
    return `  --${name}${value}\n        ${help}${pending === undefined ? '' : ' (without effect so far)'}`
  })
  const unused = [...UNUSED_FLAGS.keys()].sort().map((name) => `  --${name}`)
  return `Usage: tabplane serve FLAGS (in the repository: npm run serve -- FLAGS)\n\n${lines.join('\n')}\n\nAccepted and ignored:\n\n${unused.join('\n')}`
}

/** The given flags without effect. */
export function pendingFlags(values: FlagValues): FlagName[] {
  return [...values.keys()].filter((name) => FLAGS[name].pending)
}
