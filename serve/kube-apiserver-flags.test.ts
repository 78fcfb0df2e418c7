import { expect, test } from 'vitest'
import { parseFlags } from './flags.ts'

/** The flags that `kube-apiserver --help` of release 1.30 lists, by a value that each accepts. */
const FLAGS: Readonly<Record<string, string>> = {
  v1: 'authentication-token-webhook-version authorization-webhook-version',
  '1.29': 'show-hidden-metrics-for-version',
  '1': `
    audit-log-batch-buffer-size audit-log-batch-max-size audit-log-batch-throttle-burst audit-log-batch-throttle-qps
    audit-log-maxage audit-log-maxbackup audit-log-maxsize audit-log-truncate-max-batch-size
    audit-log-truncate-max-event-size audit-webhook-batch-buffer-size audit-webhook-batch-max-size
    audit-webhook-batch-throttle-burst audit-webhook-batch-throttle-qps audit-webhook-truncate-max-batch-size
    audit-webhook-truncate-max-event-size default-not-ready-toleration-seconds
    default-unreachable-toleration-seconds delete-collection-workers goaway-chance http2-max-streams-per-connection
    kubernetes-service-node-port lease-reuse-duration-seconds log-json-info-buffer-size log-text-info-buffer-size
    max-connection-bytes-per-sec max-mutating-requests-inflight max-requests-inflight min-request-timeout
    secure-port v`,
  '10.0.0.0/24': `
    cloud-provider-gce-l7lb-src-cidrs`,
  '127.0.0.1': `
    advertise-address bind-address`,
  '1m': `
    audit-log-batch-max-wait audit-webhook-batch-max-wait audit-webhook-initial-backoff
    authentication-token-webhook-cache-ttl authorization-webhook-cache-authorized-ttl
    authorization-webhook-cache-unauthorized-ttl etcd-compaction-interval etcd-count-metric-poll-period
    etcd-db-metric-poll-interval etcd-healthcheck-timeout etcd-readycheck-timeout event-ttl kubelet-timeout
    livez-grace-period log-flush-frequency request-timeout service-account-max-token-expiration
    shutdown-delay-duration shutdown-watch-termination-grace-period`,
  '30000-32767': `
    service-node-port-range`,
  'A=true': `
    feature-gates`,
  true: `
    aggregator-reject-forwarding-redirect allow-privileged anonymous-auth audit-log-batch-throttle-enable
    audit-log-compress audit-log-truncate-enabled audit-webhook-batch-throttle-enable audit-webhook-truncate-enabled
    contention-profiling enable-aggregator-routing enable-bootstrap-token-auth enable-garbage-collector
    enable-priority-and-fairness encryption-provider-config-automatic-reload log-json-split-stream
    log-text-split-stream permit-address-sharing permit-port-sharing profiling
    service-account-extend-token-expiration service-account-lookup shutdown-send-retry-after watch-cache`,
  a: `
    service-account-issuer service-account-key-file`,
  'a,b': `
    admission-control api-audiences authorization-mode cors-allowed-origins disable-admission-plugins
    disabled-metrics enable-admission-plugins etcd-servers etcd-servers-overrides kubelet-preferred-address-types
    oidc-signing-algs requestheader-allowed-names requestheader-extra-headers-prefix requestheader-group-headers
    requestheader-username-headers strict-transport-security-directives tls-cipher-suites tls-sni-cert-key
    watch-cache-sizes`,
  'a=1': `
    vmodule`,
  'a=b': `
    allow-metric-labels oidc-required-claim runtime-config`,
  text: `
    admission-control-config-file allow-metric-labels-manifest audit-log-format audit-log-mode audit-log-path
    audit-log-version audit-policy-file audit-webhook-config-file audit-webhook-mode audit-webhook-version
    authentication-config authentication-token-webhook-config-file
    authorization-config authorization-policy-file authorization-webhook-config-file
    cert-dir client-ca-file debug-socket-path egress-selector-config-file encryption-provider-config
    endpoint-reconciler-type etcd-cafile etcd-certfile etcd-keyfile etcd-prefix external-hostname
    kubelet-certificate-authority kubelet-client-certificate kubelet-client-key logging-format oidc-ca-file
    oidc-client-id oidc-groups-claim oidc-groups-prefix oidc-issuer-url oidc-username-claim oidc-username-prefix
    peer-advertise-ip peer-advertise-port peer-ca-file proxy-client-cert-file proxy-client-key-file
    requestheader-client-ca-file service-account-jwks-uri service-account-signing-key-file service-cluster-ip-range
    storage-backend storage-media-type tls-cert-file tls-min-version
    tls-private-key-file token-auth-file tracing-config-file`,
}

test.each(
  Object.entries(FLAGS).flatMap(([value, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, value]),
  ),
)('accepts --%s=%s, as kube-apiserver does', (name, value) => {
  expect(() => parseFlags([`--${name}=${value}`])).not.toThrow()
})
