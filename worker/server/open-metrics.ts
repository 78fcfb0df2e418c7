import type { Dialect } from '../dialect/dialect.ts'
import { metricsRegistry, type Registry } from '../observability/metrics.ts'
import { processMetrics, type ProcessMeasures } from '../observability/process-metrics.ts'
import { serverMetrics, type ServerMetrics } from '../observability/server-metrics.ts'
import type { Catalog, Resource } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import { VERSION } from '../http/non-resource-requests.ts'

interface MeasuredServer {
  readonly dialect: Dialect
  readonly catalog: Catalog
  readonly store: Store
}

/** The metrics of a process with one server. @param showHidden Includes metrics that were hidden since an earlier release. */
export function openRegistry(showHidden: boolean, measureProcess?: () => ProcessMeasures): Registry {
  const registry = metricsRegistry({ release: `${VERSION.major}.${VERSION.minor}`, showHidden })
  if (measureProcess !== undefined) processMetrics(registry, measureProcess)
  return registry
}

/** The metrics of a server. Storage is measured when the metrics are read. */
export function openMetrics(registry: Registry, { dialect, catalog, store }: MeasuredServer): ServerMetrics {
  return serverMetrics(registry, {
    objects: () =>
      storedResources(catalog).map(({ group, name, storage }) => [
        [group === '' ? name : `${name}.${group}`],
        store.snapshot(storage).size,
      ]),
    bytes: () => storedBytes(catalog, store),
    build: {
      major: VERSION.major,
      minor: VERSION.minor,
      git_version: VERSION.gitVersion,
      platform: VERSION.platform,
    },
    maker: dialect.spell('{maker}'),
  })
}

/** Reviews are created without being stored. */
const storedResources = (catalog: Catalog): Resource[] =>
  catalog.all().filter(({ storageVersion }) => storageVersion.verbs.includes('list'))

function storedBytes(catalog: Catalog, store: Store): number {
  let sum = 0
  // Two groups may serve the same stored objects (events).
  for (const storage of new Set(storedResources(catalog).map((resource) => resource.storage))) {
    for (const { bytes } of store.snapshot(storage).entries()) sum += bytes.length
  }
  return sum
}
