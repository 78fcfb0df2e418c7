import { isByteStream, type ApiRequest, type ApiResponse, type Handle } from './api/exchange.ts'
import type { Status } from './api/status.ts'
import type { UserInfo } from './api/user.ts'
import { admissionChain } from './admission/chain.ts'
import { admissionOrder } from './admission/order.ts'
import { anonymous } from './authentication/anonymous.ts'
import type { Authenticator } from './authentication/authenticator.ts'
import { authenticate } from './authentication/authenticators.ts'
import { tokenFile } from './authentication/token-file.ts'
import { alwaysAllow } from './authorization/always-allow.ts'
import type { Authorizer } from './authorization/authorizer.ts'
import { authorizerChain } from './authorization/authorizers.ts'
import type { Clock } from './clock/clock.ts'
import { storedEncoding } from './codec/encode.ts'
import { mediaTypes } from './codec/negotiation.ts'
import type { Dialect } from './dialect/dialect.ts'
import { auditedAnswer, auditedRequest, auditedStream } from './http/audited.ts'
import { authorizeRequest } from './http/authorize.ts'
import { debugRequests } from './http/debug.ts'
import { deprecations } from './http/deprecations.ts'
import { healthChecks, type Life } from './http/health.ts'
import { serveNonResource, type DocumentServer } from './http/non-resource-requests.ts'
import { openAudit, type AuditOptions } from './http/open-audit.ts'
import { openMetrics } from './http/open-metrics.ts'
import { metricsDocument } from './http/metrics-document.ts'
import { failurePayload, plainText, respond, type Payload } from './http/payload.ts'
import { openApiRequests } from './http/openapi/open-api-requests.ts'
import type { FieldDescriptions } from './http/openapi/field-descriptions.ts'
import { requestLabels } from './http/request-labels.ts'
import { refusal, shuttingDown } from './http/refusal.ts'
import { MalformedUrl, readRequestInfo, type RequestInfo } from './http/request-info.ts'
import { prettyWanted, serveResource } from './http/resource-requests.ts'
import { tableColumns } from './http/table-columns.ts'
import { Warnings } from './http/warnings.ts'
import type { AuditTrail } from './observability/audit.ts'
import type { Registry } from './observability/metrics.ts'
import type { ServerMetrics } from './observability/server-metrics.ts'
import type { Trace } from './observability/trace.ts'
import { requestRing, type RecordedTrace, type RequestRing } from './observability/request-ring.ts'
import { buildCatalog, DEFAULT_SERVICE_RANGES } from './resources/catalog.ts'
import type { Catalog } from './resources/resource.ts'
import type { Log } from './store/persistence/log.ts'
import type { Store } from './store/store.ts'
import { openStore } from './store/revisioned-store.ts'
import { bootstrap } from './verbs/bootstrap.ts'
import { createVerbs } from './verbs/create-verbs.ts'
import { storeLister } from './verbs/store-lister.ts'
import type { Caller, Verbs } from './verbs/verbs.ts'

/** What a host chooses when it starts a cluster's API server. */
export interface ApiServerOptions {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly log: Log
  /** Rows of the static token file; empty: every request is anonymous. */
  readonly tokens?: string
  /** `--runtime-config`: `api/all=true`, `batch/v1=false` ... */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>
  readonly featureGates?: Readonly<Record<string, boolean>>
  /** `--service-cluster-ip-range`: one range a family. */
  readonly serviceRanges?: readonly string[]
  /** `/metrics` holds those of earlier releases too (`--show-hidden-metrics-for-version`). */
  readonly showHiddenMetrics?: boolean
  /** Without it nothing is audited. */
  readonly audit?: AuditOptions
  /** `--token-auth-file` absent and a browser's own page: who an unauthenticated caller is. Default: system:anonymous. */
  readonly defaultUser?: string
  /** Loads the words for types and fields in OpenAPI documents, when the first document is asked for. */
  readonly descriptions?: () => Promise<FieldDescriptions>
  /** Told of every error that is not an answer: a defect of the server. Default: console.error. */
  readonly report?: (error: unknown) => void
}

