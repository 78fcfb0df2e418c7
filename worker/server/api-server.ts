import { isByteStream, type ApiRequest, type ApiResponse, type Handle } from '../api/exchange.ts'
import { isStorageAnswering } from '../http/health.ts'
import { respond, type Payload } from '../http/payload.ts'
import { requestLabels } from '../http/request-labels.ts'
import { requestLimits } from '../http/request-limits.ts'
import { requestRing, type RequestRing } from '../observability/request-ring.ts'
import type { Content, RequestRecord } from '../observability/trace.ts'
import { openCluster, startCluster, type ApiServerOptions, type Cluster } from './cluster.ts'
import type { ClusterOrigin } from './cluster-origin.ts'
import { compose } from './compose.ts'
import { openDocuments } from './documents.ts'
import type { renewIdentity } from './identity-renewal.ts'
import { Exchange, type PipelineContext } from './exchange.ts'
import { Lifecycle } from './lifecycle.ts'
import type { Audit } from './open-audit.ts'
import { stages } from './stages.ts'

export type { ApiServerOptions } from './cluster.ts'

export interface ApiServer {
  /** The first request starts the server. Requests wait until it has started. */
  readonly handle: Handle
  /**
   * Creates the bootstrap objects and starts the controllers: once, with the first call or the first request. After a
   * failure the next call or request tries again.
   * @throws StorageFull, StorageFailed
   */
  start(): Promise<void>
  /**
   * For a server with `defersControllerManager`: starts the controller manager, or lets `start` do it when the cluster has not
   * started. Resolves when the controllers follow the cluster; before `start` it resolves at once.
   */
  startControllerManager(): Promise<void>
  /** The cluster as it is now, for one copy. */
  origin(): Origin
  /** The requests of the cluster's own controllers that have begun and not ended. */
  controllerRequestsUnderWay(): number
  /** Drops the history: a watch or list from an older revision receives 410. */
  compact(): void
  /** Makes `/readyz` fail; the server still serves requests. */
  drain(): void
  /** Stops watches and closes the log; later requests receive 503. */
  close(): Promise<void>
}

/** The origin of a copy. Promises that wait for no timer and no request must settle before the call of `inLaterTurn`. */
export interface Origin {
  readonly revision: number
  inLaterTurn(): ClusterOrigin
}

export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { clock, dialect, hostname, limits = {}, report = (error) => console.error(error) } = options
  const ring = requestRing(clock)
  const controllerRing = requestRing(clock)
  const cluster = await openCluster(options, controllerRing, report)
  const { store, controllers } = cluster
  let startsManager = options.defersControllerManager !== true
  // Started in a later turn, so that the response to the first request does not wait for the manager.
  const startManager = () =>
    new Promise<void>((resolve) => clock.after(0, () => resolve(controllers.startManager().catch(report))))
  const lifecycle = new Lifecycle(async () => {
    await startCluster(options, cluster, report)
    if (startsManager) void startManager()
    if (hostname !== undefined)
      stopRenewal = await renewal({ environment: cluster.environment, clock, hostname, report })
  })
  let stopRenewal = (): void => undefined
  const audit = await auditOf(options, cluster)
  const health = {
    isOpen: () => !lifecycle.isClosed && isStorageAnswering(store, clock),
    isReady: () => lifecycle.isReady,
    outage: () => store.outage,
  }
  const rings = { clients: ring, controllers: controllerRing }
  const documents = openDocuments(options, { cluster, rings, health, auditDocuments: audit?.documents ?? [] })
  const handle = pipeline(
    options,
    { cluster, ring },
    {
      clock,
      dialect,
      cluster,
      documents,
      limits: requestLimits(limits, clock),
      lifecycle,
      audit,
      cors: options.cors,
      report,
    },
  )
  return {
    handle,
    start: () => lifecycle.start(),
    async startControllerManager() {
      startsManager = true
      if (lifecycle.isStarted) await startManager()
    },
    origin: () => originOf(cluster),
    controllerRequestsUnderWay: () => controllers.requestsUnderWay(),
    compact: () => store.compact(),
    drain: () => lifecycle.drain(),
    async close() {
      await lifecycle.close()
      stopRenewal()
      controllers.stop()
      await store.close()
    },
  }
}

