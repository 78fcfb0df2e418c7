import type { Definition } from './exposition.ts'
import type { Histogram, Observer } from './histogram.ts'
import type { Cell, Counter, Measure, Registry } from './metrics.ts'

/**
 * Labels of one request. A request to a resource that is not served has only its verb, because callers could otherwise create any
 * number of series.
 */
export interface RequestLabels {
  /** Such as `GET`, `LIST`, `WATCH` or `APPLY`. */
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  /**
   * The subresource; for a non-resource path its first segment, such as `/healthz`. Empty for names that the server does not
   * know.
   */
  readonly subresource: string
  readonly scope: '' | 'cluster' | 'namespace' | 'resource'
  readonly dryRun: '' | 'All'
}

/** An answer as the metrics count it; `seconds` since the arrival of the request, `bytes` of the body. */
export interface MeasuredAnswer {
  readonly mutating: boolean
  readonly code: number
  readonly seconds: number
  readonly bytes: number
}

/** The counters of the pipeline's stages. */
export interface ServerMetrics {
  /** A request arrived; `answered` follows once its answer is ready. */
  arrived(mutating: boolean): void
  answered(labels: RequestLabels, answer: MeasuredAnswer): void
  /** A watch began; the result is called when it ends. */
  watching(labels: RequestLabels): () => void
  /** Counts the events that watches of a kind send. */
  watchEvents(group: string, version: string, kind: string): Cell
  /** Returns the counter of one plugin's requests; callers keep it with the plugin. */
  admission(name: string, type: 'admit' | 'validate', operation: string): (rejected: boolean, seconds: number) => void
  /** Counts a request to a deprecated version. */
  deprecated(
    labels: Pick<RequestLabels, 'group' | 'version' | 'resource' | 'subresource'>,
    removedRelease: string,
  ): void
}

interface Measures {
  /** The number of stored objects of each resource, such as `deployments.apps`. */
  readonly objects: Measure
  /** The size of everything that is stored. */
  readonly bytes: () => number
  readonly build: Readonly<Record<string, string>>
  /** `kubernetes`, `svc`: the name that the metric of the build begins with. */
  readonly maker: string
}

const REQUEST = ['component', 'dry_run', 'group', 'resource', 'scope', 'subresource', 'verb', 'version']
const WITHOUT_DRY_RUN = REQUEST.filter((label) => label !== 'dry_run')
const COMPONENT = 'apiserver'

const valuesOf = ({ dryRun, group, resource, scope, subresource, verb, version }: RequestLabels): string[] => [
  COMPONENT,
  dryRun,
  group,
  resource,
  scope,
  subresource,
  verb,
  version,
]

const withoutDryRun = ([component = '', , ...rest]: readonly string[]): string[] => [component, ...rest]

const DURATION = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60]
const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
const ADMISSION = [0.005, 0.025, 0.1, 0.5, 1, 2.5]

const stable = (name: string, labels: readonly string[]): Definition => ({
  name: `apiserver_${name}`,
  stability: 'STABLE',
  labels,
})

const alpha = (name: string, labels: readonly string[]): Definition => ({
  ...stable(name, labels),
  stability: 'ALPHA',
})

