import { andThen, type Awaitable } from './api/awaitable.ts'
import { isByteStream, type ApiRequest, type ApiResponse, type Handle } from './api/exchange.ts'
import type { Status } from './api/status.ts'
import type { UserInfo } from './api/user.ts'
import { admissionChain } from './admission/chain.ts'
import { admissionPlugins, DEFAULT_ADMISSION, type AdmissionOptions } from './admission/plugins.ts'
import { authenticate, type Identify } from './authentication/authenticators.ts'
import type { Authorizer } from './authorization/authorizer.ts'
import type { Clock } from './clock/clock.ts'
import { storedEncoding } from './codec/encode.ts'
import { protobufFor } from './codec/later-protobuf.ts'
import { mediaTypes } from './codec/negotiation.ts'
import { serverControllers, type ServerControllers } from './controllers/server-controllers.ts'
import { openCustomResources } from './customresources/custom-resources.ts'
import type { Dialect } from './dialect/dialect.ts'
import { authorizeRequest } from './http/authorize.ts'
import { debugRequests } from './http/debug.ts'
import { deprecations } from './http/deprecations.ts'
import { flowControl, type Classified, type FlowControl } from './http/flow-control/flow-control.ts'
import { healthChecks, type Life } from './http/health.ts'
import { impersonate } from './http/impersonate.ts'
import { serveNonResource, type DocumentServer } from './http/non-resource-requests.ts'
import { laterAccountTokens, type LaterAccountTokens } from './http/open-account-tokens.ts'
import type { Audit, AuditOptions } from './http/open-audit.ts'
import { openAuthentication, type AuthenticationOptions } from './http/open-authentication.ts'
import { openAuthorization, type AuthorizationOptions } from './http/open-authorization.ts'
import { issuerDocuments } from './http/issuer-documents.ts'
import { openMetrics } from './http/open-metrics.ts'
import { metricsDocument } from './http/metrics-document.ts'
import { failurePayload, plainText, respond, type Payload } from './http/payload.ts'
import { laterDocument } from './http/later-document.ts'
import type { FieldDescriptions } from './http/openapi/field-descriptions.ts'
import { requestLabels } from './http/request-labels.ts'
import { refusal, shuttingDown } from './http/refusal.ts'
import { requestLimits, type LimitOptions } from './http/request-limits.ts'
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
import type { OpenCatalog } from './resources/resource.ts'
import type { Log } from './store/persistence/log.ts'
import type { Store } from './store/store.ts'
import { openStore } from './store/revisioned-store.ts'
import { admissionWriter } from './verbs/admission-writer.ts'
import { bootstrap } from './verbs/bootstrap.ts'
import { createVerbs } from './verbs/create-verbs.ts'
import { throughStorage } from './verbs/object-form.ts'
import { storeLister } from './verbs/store-lister.ts'
import type { Caller, Verbs } from './verbs/verbs.ts'

/** What a host chooses when it starts a cluster's API server. */
export interface ApiServerOptions extends AuthenticationOptions, AuthorizationOptions {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly log: Log
  /** `--runtime-config`: `api/all=true`, `batch/v1=false` ... */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>
  readonly featureGates?: Readonly<Record<string, boolean>>
  /** `--service-cluster-ip-range`: one range a family. */
  readonly serviceRanges?: readonly string[]
  /** `/metrics` holds those of earlier releases too (`--show-hidden-metrics-for-version`). */
  readonly showHiddenMetrics?: boolean
  /** `--controllers`: `*` and names of controllers to run with the server, `-name` for one to leave out. Default: none. */
  readonly controllers?: readonly string[]
  /** Which admission plugins run, and how; absent: those that are on by default. */
  readonly admission?: AdmissionOptions
  /** Of the machine that the server runs on: a lease in its name says that it is there. */
  readonly hostname?: string
  /** What extension servers are told of how callers prove who they are: keys and texts of their ConfigMap. */
  readonly extensionAuthentication?: Readonly<Record<string, string>>
  /** How much the server takes at once; absent: everything. */
  readonly limits?: LimitOptions
  /** Without it nothing is audited. */
  readonly audit?: AuditOptions
  /** Loads the words for types and fields in OpenAPI documents, when the first document is asked for. */
  readonly descriptions?: () => Promise<FieldDescriptions>
  /** Told of every error that is not an answer: a defect of the server. Default: console.error. */
  readonly report?: (error: unknown) => void
}

export interface ApiServer {
  /** The first request waits for `start`. */
  readonly handle: Handle
  /**
   * Makes what every cluster starts with and lets the controllers see to what is there: once, with the first call or the
   * first request. Where it fails, the next one tries again.
   * @throws StorageFull, StorageFailed
   */
  start(): Promise<void>
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
  flow?: Classified | undefined
}

