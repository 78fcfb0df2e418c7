import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { isByteStream, type ApiRequest, type ApiResponse, type Handle } from '../api/exchange.ts'
import type { Status } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import { authenticate } from '../authentication/authenticators.ts'
import { protobufFor } from '../codec/later-protobuf.ts'
import { mediaTypes } from '../codec/negotiation.ts'
import { authorizeRequest } from '../http/authorize.ts'
import { debugRequests } from '../http/debug.ts'
import { deprecations } from '../http/deprecations.ts'
import type { Classified } from '../http/flow-control/flow-control.ts'
import { healthChecks, storageAnswers, type Life } from '../http/health.ts'
import { impersonate } from '../http/impersonate.ts'
import { serveNonResource, type DocumentServer } from '../http/non-resource-requests.ts'
import type { Audit } from './open-audit.ts'
import { issuerDocuments } from './issuer-documents.ts'
import { metricsDocument } from '../http/metrics-document.ts'
import { failurePayload, plainText, respond, type Payload } from '../http/payload.ts'
import { laterDocument } from '../http/later-document.ts'
import { requestLabels } from '../http/request-labels.ts'
import { notStarted, refusal, shuttingDown } from '../http/refusal.ts'
import { requestLimits } from '../http/request-limits.ts'
import { TextRefusal, readRequestInfo, type RequestInfo } from '../http/request-info.ts'
import { prettyWanted, serveResource } from '../http/resource-requests.ts'
import { tableColumns } from '../http/table-columns.ts'
import { Warnings } from '../http/warnings.ts'
import type { AuditTrail } from '../observability/audit.ts'
import type { Trace } from '../observability/trace.ts'
import { requestRing, type RecordedTrace, type RequestRing } from '../observability/request-ring.ts'
import type { Caller } from '../verbs/verbs.ts'
import { openCluster, startCluster, type ApiServerOptions, type Cluster } from './cluster.ts'

export type { ApiServerOptions } from './cluster.ts'

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
  const life = { isOpen: () => !closed && storageAnswers(store, clock), isReady: () => !draining }
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
    if (!started)
      return start().then(
        () => serve(exchange),
        (error: unknown) => {
          throw notStarted(error, report)
        },
      )
    const deadline = limits.deadline(info)
    const known = authenticate(identify, request, record, (text) => exchange.warnings.add(text))
    return andThen(known, (caller) => {
      exchange.user = caller
      beginAudit(exchange)
      const { trace, audit: trail } = exchange
      return andThen(impersonate(request, caller, { authorizer, dialect, trace, trail }), (user) =>
        flows.admit(info, (exchange.flow = flows.classify(info, user)), () =>
          limits.admit(info, user, () =>
            andThen(authorizeRequest(authorizer, info, user, { url: request.url, trace }), () =>
              limits.within(deadline, request, (limited) =>
                info.resourceRequest && !info.path.startsWith('//')
                  ? serveResource(server, info, limited, new ExchangeCaller(exchange, user, limited))
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
    const receivedAt = clock.now()
    const arrived = clock.elapsed()
    const userAgent = headers.get('user-agent') ?? ''
    const record = ring.begin({ id, method, url, userAgent, startedAt: receivedAt }, arrived)
    const exchange: Exchange = { request, id, record, trace: record, receivedAt, warnings: new Warnings() }
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
      headers: headersOf(exchange),
    })
    const response = responding instanceof Promise ? await responding : responding
    const responseBytes = response.pieces?.byteLength ?? (isByteStream(response.body) ? 0 : response.body.length)
    const duration = clock.elapsed() - arrived
    record.finish({ user: exchange.user?.username ?? '', status: response.status, responseBytes, duration })
    const labels = requestLabels(exchange.info, request, server.catalog)
    metrics.answered(mutating, labels, response.status, duration / 1000, responseBytes)
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
  const { openAudit } = await import('./open-audit.ts')
  return openAudit({ audit, clock, dialect })
}

const UNCACHED = ['Cache-Control', 'no-cache, private'] as const

/** What every answer says, whatever it answers. */
function headersOf({ id, info, flow, warnings }: Exchange): ApiResponse['headers'] {
  const headers: (readonly [string, string])[] = [['Audit-Id', id]]
  // A URL that nobody could read was answered before anything else was.
  if (info !== undefined) headers.push(UNCACHED)
  if (flow !== undefined) headers.push(...flow.headers)
  headers.push(...warnings.headers())
  return headers
}

/** Who sent a request, as the verbs see it. */
class ExchangeCaller implements Caller {
  readonly requestId: string
  readonly user: UserInfo
  readonly userAgent: string
  readonly deadline: number | undefined
  readonly trace: Trace
  readonly #request: ApiRequest
  readonly #warnings: Warnings

  constructor({ id, trace, warnings }: Exchange, user: UserInfo, request: ApiRequest) {
    this.requestId = id
    this.user = user
    this.userAgent = request.headers.get('user-agent') ?? ''
    this.deadline = request.deadline
    this.trace = trace
    this.#request = request
    this.#warnings = warnings
  }

  /** Some requests make theirs when it is asked for. */
  get signal(): AbortSignal {
    return this.#request.signal
  }

  warn(text: string): void {
    this.#warnings.add(text)
  }
}

/** What a thrown error answers. */
function refuse(
  error: unknown,
  exchange: Exchange,
  { offered }: DocumentServer,
  circumstances: Parameters<typeof refusal>[1],
): Payload {
  if (error instanceof TextRefusal) return plainText(error.status, error.message)
  const { request, info, record } = exchange
  const status = (exchange.failure = refusal(error, circumstances))
  record.stage('refused', status.message ?? '', () => status)
  const pretty = info !== undefined && prettyWanted(request, info.query)
  return failurePayload(status, request.headers.get('accept') ?? '', offered, pretty)
}

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
        const { openApiRequests } = await import('../http/openapi/open-api-requests.ts')
        return openApiRequests(catalog, dialect, descriptions)
      }),
      debugRequests(ring),
      laterDocument('debug', async () => {
        const { historyDocument } = await import('../http/history.ts')
        return historyDocument(store)
      }),
      issuerDocuments(tokens),
      metricsDocument(registry),
      ...documents,
    ],
  }
}
