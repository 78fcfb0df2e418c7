import type { FlagType } from './flag-table.ts'

const named = (type: FlagType, names: string): readonly (readonly [string, FlagType])[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, type] as const)

/**
 * Flags of kube-apiserver 1.30 that this server accepts and ignores, because they configure parts that it does not have:
 * etcd's details, kubelets, cloud providers, tracing.
 */
export const UNUSED_FLAGS: ReadonlyMap<string, FlagType> = new Map([
  ...named(
    'string',
    `allow-metric-labels-manifest
    authorization-policy-file cloud-config cloud-provider debug-socket-path
    egress-selector-config-file endpoint-reconciler-type external-hostname
    kubelet-certificate-authority kubelet-client-certificate kubelet-client-key log-json-info-buffer-size
    log-text-info-buffer-size peer-advertise-ip peer-advertise-port peer-ca-file proxy-client-cert-file
    proxy-client-key-file storage-backend storage-media-type
    tracing-config-file`,
  ),
  ...named(
    'boolean',
    `aggregator-reject-forwarding-redirect contention-profiling enable-aggregator-routing
    enable-garbage-collector enable-logs-handler encryption-provider-config-automatic-reload log-json-split-stream
    log-text-split-stream permit-address-sharing permit-port-sharing profiling
    shutdown-send-retry-after watch-cache`,
  ),
  ...named(
    'integer',
    `apiserver-count default-watch-cache-size delete-collection-workers http2-max-streams-per-connection kubelet-port
    kubelet-read-only-port kubernetes-service-node-port lease-reuse-duration-seconds max-connection-bytes-per-sec
    min-request-timeout`,
  ),
  ...named(
    'duration',
    `etcd-count-metric-poll-period
    etcd-db-metric-poll-interval etcd-healthcheck-timeout etcd-readycheck-timeout kubelet-timeout log-flush-frequency
    shutdown-watch-termination-grace-period`,
  ),
  ...named(
    'list',
    `cloud-provider-gce-l7lb-src-cidrs disabled-metrics etcd-servers-overrides kubelet-preferred-address-types strict-transport-security-directives
    tls-sni-cert-key watch-cache-sizes`,
  ),
  ...named('number', 'goaway-chance'),
  ...named('map', 'allow-metric-labels'),
])
