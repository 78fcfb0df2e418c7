import { quote } from '../../worker/api/go-format.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, stringOrEmpty } from '../../worker/api/json.ts'
import type { Status } from './failure.ts'

/** The request that an error answer belongs to. */
export interface FailedRequest {
  readonly method: string
  readonly path: string
  /** Whether messages name the resource of the path. Default: they do. */
  readonly isNamed?: boolean
  /**
   * Whether the client reads the answer as bytes. client-go then ignores the `Status` of an error answer, and only uses
   * the text of an answer whose type is a text type.
   */
  readonly isUndecoded?: boolean
}

/**
 * The `Status` in the body of an error answer; for any other body, a `Status` for the HTTP code, whose message names
 * the resource of `request`.
 */
export function readStatus(text: string, code: number, request?: FailedRequest): Status {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (isObject(body) && body.kind === 'Status' && request?.isUndecoded !== true)
    return {
      answer: body,
      message: stringOrEmpty(body.message),
      reason: stringOrEmpty(body.reason),
      code,
      details: isObject(body.details) ? body.details : undefined,
    }
  const subject = request === undefined || request.isNamed === false ? undefined : subjectOf(request)
  const said = isObject(body) ? 'unknown' : text.trim()
  const message = plainMessage(said, code) + (subject?.text ?? '')
  const reason = statusReasons[code] ?? ''
  const cause = { reason: 'UnexpectedServerResponse', message: said }
  const details = { ...subject?.details, causes: [cause] }
  const answer = { metadata: {}, status: 'Failure', message, ...(reason === '' ? {} : { reason }), details, code }
  return { answer, message, reason, code }
}

/**
 * The resource and the name that a request is about, as text and as details: ` (get deployments.apps web)`; undefined for
 * another path.
 */
function subjectOf({ method, path }: FailedRequest) {
  const match = /^\/(?:api|apis\/([^/?]+))\/[^/?]+\/(?:namespaces\/[^/?]+\/)?([^/?]+)(?:\/([^/?]+))?/.exec(path)
  if (match === null) return undefined
  const [, group, resource = '', encoded] = match
  const qualified = group === undefined ? resource : `${resource}.${group}`
  const name = encoded === undefined ? undefined : decodeURIComponent(encoded)
  const details: JsonObject = {}
  if (name !== undefined) details.name = name
  if (group !== undefined) details.group = group
  details.kind = resource
  return { text: ` (${[method.toLowerCase(), qualified, ...(name === undefined ? [] : [name])].join(' ')})`, details }
}

function plainMessage(text: string, code: number): string {
  const known = plainMessages[code]
  if (known !== undefined) return known
  if (code === 406 && (text === '' || text === 'unknown'))
    return 'the server was unable to respond with a content type that the client supports'
  if (OWN_TEXT.has(code)) return text
  return code >= 500
    ? `an error on the server (${quote(text || 'unknown')}) has prevented the request from succeeding`
    : `the server responded with the status code ${code} but did not return more information`
}

/** Status codes for which the text of the server is the message. */
const OWN_TEXT: ReadonlySet<number> = new Set([403, 406, 415])

/** Messages for error answers without a `Status`. */
const plainMessages: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
}

const statusReasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}