export interface ApiServer {
  readonly handle: Handle
  /** From now on the server is not ready (`/readyz`), and serves on. */
  drain(): void
  /** Stops watches and closes the log; requests after it answer 503. */
  close(): Promise<void>
}

/** One request on its way, and what its answer collects. */
interface Exchange {
  readonly request: ApiRequest
  readonly id: string
  readonly record: RecordedTrace
  /** The record, and the audit event where there is one. */
  trace: Trace
  readonly warnings: Warnings
  readonly receivedAt: number
  info?: RequestInfo
  user?: UserInfo
  audit?: AuditTrail
  failure?: Status
}

export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { clock, report = (error) => console.error(error) } = options
  const cluster = await openCluster(options, report)
  const { store, authenticators, authorizer, metrics } = cluster
  const ring = requestRing(clock)
  let closed = false
  let draining = false
  const { audit, documents } = openAudit(options)
  const server = resourceServer(options, cluster, ring, { isOpen: () => !closed, isReady: () => !draining }, documents)

  /** The way of a request: each step may refuse by throwing, the last one answers. */
  async function serve(exchange: Exchange): Promise<Payload> {
    const { request, record } = exchange
    const info = (exchange.info = readRequestInfo(request.method, request.url))
    if (closed) throw shuttingDown()
    const user = (exchange.user = await authenticate(authenticators, request, record))
    beginAudit(exchange)
    await authorizeRequest(authorizer, info, user, exchange.trace)
    return info.resourceRequest && !info.path.startsWith('//')
      ? serveResource(server, info, request, callerOf(exchange, user))
      : serveNonResource(server, info, request)
  }

  function beginAudit(exchange: Exchange): void {
    const { info, request, record, id, user, receivedAt } = exchange
    if (audit === undefined || info === undefined || exchange.audit !== undefined) return
    const trail = (exchange.audit = audit.begin(auditedRequest(info, request, { id, user, receivedAt })))
    if (trail === undefined) return
    exchange.trace = { stage: record.stage.bind(record), annotate: trail.annotate.bind(trail) }
  }

  async function auditAnswer({ request, failure }: Exchange, trail: AuditTrail, answer: Payload): Promise<Payload> {
    await trail.answered(auditedAnswer(request, answer, failure, server.catalog))
    const { body, status } = answer
    return isByteStream(body) ? { ...answer, body: auditedStream(body, () => trail.ended(status)) } : answer
  }

  async function handle(request: ApiRequest): Promise<ApiResponse> {
    const { method, url, headers } = request
    const id = headers.get('audit-id') ?? clock.uuid()
    const record = ring.begin({ id, method, url, userAgent: headers.get('user-agent') ?? '' })
    const exchange: Exchange = { request, id, record, trace: record, receivedAt: clock.now(), warnings: new Warnings() }
    const arrived = clock.elapsed()
    const mutating = method !== 'GET' && method !== 'HEAD'
    metrics.arrived(mutating)
    const plain = await serve(exchange).catch((error: unknown) =>
      refuse(error, exchange, server, { closing: closed, report }),
    )
    // Who could not be authenticated is audited as nobody.
    if (exchange.failure !== undefined) beginAudit(exchange)
    const answer = exchange.audit === undefined ? plain : await auditAnswer(exchange, exchange.audit, plain)
    const response = await respond(answer, {
      method,
      acceptEncoding: headers.get('accept-encoding') ?? '',
      headers: [
        ['Audit-Id', id],
        // A URL that nobody could read was answered before anything else was.
        ...(exchange.info === undefined ? [] : [['Cache-Control', 'no-cache, private'] as const]),
        ...exchange.warnings.headers(),
      ],
    })
    const responseBytes = isByteStream(response.body) ? 0 : response.body.length
    record.finish({ user: exchange.user?.username ?? '', status: response.status, responseBytes })
    const labels = requestLabels(exchange.info, request, server.catalog)
    metrics.answered(mutating, labels, response.status, (clock.elapsed() - arrived) / 1000, responseBytes)
    return response
  }

  return {
    handle,
    drain() {
      draining = true
    },
    async close() {
      closed = true
      await store.close()
    },
  }
}