function originOf({ store, catalog, authority, controllers }: Cluster): Origin {
  const content = store.content()
  const builtins = catalog.forAnother()
  return {
    revision: content.revision,
    inLaterTurn: () => ({
      content,
      catalog: builtins,
      authority,
      isAtRest: store.revision === content.revision && controllers.isAtRest(),
    }),
  }
}

/** Only servers under Node have a host name, so only they load this part. */
async function renewal(...given: Parameters<typeof renewIdentity>): Promise<() => void> {
  const part = await import('./identity-renewal.ts')
  return part.renewIdentity(...given)
}

/** Wraps the stages: opens the request's record, counts metrics and encodes the answer. */
function pipeline(
  { clock, featureGates }: ApiServerOptions,
  { cluster: { metrics, catalog }, ring }: { readonly cluster: Cluster; readonly ring: RequestRing },
  context: PipelineContext,
): Handle {
  const compresses = featureGates?.APIResponseCompression ?? true
  const answer = compose(stages)
  return async (request) => {
    const { method, headers } = request
    const arrived = clock.elapsed()
    const exchange = beginExchange(context, ring, request, arrived)
    const mutating = method !== 'GET' && method !== 'HEAD'
    metrics.arrived(mutating)
    const answering = answer(exchange)
    const answered = answering instanceof Promise ? await answering : answering
    const responding = respond(answered, {
      method,
      acceptEncoding: compresses ? (headers.get('accept-encoding') ?? '') : '',
      headers: headersOf(exchange),
    })
    const response = responding instanceof Promise ? await responding : responding
    const duration = clock.elapsed() - arrived
    const responseBytes = sizeOf(response)
    const { user, actingAs, groups } = callerOf(exchange)
    const result = { user, actingAs, groups, status: response.status, responseBytes, duration }
    exchange.record.finish(result, contentOf(exchange, answered, response))
    const labels = requestLabels(exchange.requestInfo, request, catalog)
    metrics.answered(labels, { mutating, code: response.status, seconds: duration / 1000, bytes: responseBytes })
    return response
  }
}

function beginExchange(context: PipelineContext, ring: RequestRing, request: ApiRequest, arrived: number): Exchange {
  const { method, url, headers } = request
  const id = headers.get('audit-id') ?? context.clock.uuid()
  const receivedAt = context.clock.now()
  const userAgent = headers.get('user-agent') ?? ''
  const record = ring.begin({ id, method, url, userAgent, startedAt: receivedAt }, arrived)
  return new Exchange(context, request, { id, record, receivedAt })
}

function callerOf({ caller, actingAs }: Exchange): Pick<RequestRecord, 'user' | 'actingAs' | 'groups'> {
  const { groups = [] } = actingAs ?? caller ?? {}
  return { user: caller?.username ?? '', actingAs: actingAs?.username ?? '', groups }
}

/** Headers and bodies are recorded for requests about objects only. Other documents, such as the records, have other readers. */
function contentOf(
  { request, requestInfo }: Exchange,
  { body }: Payload,
  { headers }: ApiResponse,
): Content | undefined {
  if (requestInfo?.resourceRequest !== true) return undefined
  return {
    requestHeaders: request.headers,
    requestBody: request.body,
    responseHeaders: headers,
    responseBody: isByteStream(body) ? undefined : body,
  }
}

const sizeOf = ({ body, pieces }: ApiResponse): number => pieces?.byteLength ?? (isByteStream(body) ? 0 : body.length)

async function auditOf(
  { audit, clock, dialect }: ApiServerOptions,
  { authorizer }: Cluster,
): Promise<Audit | undefined> {
  if (audit === undefined) return undefined
  const { openAudit } = await import('./open-audit.ts')
  return openAudit({ audit, clock, dialect, authorizer })
}

const UNCACHED = ['Cache-Control', 'no-cache, private'] as const

/** The headers of every answer. */
function headersOf({ id, requestInfo, flow, headers: added, warnings }: Exchange): ApiResponse['headers'] {
  const headers: (readonly [string, string])[] = [['Audit-Id', id]]
  // An unreadable URL is refused before the real server sets this header.
  if (requestInfo !== undefined) headers.push(UNCACHED)
  if (flow !== undefined) headers.push(...flow.headers)
  headers.push(...added, ...warnings.headers())
  return headers
}
