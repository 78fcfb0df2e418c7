import type { Dialect } from '../dialect/dialect.ts'
import { metricsRegistry, type Registry } from '../observability/metrics.ts'
import { serverMetrics, type ServerMetrics } from '../observability/server-metrics.ts'
import type { Catalog, ResourceFacts } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import { VERSION } from '../http/non-resource-requests.ts'

interface MeasuredServer {
  readonly dialect: Dialect
  readonly catalog: Catalog
  readonly store: Store
}

/** An empty registry. @param showHidden Includes metrics that were hidden since an earlier release. */
export const openRegistry = (showHidden: boolean): Registry =>
  metricsRegistry({ release: `${VERSION.major}.${VERSION.minor}`, showHidden })

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

/** The resources whose objects are stored. Reviews are created without being stored. */
const storedResources = (catalog: Catalog): ResourceFacts[] =>
  catalog.all().filter(({ storageVersion }) => storageVersion.verbs.includes('list'))

function storedBytes(catalog: Catalog, store: Store): number {
  let sum = 0
  // Two groups may serve the same stored objects (events).
  for (const storage of new Set(storedResources(catalog).map((resource) => resource.storage))) {
    for (const { bytes } of store.snapshot(storage).entries()) sum += bytes.length
  }
  return sum
}
