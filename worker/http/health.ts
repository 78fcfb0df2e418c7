import { quote } from '../api/go-format.ts'
import type { Awaitable } from '../runtime/awaitable.ts'
import type { Clock } from '../clock/clock.ts'
import type { Store } from '../store/store.ts'
import type { Payload } from './payload.ts'
import { pageNotFound, plainText } from './payload.ts'

/** `/healthz`, `/livez`, `/readyz` and their checks (reference/observability.md 1). */
export interface HealthCheck {
  /** A template of the dialect. */
  readonly name: string
  /** Only for `/readyz`. */
  readonly readiness?: boolean
  /** Undefined: healthy as soon as the server answers. */
  readonly healthy?: () => Awaitable<boolean>
  /** The reason shown when the check fails. */
  readonly failure?: string | (() => string)
}

const hook = (name: string): HealthCheck => ({ name: `poststarthook/${name}` })

/** The lifecycle state of a server. */
export interface Life {
  /** Its storage is open, and answers. */
  isOpen(): Awaitable<boolean>
  /** True until the server receives a signal to stop. */
  isReady(): boolean
  /** The reason why the storage refuses writes; undefined while it accepts them. */
  trouble(): string | undefined
}

const CLOSED = 'the storage is closed, or does not answer'
/** The real server's timeout of the etcd check, milliseconds. */
const STORAGE_PATIENCE = 2000

/** Whether shared storage answers; storage inside this process needs no check. */
export async function storageAnswers({ catchUp }: Pick<Store, 'catchUp'>, clock: Clock): Promise<boolean> {
  if (catchUp === undefined) return true
  return new Promise((resolve) => {
    const cancel = clock.after(STORAGE_PATIENCE, () => resolve(false))
    catchUp()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(cancel)
  })
}

/** Names and order are those of the recorded server. */
export const healthChecks = ({ isOpen, isReady, trouble }: Life): readonly HealthCheck[] => [
  { name: 'ping' },
  { name: 'log' },
  { name: 'etcd', healthy: isOpen, failure: CLOSED },
  {
    name: 'etcd-readiness',
    readiness: true,
    healthy: async () => trouble() === undefined && (await isOpen()),
    failure: () => trouble() ?? CLOSED,
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

const ENDPOINTS = ['healthz', 'livez', 'readyz']

const checksOf = (endpoint: string, checks: readonly HealthCheck[]): readonly HealthCheck[] =>
  checks.filter(({ readiness }) => endpoint === 'readyz' || readiness !== true)

/** The path of each endpoint and of each check. */
export const healthPaths = (checks: readonly HealthCheck[]): readonly string[] =>
  ENDPOINTS.flatMap((endpoint) => [
    `/${endpoint}`,
    ...checksOf(endpoint, checks).map(({ name }) => `/${endpoint}/${name}`),
  ])

/** `/metrics/slis`: the present result of each check, in Prometheus' text format. */
export async function healthIndicators(checks: readonly HealthCheck[]): Promise<string> {
  const name = 'kubernetes_healthcheck'
  const lines: string[] = []
  for (const endpoint of ENDPOINTS) {
    for (const check of checksOf(endpoint, checks)) {
      const isHealthy = (await check.healthy?.()) ?? true
      lines.push(`${name}{name="${check.name}",type="${endpoint}"} ${isHealthy ? 1 : 0}\n`)
    }
  }
  const help = `# HELP ${name} [STABLE] This metric records the result of a single healthcheck.\n# TYPE ${name} gauge\n`
  return help + lines.sort().join('')
}

/**
 * Answers any method. Undefined when the path is not a health endpoint. `verbose` has an effect with any value;
 * one check alone answers `ok` and ignores it (reference/observability.md 1 and 2).
 */
export async function serveHealth(
  path: string,
  query: URLSearchParams,
  checks: readonly HealthCheck[],
): Promise<Payload | undefined> {
  const [, endpoint = '', ...rest] = path.split('/')
  if (!ENDPOINTS.includes(endpoint)) return undefined
  const own = checksOf(endpoint, checks)
  if (rest.length > 0) {
    const check = own.find(({ name }) => name === rest.join('/'))
    if (check === undefined) return pageNotFound()
    if ((await check.healthy?.()) ?? true) return plainText(200, 'ok')
    return plainText(500, `internal server error: ${reasonOf(check)}\n`)
  }
  return report(endpoint, own, query.getAll('exclude'), query.has('verbose'))
}

const reasonOf = ({ name, failure = name }: HealthCheck): string => (typeof failure === 'string' ? failure : failure())

async function report(
  endpoint: string,
  checks: readonly HealthCheck[],
  excluded: readonly string[],
  verbose: boolean,
): Promise<Payload> {
  let failed = false
  let text = ''
  for (const { name, healthy } of checks) {
    if (excluded.includes(name)) text += `[+]${name} excluded: ok\n`
    else if ((await healthy?.()) ?? true) text += `[+]${name} ok\n`
    else {
      failed = true
      text += `[-]${name} failed: reason withheld\n`
    }
  }
  const names = new Set(checks.map(({ name }) => name))
  const unknown = [...new Set(excluded)].filter((name) => !names.has(name)).sort()
  if (unknown.length > 0) {
    text += `warn: some health checks cannot be excluded: no matches for ${unknown.map(quote).join(',')}\n`
  }
  if (failed) return plainText(500, `${text}${endpoint} check failed\n`)
  return plainText(200, verbose ? `${text}${endpoint} check passed\n` : 'ok')
}
