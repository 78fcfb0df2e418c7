export type FlagType = 'string' | 'boolean' | 'integer' | 'number' | 'duration' | 'list' | 'map'

export interface Flag {
  readonly type: FlagType
  readonly help: string
  readonly choices?: readonly string[]
}

const flag = (type: FlagType, help: string, more: Partial<Flag> = {}): Flag => ({ type, help, ...more })

const AUDIT_VERSION = flag('string', 'Version of its events. Default: v1 of the group of audit events, the only one.')

type AuditFlag =
  | 'mode'
  | `batch-${'buffer-size' | 'max-size' | 'max-wait' | `throttle-${'enable' | 'qps' | 'burst'}`}`
  | `truncate-${'enabled' | 'max-event-size' | 'max-batch-size'}`

/** The defaults in which the audit log and the audit webhook differ, as texts. */
type AuditDefaults = Readonly<Record<'mode' | 'maxSize' | 'maxWait' | 'throttles' | 'qps' | 'burst', string>>

/** The flags that the audit log and the audit webhook have in common. */
function auditFlags<Plugin extends 'log' | 'webhook'>(
  plugin: Plugin,
  { mode, maxSize, maxWait, throttles, qps, burst }: AuditDefaults,
) {
  const flags: Readonly<Record<AuditFlag, Flag>> = {
    mode: flag(
      'string',
      `When events reach the audit ${plugin}: batch, blocking or blocking-strict. Default: ${mode}.`,
    ),
    'batch-buffer-size': flag('integer', 'Events that wait in mode batch; later ones are lost. Default: 10000.'),
    'batch-max-size': flag('integer', `Events of a batch. Default: ${maxSize}.`),
    'batch-max-wait': flag('duration', `Time after which a smaller batch is sent. Default: ${maxWait}.`),
    'batch-throttle-enable': flag('boolean', `Limit the rate of batches. Default: ${throttles}.`),
    'batch-throttle-qps': flag('number', `Batches per second. Default: ${qps}.`),
    'batch-throttle-burst': flag('integer', `Batches at once after idle time. Default: ${burst}.`),
    'truncate-enabled': flag(
      'boolean',
      'Leave out the objects of events that are too large, and events that are still too large.',
    ),
    'truncate-max-event-size': flag('integer', 'Bytes of an event. Default: 102400.'),
    'truncate-max-batch-size': flag('integer', 'Bytes of a batch, at least those of an event. Default: 10485760.'),
  }
  const named = Object.entries(flags).map(([name, each]) => [`audit-${plugin}-${name}`, each] as const)
  return Object.fromEntries(named) as Record<`audit-${Plugin}-${AuditFlag}`, Flag>
}

/** The flags of the server, in the order of their reference: flags of the real server by their names, and some of this server. */
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
  'tls-min-version': flag('string', 'Least version of TLS: VersionTLS10 to VersionTLS13. Default: VersionTLS12.'),
  'tls-cipher-suites': flag('list', "Cipher suites before TLS 1.3, by the names of Go. Default: Node's."),
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
  'encryption-provider-config': flag(
    'string',
    'Encryption of stored objects (EncryptionConfiguration, YAML), by aesgcm, aescbc, secretbox and identity.',
  ),
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
  'audit-log-format': flag('string', 'Form of its lines: json (the default) or legacy.'),
  'audit-log-version': AUDIT_VERSION,
  'audit-log-compress': flag('boolean', 'Compress rotated files with gzip.'),
  ...auditFlags('log', {
    mode: 'blocking',
    maxSize: '1',
    maxWait: '0',
    throttles: 'false',
    qps: '0',
    burst: '0',
  }),
  'audit-webhook-config-file': flag('string', 'Client configuration (YAML) of a service that receives audit events.'),
  'audit-webhook-version': AUDIT_VERSION,
  'audit-webhook-initial-backoff': flag('duration', 'Wait before the second of five attempts. Default: 10s.'),
  'audit-webhook-batch-initial-backoff': flag('duration', 'The same under an older name.'),
  ...auditFlags('webhook', {
    mode: 'batch',
    maxSize: '400',
    maxWait: '30s',
    throttles: 'true',
    qps: '10',
    burst: '15',
  }),
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
  'authorization-config': flag(
    'string',
    'Authorisation modes (AuthorizationConfiguration, YAML), instead of the flags --authorization-mode and --authorization-webhook-*.',
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
  'authentication-config': flag(
    'string',
    'Issuers of ID tokens (AuthenticationConfiguration, YAML), instead of the flags --oidc-*.',
  ),
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
