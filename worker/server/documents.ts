import { mediaTypes } from '../codec/negotiation.ts'
import { deprecations } from '../http/deprecations.ts'
import { healthChecks, type ServerHealth } from '../http/health.ts'
import { lazyDocument } from '../http/lazy-document.ts'
import type { DocumentServer, DocumentSource } from '../http/document-server.ts'
import { tableColumns } from '../http/table-columns.ts'
import type { RequestRings } from '../http/debug/debug-documents.ts'
import type { ApiServerOptions, Cluster } from './cluster.ts'

interface Documented {
  readonly cluster: Cluster
  readonly rings: RequestRings
  readonly health: ServerHealth
  /** The source of `/debug/audit` when the auditor keeps its events in memory, else no source. */
  readonly auditDocuments: readonly DocumentSource[]
}

/** The sources of the stage `dispatch`: the resources of the cluster, and the other documents. */
export function openDocuments(
  { dialect, clock, featureGates = {}, descriptions = () => Promise.resolve({}) }: ApiServerOptions,
  { cluster, rings, health, auditDocuments }: Documented,
): DocumentServer {
  const { authorizer, catalog, store, verbs, registry, metrics, watches, controllers, tokens } = cluster
  const startedAt = clock.now()
  const checks = healthChecks(health).map((check) => ({ ...check, name: dialect.spell(check.name) }))
  const sources: readonly DocumentSource[] = [
    lazyDocument('openapi', async () => {
      const { openApiRequests } = await import('../http/openapi/open-api-requests.ts')
      return openApiRequests(catalog, dialect, descriptions, () => clock.turn())
    }),
    lazyDocument('debug', async () => {
      const { debugSource } = await import('../http/debug/debug-source.ts')
      return debugSource({ clock, store, registry, checks, startedAt, catalog, authorizer, dialect, rings, watches })
    }),
    ...['.well-known', 'openid'].map((root) =>
      lazyDocument(root, async () => (await import('./issuer-documents.ts')).issuerDocuments(tokens)),
    ),
    lazyDocument('metrics', async () => {
      const { metricsDocument } = await import('../http/metrics-document.ts')
      return metricsDocument(registry, checks)
    }),
    ...auditDocuments,
  ]
  return {
    dialect,
    clock,
    catalog,
    verbs,
    rules: { dialect, watchList: featureGates.WatchList === true },
    offered: mediaTypes(dialect),
    columns: tableColumns(dialect),
    deprecation: deprecations(dialect),
    metrics,
    watches,
    announced: () => controllers.announced(),
    healthChecks: checks,
    documents: sources,
  }
}
