import type { FieldError } from './field-error.ts'
import { quote } from './go-format.ts'
import type { GroupResource } from './group-version.ts'
import { formatGroupResource } from './group-version.ts'
import type { JsonObject, Json } from './json.ts'

export type StatusReason =
  | ''
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Expired'
  | 'Invalid'
  | 'ServerTimeout'
  | 'Timeout'
  | 'TooManyRequests'
  | 'BadRequest'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'InternalError'
  | 'ServiceUnavailable'

export interface StatusCause extends JsonObject {
  reason?: string
  message?: string
  field?: string
}

export interface StatusDetails extends JsonObject {
  name?: string
  group?: string
  kind?: string
  uid?: string
  causes?: StatusCause[]
  retryAfterSeconds?: number
}

/** The answer to most failed requests, and to deletions that return no object. */
export interface Status extends JsonObject {
  kind: 'Status'
  apiVersion: 'v1'
  metadata: JsonObject
  status: 'Success' | 'Failure'
  message?: string
  reason?: StatusReason
  details?: StatusDetails
  code: number
}

/** Thrown anywhere on the request path; the pipeline returns its `status` to the client. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: Status

  constructor(status: Status) {
    super(status.message ?? '')
    this.status = status
  }

  get code(): number {
    return this.status.code
  }

  get reason(): StatusReason {
    return this.status.reason ?? ''
  }
}

interface Failure {
  code: number
  reason: StatusReason
  message: string
  details?: StatusDetails
  metadata?: { [key: string]: Json }
}

/** Whether a request was refused for this reason. */
export const wasRefused = (error: unknown, reason: StatusReason): boolean =>
  error instanceof StatusError && error.status.reason === reason

/** Makes a failed `Status`; prefer a constructor below. */
export function failure({ code, reason, message, details, metadata = {} }: Failure): StatusError {
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata,
    status: 'Failure',
    message,
    ...(reason !== '' && { reason }),
    ...(details !== undefined && { details }),
    code,
  })
}

function detailsOf({ group, resource }: GroupResource, name: string): StatusDetails {
  const details: StatusDetails = {}
  // Details cannot contain bytes that are not UTF-8; only the message shows them.
  if (name !== '') details.name = name.replace(/\p{Surrogate}/gu, '\ufffd')
  if (group !== '') details.group = group
  if (resource !== '') details.kind = resource
  return details
}

export const notFound = (resource: GroupResource, name: string): StatusError =>
  failure({
    code: 404,
    reason: 'NotFound',
    message: `${formatGroupResource(resource)} ${quote(name)} not found`,
    details: detailsOf(resource, name),
  })

/** 404 for a path that names no served resource. */
export const resourceNotFound = (): StatusError =>
  failure({ code: 404, reason: 'NotFound', message: 'the server could not find the requested resource', details: {} })

export const alreadyExists = (resource: GroupResource, name: string): StatusError =>
  failure({
    code: 409,
    reason: 'AlreadyExists',
    message: `${formatGroupResource(resource)} ${quote(name)} already exists`,
    details: detailsOf(resource, name),
  })

export const conflict = (resource: GroupResource, name: string, why: string): StatusError =>
  failure({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${formatGroupResource(resource)} ${quote(name)}: ${why}`,
    details: detailsOf(resource, name),
  })

/** A failed precondition: the object changed since the caller read it. */
export const staleConflict = (resource: GroupResource, name: string): StatusError =>
  conflict(
    resource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  )

/** Conflicts of server-side apply, with a cause for each field (reference/apply.md 15). */
export const applyConflict = (message: string, causes: StatusCause[]): StatusError =>
  failure({ code: 409, reason: 'Conflict', message, details: { causes } })

export const forbidden = (resource: GroupResource, name: string, why: string): StatusError => {
  const what = formatGroupResource(resource)
  const shownName = name === '' ? '' : ` ${quote(name)}`
  const message = what === '' ? `forbidden: ${why}` : `${what}${shownName} is forbidden: ${why}`
  return failure({ code: 403, reason: 'Forbidden', message, details: detailsOf(resource, name) })
}

export const unauthorized = (why = ''): StatusError =>
  failure({ code: 401, reason: 'Unauthorized', message: why === '' ? 'Unauthorized' : why })

/** Whether the fault is the first of equal faults. */
const isFirst = (line: string, index: number, lines: readonly string[]): boolean => lines.indexOf(line) === index

/** 422 with a cause for each field. `group` and `kind` name the type, as the recorded answers do. */
export function invalid(group: string, kind: string, name: string, errors: readonly FieldError[]): StatusError {
  const type = group === '' ? kind : `${kind}.${group}`
  const lines = errors.map((e) => `${e.field}: ${e.message}`).filter(isFirst)
  const list = lines.length === 1 ? lines[0] : `[${lines.join(', ')}]`
  const details = detailsOf({ group, resource: kind }, name)
  details.causes = errors.map((e) => ({ reason: e.type, message: e.message, field: e.field }))
  return failure({ code: 422, reason: 'Invalid', message: `${type} ${quote(name)} is invalid: ${list}`, details })
}

export const badRequest = (message: string): StatusError => failure({ code: 400, reason: 'BadRequest', message })

export const methodNotAllowed = (resource: GroupResource, action: string): StatusError =>
  failure({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `${action} is not supported on resources of kind ${quote(formatGroupResource(resource))}`,
    details: detailsOf(resource, ''),
  })

/** 405 for a method that the path does not have at all. */
export const methodUnknown = (): StatusError =>
  failure({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  })

export const notAcceptable = (accepted: readonly string[]): StatusError =>
  failure({
    code: 406,
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${accepted.join(', ')}`,
  })

export const unsupportedMediaType = (supported: readonly string[]): StatusError =>
  failure({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${supported.join(', ')}`,
  })

/** 410 for a compacted revision (watches, lists with `Exact`). */
export const expired = (message: string): StatusError => failure({ code: 410, reason: 'Expired', message })

export const tooLarge = (message: string): StatusError =>
  failure({ code: 413, reason: 'RequestEntityTooLarge', message })

export const internalError = (why: string): StatusError =>
  failure({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${why}`,
    details: { causes: [{ message: why }] },
  })

/** 500 without reason and details: the real server's answer for untyped errors. */
export const plainError = (message: string): StatusError => failure({ code: 500, reason: '', message })

export const timeout = (message: string, retryAfterSeconds = 0): StatusError =>
  failure({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: ${message}`,
    details: retryAfterSeconds > 0 ? { retryAfterSeconds } : {},
  })

/** 429 without `Retry-After`. */
export const tooManyRequests = (why: string): StatusError =>
  failure({ code: 429, reason: 'TooManyRequests', message: `Too many requests: ${why}` })

export const serviceUnavailable = (message: string, retryAfterSeconds = 0): StatusError =>
  failure({
    code: 503,
    reason: 'ServiceUnavailable',
    message,
    ...(retryAfterSeconds > 0 && { details: { retryAfterSeconds } }),
  })