export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { clock, dialect, report = (error) => console.error(error) } = options
  const cluster = await openCluster(options, report)
  const { store, identify, authorizer, metrics, controllers, flows } = cluster
  const ring = requestRing(clock)
  const limits = requestLimits(options.limits ?? {}, clock)
  const compresses = options.featureGates?.APIResponseCompression ?? true
  let closed = false
  let draining = false
  let started = false
  let starting: Promise<void> | undefined
  const audit = await auditOf(options)
  const life = { isOpen: () => !closed, isReady: () => !draining }
  const server = resourceServer(options, cluster, ring, life, audit?.documents ?? [])

  function start(): Promise<void> {
    return (starting ??= startCluster(options, cluster, report).then(
      () => void (started = true),
      (error: unknown) => {
        starting = undefined
        throw error
      },
    ))
  }

  /** The way of a request: each step may refuse by throwing, the last one answers. */
  function serve(exchange: Exchange): Awaitable<Payload> {
    const { request, record } = exchange
    const loading = protobufFor(request.headers)
    if (loading !== undefined) return loading.then(() => serve(exchange))
    const info = (exchange.info = readRequestInfo(request.method, request.url))
    if (closed) throw shuttingDown()
    if (!started) return start().then(() => serve(exchange))
    const deadline = limits.deadline(info)
    const known = authenticate(identify, request, record, (text) => exchange.warnings.add(text))
    return andThen(known, (caller) => {
      exchange.user = caller
      beginAudit(exchange)
      const { trace, audit: trail } = exchange
      return andThen(impersonate(request, caller, { authorizer, dialect, trace, trail }), (user) =>
        flows.admit(info, (exchange.flow = flows.classify(info, user)), () =>
          limits.admit(info, user, () =>
            andThen(authorizeRequest(authorizer, info, user, trace), () =>
              limits.within(deadline, request, (limited) =>
                info.resourceRequest && !info.path.startsWith('//')
                  ? serveResource(server, info, limited, callerOf(exchange, user, limited))
                  : serveNonResource(server, info, limited),
              ),
            ),
          ),
        ),
      )
    })
  }

  function beginAudit(exchange: Exchange, failure?: Status): void {
    const { info, request, record, id, user, receivedAt } = exchange
    if (audit === undefined || info === undefined || exchange.audit !== undefined) return
    const rejection = failure && audit.rejection(request, failure)
    const trail = (exchange.audit = audit.begin(audit.request(info, request, { id, user, receivedAt }), rejection))
    if (trail === undefined) return
    exchange.trace = { stage: record.stage.bind(record), annotate: trail.annotate.bind(trail) }
  }

  async function auditAnswer({ request, failure, audit: trail }: Exchange, answer: Payload): Promise<Payload> {
    if (audit === undefined || trail === undefined) return answer
    await trail.answered(audit.answer(request, answer, failure, server.catalog))
    const { body, status } = answer
    return isByteStream(body) ? { ...answer, body: audit.stream(body, () => trail.ended(status)) } : answer
  }

  async function handle(request: ApiRequest): Promise<ApiResponse> {
    const { method, url, headers } = request
    const id = headers.get('audit-id') ?? clock.uuid()
    const record = ring.begin({ id, method, url, userAgent: headers.get('user-agent') ?? '' })
    const exchange: Exchange = { request, id, record, trace: record, receivedAt: clock.now(), warnings: new Warnings() }
    const arrived = clock.elapsed()
    const mutating = method !== 'GET' && method !== 'HEAD'
    metrics.arrived(mutating)
    let plain: Payload
    try {
      const served = serve(exchange)
      plain = served instanceof Promise ? await served : served
    } catch (error) {
      plain = refuse(error, exchange, server, { closing: closed, report })
    }
    // Who could not be authenticated is audited as nobody.
    if (exchange.failure !== undefined) beginAudit(exchange, exchange.failure)
    const answer = exchange.audit === undefined ? plain : await auditAnswer(exchange, plain)
    const responding = respond(answer, {
      method,
      acceptEncoding: compresses ? (headers.get('accept-encoding') ?? '') : '',
      headers: [
        ['Audit-Id', id],
        // A URL that nobody could read was answered before anything else was.
        ...(exchange.info === undefined ? [] : [['Cache-Control', 'no-cache, private'] as const]),
        ...(exchange.flow?.headers ?? []),
        ...exchange.warnings.headers(),
      ],
    })
    const response = responding instanceof Promise ? await responding : responding
    const responseBytes = isByteStream(response.body) ? 0 : response.body.length
    record.finish({ user: exchange.user?.username ?? '', status: response.status, responseBytes })
    const labels = requestLabels(exchange.info, request, server.catalog)
    metrics.answered(mutating, labels, response.status, (clock.elapsed() - arrived) / 1000, responseBytes)
    return response
  }

  return {
    handle,
    start,
    drain() {
      draining = true
    },
    async close() {
      closed = true
      // Who waits for it is told why it failed.
      await Promise.allSettled([starting])
      controllers.stop()
      await store.close()
    },
  }
}

