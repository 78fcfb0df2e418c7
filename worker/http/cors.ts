import type { ApiRequest, ApiResponse } from '../api/exchange.ts'
import { failure, unsupportedMediaType, type StatusError } from '../api/status.ts'

/** The origins whose pages may read answers of the server and write to it. */
export interface CorsPolicy {
  allowsOrigin(origin: string): boolean
}

/** The headers of the real server, which no flag changes. */
const HEADERS: ApiResponse['headers'] = [
  ['Access-Control-Allow-Methods', 'POST, GET, OPTIONS, PUT, DELETE, PATCH'],
  [
    'Access-Control-Allow-Headers',
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  ],
  ['Access-Control-Expose-Headers', 'Date'],
  ['Access-Control-Allow-Credentials', 'true'],
]

/** The CORS headers of the answer; undefined for a request without an origin or from a disallowed origin. */
export function corsHeaders(
  { headers }: Pick<ApiRequest, 'headers'>,
  policy: CorsPolicy,
): ApiResponse['headers'] | undefined {
  const origin = headers.get('origin') ?? ''
  if (origin === '' || !policy.allowsOrigin(origin)) return undefined
  return [['Access-Control-Allow-Origin', origin], ...HEADERS]
}

/**
 * CORS hides an answer from the requesting page, but a browser still sends forms, beacons and `no-cors` requests, which
 * may write. This check refuses them by headers that pages cannot change: `Origin` and the fetch metadata
 * (https://www.w3.org/TR/fetch-metadata/). Reads pass, as on the real server: the page cannot see their answers.
 * @throws StatusError
 */
export function refuseCrossSite(request: Pick<ApiRequest, 'method' | 'headers' | 'body'>, policy: CorsPolicy): void {
  const { method, headers, body } = request
  if (READS.has(method)) return
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  // Only browsers send these headers.
  if (origin === undefined && site === undefined) return
  if (!isAllowed(headers, policy)) throw crossSite(origin ?? site ?? '')
  // Applies to allowed origins too. A browser sends a body without a content type without a preflight, and the server would
  // read it as JSON.
  if (body !== undefined && body.length > 0 && !headers.has('content-type'))
    throw unsupportedMediaType(['application/json'])
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

function isAllowed(headers: ApiRequest['headers'], policy: CorsPolicy): boolean {
  const origin = headers.get('origin')
  if (origin !== undefined) return isOwnOrigin(origin, headers.get('host')) || policy.allowsOrigin(origin)
  const site = headers.get('sec-fetch-site')
  return site === 'same-origin' || site === 'none'
}

const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  host !== undefined && /^https?:\/\/(.+)$/i.exec(origin)?.[1]?.toLowerCase() === host.toLowerCase()

const crossSite = (source: string): StatusError =>
  failure({
    code: 403,
    reason: 'Forbidden',
    message: `a page of another origin (${source}) may not write to this server; allow its origin with --cors-allowed-origins`,
  })