/** The metrics of the real server that apply here, with its names. */
export function serverMetrics(registry: Registry, { objects, bytes, build, maker }: Measures): ServerMetrics {
  const requests = requestMetrics(registry)
  const events = registry.counter(alpha('watch_events_total', ['group', 'kind', 'version']))
  const admission = registry.histogram(
    stable('admission_controller_admission_duration_seconds', ['name', 'operation', 'rejected', 'type']),
    ADMISSION,
  )
  const deprecations = registry.gauge(
    stable('requested_deprecated_apis', ['group', 'removed_release', 'resource', 'subresource', 'version']),
  )
  registry.measured(stable('storage_objects', ['resource']), objects)
  const size = (): [string[], number][] => [[['storage-0'], bytes()]]
  const where = ['storage_cluster_id']
  registry.measured(stable('storage_size_bytes', where), size)
  const older = alpha('storage_db_total_size_in_bytes', ['endpoint'])
  registry.measured({ ...older, deprecatedSince: '1.28.0' }, size)
  const names = Object.keys(build).sort()
  const info: Definition = {
    ...alpha('', names),
    name: `${maker}_build_info`,
  }
  registry.gauge(info).of(...names.map((name) => build[name] ?? '')).value = 1
  return {
    ...requests,
    watchEvents: (group, version, kind) => events.of(group, kind, version),
    admission(name, type, operation) {
      const admitted = admission.of(name, operation, 'false', type)
      const refused = admission.of(name, operation, 'true', type)
      return (rejected, seconds) => (rejected ? refused : admitted).observe(seconds)
    },
    deprecated({ group, version, resource, subresource }, removedRelease) {
      deprecations.of(group, removedRelease, resource, subresource, version).value = 1
    },
  }
}

/** The metrics of requests with the same labels. */
interface RequestSeries {
  readonly values: readonly string[]
  readonly codes: Map<number, Cell>
  readonly duration: Observer
  readonly size: Observer
}

interface RequestFamilies {
  readonly total: Counter
  readonly duration: Histogram
  readonly sizes: Histogram
  readonly running: Counter
  readonly inflight: Counter
}

function requestFamilies(registry: Registry): RequestFamilies {
  const total: Counter = registry.counter(stable('request_total', ['code', ...REQUEST]))
  const duration: Histogram = registry.histogram(stable('request_duration_seconds', REQUEST), DURATION)
  const sizes: Histogram = registry.histogram(stable('response_sizes', WITHOUT_DRY_RUN), SIZES)
  const running: Counter = registry.gauge(stable('longrunning_requests', WITHOUT_DRY_RUN))
  const inflight: Counter = registry.gauge(stable('current_inflight_requests', ['request_kind']))
  return { total, duration, sizes, running, inflight }
}

/** Returns a function that finds the series for labels. Every request needs them, so each set of labels is looked up once. */
function requestSeries({ duration, sizes }: RequestFamilies): (labels: RequestLabels) => RequestSeries {
  const known = new Map<string, RequestSeries>()
  // Served resources always pass the same labels object.
  const shared = new WeakMap<RequestLabels, RequestSeries>()
  function seriesByText(labels: RequestLabels): RequestSeries {
    const { verb, group, version, resource, subresource, scope, dryRun } = labels
    const key = `${verb}/${group}/${version}/${resource}/${subresource}/${scope}/${dryRun}`
    let series = known.get(key)
    if (series === undefined) {
      const values = valuesOf(labels)
      series = {
        values,
        codes: new Map(),
        duration: duration.of(...values),
        size: sizes.of(...withoutDryRun(values)),
      }
      known.set(key, series)
    }
    return series
  }
  return (labels) => {
    let series = shared.get(labels)
    if (series === undefined) shared.set(labels, (series = seriesByText(labels)))
    return series
  }
}

function requestMetrics(registry: Registry): Pick<ServerMetrics, 'arrived' | 'answered' | 'watching'> {
  const families = requestFamilies(registry)
  const { total, running, inflight } = families
  const [mutations, reads] = [inflight.of('mutating'), inflight.of('readOnly')]
  const seriesOf = requestSeries(families)
  return {
    arrived(mutating) {
      if (mutating) mutations.value++
      else reads.value++
    },
    answered(labels, { mutating, code, seconds, bytes }) {
      if (mutating) mutations.value--
      else reads.value--
      const series = seriesOf(labels)
      let count = series.codes.get(code)
      if (count === undefined) {
        count = total.of(String(code), ...series.values)
        series.codes.set(code, count)
      }
      count.value++
      // The duration and size of a watch depend on its client, not on the server.
      if (labels.verb === 'WATCH') return
      series.duration.observe(seconds)
      series.size.observe(bytes)
    },
    watching(labels) {
      const cell = running.of(...withoutDryRun(valuesOf(labels)))
      cell.value++
      return () => void cell.value--
    },
  }
}
