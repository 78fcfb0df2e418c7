import type { Awaitable } from '../runtime/awaitable.ts'
import type { Clock } from '../clock/clock.ts'
import type { Store } from '../store/store.ts'

/** A check of `/healthz`, `/livez` and `/readyz` (reference/observability.md 1). */
export interface HealthCheck {
  /** The name of the check, as a template of the dialect. */
  readonly name: string
  /** Whether the check is only for `/readyz`. */
  readonly readiness?: boolean
  /** Whether the check passes; undefined when it passes as soon as the server answers. */
  readonly healthy?: () => Awaitable<boolean>
  /** The reason that the path of this check shows when it fails; by default its name. */
  readonly failure?: string | (() => string)
}

const hook = (name: string): HealthCheck => ({ name: `poststarthook/${name}` })

/** The lifecycle state of a server. */
export interface ServerHealth {
  /** Whether the server's storage is open and answers. */
  isOpen(): Awaitable<boolean>
  /** Whether the server is ready: true until it receives a signal to stop. */
  isReady(): boolean
  /** The reason why the storage refuses writes; undefined while it accepts them. */
  outage(): string | undefined
}

const CLOSED = 'the storage is closed, or does not answer'
/** The real server's timeout of the etcd check, milliseconds. */
const STORAGE_TIMEOUT_MS = 2000

/** Whether shared storage answers in time. Storage inside this process needs no check, so it always does. */
export async function isStorageAnswering({ catchUp }: Pick<Store, 'catchUp'>, clock: Clock): Promise<boolean> {
  if (catchUp === undefined) return true
  return new Promise((resolve) => {
    const cancel = clock.after(STORAGE_TIMEOUT_MS, () => resolve(false))
    catchUp()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(cancel)
  })
}

/** The health checks, with the names and the order of the recorded server. */
export const healthChecks = ({ isOpen, isReady, outage }: ServerHealth): readonly HealthCheck[] => [
  { name: 'ping' },
  { name: 'log' },
  { name: 'etcd', healthy: isOpen, failure: CLOSED },
  {
    name: 'etcd-readiness',
    readiness: true,
    healthy: async () => outage() === undefined && (await isOpen()),
    failure: () => outage() ?? CLOSED,
  },
  { name: 'informer-sync', readiness: true },
  hook('start-apiserver-admission-initializer'),
  hook('generic-apiserver-start-informers'),
  hook('priority-and-fairness-config-consumer'),
  hook('priority-and-fairness-filter'),
  hook('storage-object-count-tracker-hook'),
  hook('start-apiextensions-informers'),
  hook('start-apiextensions-controllers'),
  hook('crd-informer-synced'),
  hook('start-service-ip-repair-controllers'),
  hook('rbac/bootstrap-roles'),
  hook('scheduling/bootstrap-system-priority-classes'),
  hook('priority-and-fairness-config-producer'),
  hook('start-system-namespaces-controller'),
  hook('bootstrap-controller'),
  hook('start-cluster-authentication-info-controller'),
  hook('start-{system}-apiserver-identity-lease-controller'),
  hook('start-{system}-apiserver-identity-lease-garbage-collector'),
  hook('start-legacy-token-tracking-controller'),
  hook('start-{system}-aggregator-informers'),
  hook('apiservice-registration-controller'),
  hook('apiservice-status-available-controller'),
  hook('apiservice-discovery-controller'),
  hook('{system}-apiserver-autoregistration'),
  { name: 'autoregister-completion' },
  hook('apiservice-openapi-controller'),
  hook('apiservice-openapiv3-controller'),
  { name: 'shutdown', readiness: true, healthy: isReady, failure: 'process is shutting down' },
]