function callerOf({ id, request, trace, warnings }: Exchange, user: UserInfo): Caller {
  return {
    requestId: id,
    user,
    userAgent: request.headers.get('user-agent') ?? '',
    signal: request.signal,
    trace,
    warn: (text) => warnings.add(text),
  }
}

/** What a thrown error answers. */
function refuse(
  error: unknown,
  exchange: Exchange,
  { offered }: DocumentServer,
  circumstances: Parameters<typeof refusal>[1],
): Payload {
  if (error instanceof MalformedUrl) return plainText(error.status, error.message)
  const { request, info, record } = exchange
  const status = (exchange.failure = refusal(error, circumstances))
  record.stage('refused', status.message ?? '', () => status)
  const pretty = info !== undefined && prettyWanted(request, info.query)
  return failurePayload(status, request.headers.get('accept') ?? '', offered, pretty)
}

interface Cluster {
  readonly catalog: Catalog
  readonly store: Store
  readonly verbs: Verbs
  readonly authenticators: readonly Authenticator[]
  readonly authorizer: Authorizer
  readonly registry: Registry
  readonly metrics: ServerMetrics
}

/** Opens the store and makes what every cluster starts with. */
async function openCluster(options: ApiServerOptions, report: (error: unknown) => void): Promise<Cluster> {
  const {
    dialect,
    clock,
    log,
    tokens,
    defaultUser,
    runtimeConfig,
    serviceRanges = DEFAULT_SERVICE_RANGES,
    featureGates,
    showHiddenMetrics,
  } = options
  const catalog = buildCatalog({ dialect, runtimeConfig, serviceRanges, featureGates })
  const store = await openStore({ log, clock, report, ...storedEncoding })
  const authenticators = [
    ...(tokens === undefined ? [] : [tokenFile(tokens)]),
    defaultUser === undefined ? anonymous() : anonymous(defaultUser, ['system:masters']),
  ]
  const authorizer = authorizerChain([alwaysAllow])
  const lister = storeLister(store)
  const { registry, metrics } = openMetrics({ dialect, catalog, store, showHidden: showHiddenMetrics === true })
  const admission = admissionChain(
    admissionOrder.map((plugin) => plugin({ dialect, lister })),
    {
      elapsed: () => clock.elapsed(),
      took: (plugin, phase, operation, rejected, ms) => metrics.admitted(plugin, phase, operation, rejected, ms / 1000),
    },
  )
  const verbs = createVerbs({ dialect, clock, catalog, store, admission, authorizer, authenticators })
  await bootstrap({ verbs, store, catalog, dialect, serviceRanges })
  return { catalog, store, verbs, authenticators, authorizer, registry, metrics }
}

function resourceServer(
  { dialect, clock, featureGates = {}, descriptions = () => Promise.resolve({}) }: ApiServerOptions,
  { catalog, verbs, registry, metrics }: Cluster,
  ring: RequestRing,
  life: Life,
  documents: DocumentServer['documents'],
): DocumentServer {
  const known = mediaTypes(dialect)
  return {
    dialect,
    clock,
    catalog,
    verbs,
    rules: { dialect, watchList: featureGates.WatchList === true },
    offered: known,
    columns: tableColumns(dialect),
    deprecation: deprecations(dialect),
    metrics,
    healthChecks: healthChecks(life).map((check) => ({ ...check, name: dialect.spell(check.name) })),
    documents: [
      openApiRequests(catalog, dialect, descriptions),
      debugRequests(ring),
      metricsDocument(registry),
      ...documents,
    ],
  }
}