async function auditOf({ audit, clock, dialect }: ApiServerOptions): Promise<Audit | undefined> {
  if (audit === undefined) return undefined
  const { openAudit } = await import('./http/open-audit.ts')
  return openAudit({ audit, clock, dialect })
}

function callerOf({ id, trace, warnings }: Exchange, user: UserInfo, request: ApiRequest): Caller {
  return {
    requestId: id,
    user,
    userAgent: request.headers.get('user-agent') ?? '',
    signal: request.signal,
    deadline: request.deadline,
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
  readonly catalog: OpenCatalog
  readonly store: Store
  readonly verbs: Verbs
  readonly identify: Identify
  readonly authorizer: Authorizer
  readonly registry: Registry
  readonly metrics: ServerMetrics
  readonly controllers: ServerControllers
  readonly tokens: LaterAccountTokens
  readonly flows: FlowControl
}

/** Opens the store, and everything that works on it. */
async function openCluster(options: ApiServerOptions, report: (error: unknown) => void): Promise<Cluster> {
  const {
    dialect,
    clock,
    log,
    runtimeConfig,
    serviceRanges = DEFAULT_SERVICE_RANGES,
    featureGates,
    showHiddenMetrics,
  } = options
  const catalog = buildCatalog({ dialect, runtimeConfig, serviceRanges, featureGates })
  const store = await openStore({ log, clock, report, ...storedEncoding })
  const flows = flowControl(fairSeats(options.limits), { store, dialect, clock })
  const tokens = laterAccountTokens(options, { clock, dialect, store })
  const identify = openAuthentication(options, { clock, dialect, store, ...tokens })
  const { authorizer, guards } = await openAuthorization(options, { dialect, store })
  const lister = storeLister(store)
  const { registry, metrics } = openMetrics({ dialect, catalog, store, showHidden: showHiddenMetrics === true })
  const writer = admissionWriter(() => verbs, catalog, dialect)
  const admission = admissionChain(
    await admissionPlugins(options.admission ?? DEFAULT_ADMISSION, {
      dialect,
      clock,
      lister,
      writer,
      authorizer,
      catalog,
      convert: throughStorage,
    }),
    {
      elapsed: () => clock.elapsed(),
      of(plugin, phase, operation) {
        const took = metrics.admission(plugin, phase, operation)
        return (rejected, ms) => took(rejected, ms / 1000)
      },
    },
  )
  const verbs = createVerbs({
    dialect,
    clock,
    catalog,
    store,
    admission,
    authorizer,
    guards,
    identify,
    ...tokens,
    bindsToNodes: featureGates?.ServiceAccountTokenNodeBinding === true,
  })
  const chosen = options.controllers ?? []
  const controllers = serverControllers({ verbs, catalog, dialect, clock, report, chosen })
  return { catalog, store, verbs, identify, authorizer, registry, metrics, controllers, tokens, flows }
}

/** What has to be done before the first request: makes what every cluster starts with, and serves what is stored. */
async function startCluster(
  options: ApiServerOptions,
  { catalog, store, verbs, controllers }: Cluster,
  report: (error: unknown) => void,
): Promise<void> {
  const { dialect, clock, authorizationModes = [], featureGates, hostname, extensionAuthentication } = options
  const { serviceRanges = DEFAULT_SERVICE_RANGES } = options
  await bootstrap({
    verbs,
    store,
    catalog,
    dialect,
    clock,
    serviceRanges,
    rbac: authorizationModes.includes('RBAC'),
    featureGates,
    hostname,
    extensionAuthentication,
  })
  // On by default in this release.
  const ratchets = featureGates?.CRDValidationRatcheting ?? true
  await openCustomResources({ store, catalog, clock, dialect, ratchets, report })
  await controllers.start()
}

/** Reads and writes share them. */
const fairSeats = ({ priorityAndFairness, maxInFlight = 0, maxMutatingInFlight = 0 }: LimitOptions = {}): number =>
  priorityAndFairness === true ? maxInFlight + maxMutatingInFlight : 0

function resourceServer(
  { dialect, clock, featureGates = {}, descriptions = () => Promise.resolve({}) }: ApiServerOptions,
  { catalog, store, verbs, registry, metrics, controllers, tokens }: Cluster,
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
    announced: () => controllers.announced(),
    healthChecks: healthChecks(life).map((check) => ({ ...check, name: dialect.spell(check.name) })),
    documents: [
      laterDocument('openapi', async () => {
        const { openApiRequests } = await import('./http/openapi/open-api-requests.ts')
        return openApiRequests(catalog, dialect, descriptions)
      }),
      debugRequests(ring),
      laterDocument('debug', async () => {
        const { historyDocument } = await import('./http/history.ts')
        return historyDocument(store)
      }),
      issuerDocuments(tokens),
      metricsDocument(registry),
      ...documents,
    ],
  }
}
