import { boundedNumber } from '../api/numbers.ts'
import type { ApiRequest } from '../api/exchange.ts'
import { failure, type StatusError } from '../api/status.ts'
import { producesAcceptable } from '../codec/negotiation.ts'

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE'])
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Checks `Content-Type` as the router of the real server does, even without a body. A type that no route consumes leaves no
 * route, so the refusal of a request without a body lists no representations.
 * @throws StatusError 406 or 415
 */
export function checkContent(request: ApiRequest, consumes: readonly string[]): void {
  const { method, headers } = request
  const contentType = headers.get('content-type') ?? ''
  if (contentType === '' && WITHOUT_BODY.has(method)) return
  if (contentType.split(',').some((each) => consumes.includes(withoutParameters(each)))) return
  throw boundedNumber(contentLength(request) ?? 0) > 0 ? unroutable() : unacceptable(request, [])
}

/**
 * Checks that a route produces a media type that `Accept` names.
 * @throws StatusError 406, or 415 for a write without a length
 */
export function checkAccept(request: ApiRequest, produces: readonly string[]): void {
  if (!producesAcceptable(request.headers.get('accept') ?? '', produces)) throw unacceptable(request, produces)
}

/** The length of the body; undefined for a request without a body, and for a chunked body. */
const contentLength = ({ headers, body }: ApiRequest): string | undefined =>
  headers.get('content-length') ??
  (body === undefined || headers.has('transfer-encoding') ? undefined : String(body.length))

/** A media type such as `application/json; charset=utf-8` without its parameters. The router ignores spaces, but no tabs. */
export const withoutParameters = (mediaType: string): string =>
  (mediaType.split(';')[0] ?? '').split(' ').filter(Boolean).join(' ')

function unacceptable(request: ApiRequest, available: readonly string[]): StatusError {
  const listed = `\n\nAvailable representations: ${available.join(', ')}`
  if (WITH_BODY.has(request.method) && contentLength(request) === undefined) return unroutable(listed)
  return failure({ code: 406, reason: 'NotAcceptable', message: `406: Not Acceptable${listed}`, details: {} })
}

const unroutable = (listed = ''): StatusError =>
  failure({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `415: Unsupported Media Type${listed}`,
    details: {},
  })
