import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { CallFault, type WebhookAnswer } from './webhook.ts'
import { readDocument } from './verdict.ts'

/** Of a text that explains an error, characters are kept. */
const EXPLANATION_LIMIT = 2048

/** What the real server's client says of an answer by its status alone, where that is all. */
const MESSAGES: ReadonlyMap<number, string> = new Map([
  [400, 'the server rejected our request for an unknown reason'],
  [401, 'the server has asked for the client to provide credentials'],
  [404, 'the server could not find the requested resource'],
  [405, 'the server does not allow this method on the requested resource'],
  [409, 'the server reported a conflict'],
  [422, 'the server rejected our request due to an error in our request'],
  [429, 'the server has received too many requests and has asked us to try again later'],
  [503, 'the server is currently unable to handle the request'],
  [504, 'the server was unable to return a response in the time allotted, but may still be processing the request'],
])

const NO_TYPE = 'the server was unable to respond with a content type that the client supports'

/** @throws CallFault where the answer is an error, or carries nothing */
export async function checkStatus(answer: WebhookAnswer): Promise<void> {
  const { status, body } = answer
  const type = answer.header('content-type') ?? ''
  checkMediaType(type)
  if (status < 200 || status > 206) {
    const explained = body.length === 0 ? undefined : await statusMessage(body)
    throw new CallFault(explained ?? messageOf(status, isText(type) ? textOf(body) : 'unknown'))
  }
  if (body.length > 0) return
  const shown = type === '' ? 'application/json' : type
  throw new CallFault(`0-length response with status code: ${status} and content type: ${shown}`)
}

/** RFC 2045: a token, a slash, a token; then parameters. */
function checkMediaType(type: string): void {
  const [media = ''] = type.split(';')
  if (type === '' || /^\s*[\w!#$%&'*+.^`|~-]+(\/[\w!#$%&'*+.^`|~-]+)?\s*$/.test(media)) return
  const why = media.trim() === '' ? 'no media type' : media.trim().startsWith('/') ? 'no media type' : mediaFault(media)
  throw new CallFault(`Internal error occurred: mime: ${why}`)
}

const mediaFault = (media: string): string =>
  /^\s*[\w!#$%&'*+.^`|~-]+\/\s*$/.test(media) ? 'expected token after slash' : 'expected slash after first token'

const isText = (type: string): boolean => type === '' || type.trim().toLowerCase().startsWith('text/')

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, EXPLANATION_LIMIT)).trim()

function messageOf(status: number, text: string): string {
  if (status === 403 || status === 415) return text
  if (status === 406) return text === '' || text === 'unknown' ? NO_TYPE : text
  const known = MESSAGES.get(status)
  if (known !== undefined) return known
  return status >= 500
    ? `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`
    : `the server responded with the status code ${status} but did not return more information`
}

/** The message of a `Status`, where the body is one that says that something failed. */
async function statusMessage(body: Uint8Array): Promise<string | undefined> {
  try {
    const { value, kind, apiVersion } = await readDocument(body)
    const isStatus = (kind === '' || kind === 'Status') && (apiVersion === '' || apiVersion === 'v1')
    return isStatus && isFailure(value) ? textIn(value['message']) : undefined
  } catch (error) {
    if (error instanceof CallFault) return undefined
    throw error
  }
}

const isFailure = (value: JsonObject): boolean => isObject(value) && value['status'] === 'Failure'
const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
