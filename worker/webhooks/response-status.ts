import { boundedNumber } from '../api/numbers.ts'
import { isObject, stringOrEmpty, type JsonObject } from '../api/json.ts'
import { failure, type Status, type StatusReason } from '../api/status.ts'
import { CallFault, type WebhookAnswer } from './backend.ts'
import { readDocument } from './document.ts'

/** The maximum number of bytes of a body that an error message contains. */
const EXPLANATION_LIMIT = 2048

/** The errors that the webhook client in the real server derives from the status code alone. */
const FAILURES: ReadonlyMap<number, readonly [reason: StatusReason, message: string]> = new Map([
  [400, ['BadRequest', 'the server rejected our request for an unknown reason']],
  [401, ['Unauthorized', 'the server has asked for the client to provide credentials']],
  [404, ['NotFound', 'the server could not find the requested resource']],
  [405, ['MethodNotAllowed', 'the server does not allow this method on the requested resource']],
  [409, ['AlreadyExists', 'the server reported a conflict']],
  [422, ['Invalid', 'the server rejected our request due to an error in our request']],
  [429, ['TooManyRequests', 'the server has received too many requests and has asked us to try again later']],
  [503, ['ServiceUnavailable', 'the server is currently unable to handle the request']],
  [
    504,
    [
      'Timeout',
      'the server was unable to return a response in the time allotted, but may still be processing the request',
    ],
  ],
])

const NO_TYPE = 'the server was unable to respond with a content type that the client supports'

/** Checks the answer of a webhook. @throws CallFault when the answer is an error, with its `Status`, or has no body */
export async function checkStatus(answer: WebhookAnswer): Promise<void> {
  await checkSuccess(answer)
  const { status, body } = answer
  if (body.length > 0) return
  const type = answer.header('content-type') ?? ''
  const shown = type === '' ? 'application/json' : type
  throw new CallFault(`0-length response with status code: ${status} and content type: ${shown}`)
}

/** Checks an answer whose body is not read. @throws CallFault when the answer is an error, with its `Status` */
export async function checkSuccess(answer: WebhookAnswer): Promise<void> {
  const { status, body } = answer
  const type = answer.header('content-type') ?? ''
  checkMediaType(type)
  if (status < 200 || status > 206) {
    const explained = body.length === 0 ? undefined : await explanation(body)
    const said = explained ?? failureOf(status, isText(type) ? textOf(body) : 'unknown')
    throw new CallFault(said.message ?? '', said)
  }
}

/** Checks a media type (RFC 2045): a token, or two with a slash between them, then parameters. @throws CallFault */
function checkMediaType(type: string): void {
  const [media = ''] = type.split(';')
  if (type === '' || /^\s*[\w!#$%&'*+.^`|~-]+(\/[\w!#$%&'*+.^`|~-]+)?\s*$/.test(media)) return
  const hasNoType = /^\s*(\/|$)/.test(media)
  const why = hasNoType ? 'no media type' : mediaFault(media)
  throw new CallFault(`Internal error occurred: mime: ${why}`)
}

const mediaFault = (media: string): string =>
  /^\s*[\w!#$%&'*+.^`|~-]+\/\s*$/.test(media) ? 'expected token after slash' : 'expected slash after first token'

const isText = (type: string): boolean => type === '' || type.trim().toLowerCase().startsWith('text/')

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, EXPLANATION_LIMIT)).trim()

function failureOf(code: number, text: string): Status {
  const [reason, message] = reasonOf(code, text)
  const causes = [{ reason: 'UnexpectedServerResponse', message: text }]
  return failure({ code, reason, message, details: { causes } }).status
}

function reasonOf(code: number, text: string): readonly [StatusReason, string] {
  if (code === 403) return ['Forbidden', text]
  if (code === 415) return ['UnsupportedMediaType', text]
  if (code === 406) return ['NotAcceptable', text === '' || text === 'unknown' ? NO_TYPE : text]
  const known = FAILURES.get(code)
  if (known !== undefined) return known
  return code >= 500
    ? ['InternalError', `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`]
    : ['', `the server responded with the status code ${code} but did not return more information`]
}

/** The `Status` in the body, when it reports a failure. */
async function explanation(body: Uint8Array): Promise<Status | undefined> {
  try {
    const { value, kind, apiVersion } = await readDocument(body)
    const isStatus = (kind === '' || kind === 'Status') && (apiVersion === '' || apiVersion === 'v1')
    return isStatus && value['status'] === 'Failure' ? statusOf(value) : undefined
  } catch (error) {
    if (error instanceof CallFault) return undefined
    throw error
  }
}

function statusOf({ message, reason, code, details }: JsonObject): Status {
  return failure({
    code: boundedNumber(code ?? 0),
    reason: stringOrEmpty(reason) as StatusReason,
    message: stringOrEmpty(message),
    ...(isObject(details) && { details }),
  }).status
}
