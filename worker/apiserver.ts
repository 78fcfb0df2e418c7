import type { ApiRequest, Handle } from './api/exchange.ts'
import { isByteStream } from './api/exchange.ts'
import { internalError, serviceUnavailable, StatusError } from './api/status.ts'
import { admissionChain } from './admission/chain.ts'
import { admissionOrder } from './admission/order.ts'
import { anonymous } from './authentication/anonymous.ts'
import { authenticate } from './authentication/authenticators.ts'
import { tokenFile } from './authentication/token-file.ts'
import { alwaysAllow } from './authorization/always-allow.ts'
import { authorizerChain } from './authorization/authorizers.ts'
import type { Clock } from './clock/clock.ts'
import { storedEncoding } from './codec/encode.ts'
import { mediaTypes } from './codec/negotiation.ts'
import { defaultColumns } from './codec/table.ts'
import type { Dialect } from './dialect/dialect.ts'
import { authorizeRequest } from './http/authorize.ts'
import { debugRequests } from './http/debug.ts'
import { deprecationWarnings } from './http/deprecations.ts'
import { healthChecks } from './http/health.ts'
import type { DocumentServer } from './http/non-resource-requests.ts'
import { serveNonResource } from './http/non-resource-requests.ts'
import type { Payload } from './http/payload.ts'
import { failurePayload, plainText, respond } from './http/payload.ts'
import { openApiRequests } from './http/openapi/open-api-requests.ts'
import type { Describe } from './http/openapi/schemas.ts'
import { MalformedUrl, readRequestInfo } from './http/request-info.ts'
import { prettyWanted, serveResource } from './http/resource-requests.ts'
import { Warnings } from './http/warnings.ts'
import { requestRing } from './observability/request-ring.ts'
import type { RecordedTrace } from './observability/request-ring.ts'
import { buildCatalog } from './resources/catalog.ts'
import type { Log } from './store/persistence/log.ts'
import { openStore } from './store/revisioned-store.ts'
import { bootstrap } from './verbs/bootstrap.ts'
import { createVerbs } from './verbs/create-verbs.ts'
import { storeLister } from './verbs/store-lister.ts'

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
  /** `--token-auth-file` absent and a browser's own page: who an unauthenticated caller is. Default: system:anonymous. */
  readonly defaultUser?: string
  /** Words for types and fields in OpenAPI documents. */
  readonly describe?: Describe
  /** Told of every error that is not an answer: a defect of the server. Default: console.error. */
  readonly report?: (error: unknown) => void
}

export interface ApiServer {
  readonly handle: Handle
  /** Stops watches and closes the log; requests after it answer 503. */
  close(): Promise<void>
}

/** One request on its way, and what its answer collects. */
interface Exchange {
  readonly request: ApiRequest
  readonly id: string
  readonly trace: RecordedTrace
  readonly warnings: Warnings
  user: string
}

export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { dialect, clock, report = (error) => console.error(error) } = options
  const catalog = buildCatalog({ dialect, runtimeConfig: options.runtimeConfig })
  const store = await openStore({ log: options.log, clock, report, ...storedEncoding })
  const authenticators = [
    ...(options.tokens === undefined ? [] : [tokenFile(options.tokens)]),
    options.defaultUser === undefined ? anonymous() : anonymous(options.defaultUser, ['system:masters']),
  ]
  const authorizer = authorizerChain([alwaysAllow])
  const lister = storeLister(store)
  const admission = admissionChain(admissionOrder.map((plugin) => plugin({ dialect, lister })))
  const verbs = createVerbs({ dialect, clock, catalog, store, admission, authorizer, authenticators })
  await bootstrap({ verbs, store, catalog, dialect })
  const ring = requestRing(clock)
  const known = mediaTypes(dialect)
  let closed = false

  const server: DocumentServer = {
    dialect,
    clock,
    catalog,
    verbs,
    rules: { dialect, watchList: options.featureGates?.WatchList === true },
    offered: known.filter(({ format }) => format !== 'protobuf'),
    mediaTypes: known.map(({ type }) => type),
    defaultColumns: defaultColumns.map((column) => ({ ...column, description: dialect.spell(column.description) })),
    deprecation: deprecationWarnings(dialect),
    healthChecks: healthChecks(() => !closed).map((check) => ({ ...check, name: dialect.spell(check.name) })),
    documents: [openApiRequests(catalog, dialect, options.describe ?? (() => undefined)), debugRequests(ring)],
  }
  /** The way of a request: each step may refuse by throwing, the last one answers. */
  async function serve(exchange: Exchange): Promise<Payload> {
    const { request, trace, warnings, id } = exchange
    const info = readRequestInfo(request.method, request.url)
    if (closed) throw serviceUnavailable('the server is shutting down')
    const user = await authenticate(authenticators, request, trace)
    exchange.user = user.username
    await authorizeRequest(authorizer, info, user, trace)
    const caller = {
      requestId: id,
      user,
      userAgent: request.headers.get('user-agent') ?? '',
      signal: request.signal,
      trace,
      warn: (text: string) => warnings.add(text),
    }
    return info.resourceRequest && !info.path.startsWith('//')
      ? serveResource(server, info, request, caller)
      : serveNonResource(server, info, request)
  }

  /** What a thrown error answers. Whatever is not a refusal is a defect: reported, and a 500. */
  function refuse(error: unknown, { request, trace }: Exchange): Payload {
    if (error instanceof MalformedUrl) return plainText(error.status, error.message)
    if (!(error instanceof StatusError)) report(error)
    const refusal = error instanceof StatusError ? error : internalError(String(error))
    trace.stage('refused', refusal.message, () => refusal.status)
    const query = new URL(request.url, 'http://localhost').searchParams
    const accept = request.headers.get('accept') ?? ''
    return failurePayload(refusal.status, accept, server.offered, prettyWanted(request, query))
  }

  async function handle(request: ApiRequest) {
    const id = request.headers.get('audit-id') ?? clock.uuid()
    const { method, url } = request
    const trace = ring.begin({ id, method, url, userAgent: request.headers.get('user-agent') ?? '' })
    const exchange: Exchange = { request, id, trace, warnings: new Warnings(), user: '' }
    let malformed = false
    const answer = await serve(exchange).catch((error: unknown) => {
      malformed = error instanceof MalformedUrl
      return refuse(error, exchange)
    })
    const response = await respond(answer, {
      method,
      acceptEncoding: request.headers.get('accept-encoding') ?? '',
      headers: [
        ['Audit-Id', id],
        ...(malformed ? [] : [['Cache-Control', 'no-cache, private'] as const]),
        ...exchange.warnings.headers(),
      ],
    })
    const responseBytes = isByteStream(response.body) ? 0 : response.body.length
    trace.finish({ user: exchange.user, status: response.status, responseBytes })
    return response
  }

  return {
    handle,
    async close() {
      closed = true
      await store.close()
    },
  }
}
