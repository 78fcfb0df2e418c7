import { isObject, stringOrEmpty } from '../../worker/api/json.ts'
import type { Status } from './failure.ts'

/** The `Status` in the body of an error answer; for any other body, a `Status` for the HTTP code. */
export function readStatus(text: string, code: number): Status {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (isObject(body) && body.kind === 'Status')
    return {
      answer: body,
      message: stringOrEmpty(body.message),
      reason: stringOrEmpty(body.reason),
      code,
      details: isObject(body.details) ? body.details : undefined,
    }
  const message = plainMessages[code] ?? (text.trim() || `the server answered ${code}`)
  return { message, reason: statusReasons[code] ?? '', code }
}

/** Messages for error answers without a `Status`. */
const plainMessages: Readonly<Record<number, string>> = {
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
}

const statusReasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}
