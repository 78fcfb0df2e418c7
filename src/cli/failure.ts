import type { ApiObject } from '../../worker/api/object.ts'
import type { ConnectionError, Host } from './host.ts'
import { escapeControls } from './escape-controls.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { logLine } from './klog.ts'
import type { StatusCause } from '../../worker/api/status.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** A failure that is printed as `error: <message>`. */
export class Failure extends Error {
  readonly code: number
  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}

/** An object of a file that `-A` leaves without a namespace. Most commands refuse it before they send a request. */
export class NamespaceMissing extends Failure {}

/** The object of a file has another namespace than the command line. */
export class Misplaced extends Failure {}

/** The fault of a request for a named object in no namespace. */
export const EMPTY_NAMESPACE = 'an empty namespace may not be set when a resource name is provided'

/** A failure that is printed without `error: ` before the message. */
export class BareFailure extends Failure {}

/** A name or a namespace that the path of a request cannot contain. */
export class UnfitPath extends Failure {
  /** The same failure with the attempted action. */
  during(what: string): UnfitPath {
    return new UnfitPath(`${what}: ${this.message}`)
  }

  /** The same failure of a list request. kubectl prints it without `error: `. */
  ofList(): BareFailure {
    return new BareFailure(this.message)
  }
}

/** Adds the attempted action to an error of a request. Other errors are unchanged. */
export const during = (error: unknown, what: string): unknown =>
  error instanceof ServerError || error instanceof UnfitPath ? error.during(what) : error

/** An unreadable command line: a hint to the help follows the message. */
export class UsageError extends Failure {
  /** The hint. Undefined means no hint, or `See '... --help' for usage.` for a failure of the flag parser. */
  readonly hint: string | undefined
  constructor(message: string, hint?: string, code?: number) {
    super(message, code)
    this.hint = hint
  }
}

/** The exit code of a command that Ctrl-C ended. */
export const INTERRUPTED = 130

/** Ends the command with an exit code. The output is already written. */
export class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`exit ${code}`)
    this.code = code
  }
}

/** The fields of an error answer that the client reads. */
export interface Status {
  /** The whole answer; undefined when the answer was not a `Status`. */
  readonly answer?: JsonObject
  readonly message: string
  readonly reason: string
  readonly code: number
  readonly details?: {
    readonly kind?: string
    readonly name?: string
    readonly causes?: readonly StatusCause[]
    readonly retryAfterSeconds?: number
  }
}

/** An error answer of the server. */
export class ServerError extends Error {
  readonly status: Status
  constructor(status: Status) {
    super(status.message)
    this.status = status
  }

  /** The same error with the attempted action: `error when creating "x.yaml": ...`. */
  during(what: string): ServerError {
    return new ServerError({ ...this.status, message: `${what}: ${this.status.message}` })
  }
}

/** The answer to a request whose path lacks a version. */
export class VersionMissing extends ServerError {
  constructor() {
    super({ code: 404, reason: 'NotFound', message: 'the server could not find the requested resource' })
  }
}

/** Several failures of one command, printed like Go's aggregates. Aggregates may be nested. */
export class Failures extends Error {
  readonly errors: readonly unknown[]
  constructor(errors: readonly unknown[]) {
    super(aggregateText(errors))
    this.errors = errors
  }
}

/** A single message, or several in brackets without repetitions. */
function aggregateText(errors: readonly unknown[]): string {
  const messages = new Set(leaves(errors).map(errorMessage))
  const text = [...messages].join(', ')
  return messages.size === 1 ? text : `[${text}]`
}

/** The text of an error inside the text of another one. When no server answered, it names the failed request. */
export const faultText = (error: unknown): string => (error instanceof Unreachable ? error.cause : errorMessage(error))

/** Whether a server refused a request, or no server answered it. */
export const isRequestFault = (error: unknown): error is ServerError | Unreachable =>
  error instanceof ServerError || error instanceof Unreachable

/** A failed request as a plain failure, whose text begins with the attempted action. Other errors are unchanged. */
export const restated = (error: unknown, what: string): unknown =>
  isRequestFault(error) ? new Failure(`${what}: ${faultText(error)}`) : error

const leaves = (errors: readonly unknown[]): unknown[] =>
  errors.flatMap((error) => (error instanceof Failures ? leaves(error.errors) : [error]))

/** The single failures of an aggregate. */
export const failuresOf = (error: unknown): unknown[] => leaves([error])

/** Throws one failure as itself and several as `Failures`. Returns when there is none. */
export function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new Failures(errors)
}

/** Calls `print` and drops its failure, as kubectl does in some commands. */
export function dropFailure(print: () => void): void {
  try {
    print()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

export function hasReason(error: unknown, reason: string): boolean {
  return error instanceof ServerError && error.status.reason === reason
}

/** The text on standard error for a failure that ended a command. It may contain a server's text. */
export const errorText = (thrown: unknown): string => escapeControls(writtenText(thrown))

function writtenText(thrown: unknown): string {
  // kubectl unwraps one level: a failure inside two aggregates is printed without `error: `.
  const error = thrown instanceof Failures && thrown.errors.length === 1 ? thrown.errors[0] : thrown
  if (error instanceof Failures)
    return error.errors.map((each) => `${errorTextOfOne(each) ?? errorMessage(each)}\n`).join('')
  if (error instanceof ServerError && error.status.reason === 'Invalid') return invalidText(error.status)
  const text = errorTextOfOne(error) ?? errorMessage(error)
  const line = errorTextOfOne(error) !== undefined || text.startsWith('error: ') ? text : `error: ${text}`
  return line.endsWith('\n') ? line : `${line}\n`
}

/**
 * Writes the answers behind a failure into the log for `-v=4`. A single Invalid answer is left out, because it is
 * printed anyway. With `isTyped`, the logged answer has no kind and no apiVersion.
 */
export function logAnswers(host: Host, thrown: unknown, { isTyped = false } = {}): void {
  const isSingle = !(thrown instanceof Failures)
  for (const error of isSingle ? [thrown] : leaves(thrown.errors)) {
    if (!(error instanceof ServerError)) continue
    const { answer, message, reason } = error.status
    if (answer === undefined || (isSingle && reason === 'Invalid')) continue
    const { kind, apiVersion, ...rest } = answer
    const type = isTyped ? {} : { kind, apiVersion }
    const text = JSON.stringify({ ...type, ...rest, message }, null, 2)
    logLine(host, 'I', 'helpers.go:246', `server response object: [${text}]`)
  }
}

function errorTextOfOne(error: unknown): string | undefined {
  if (error instanceof Unreachable || error instanceof BareFailure) return error.message
  if (!(error instanceof ServerError)) return undefined
  const { reason, message } = error.status
  if (reason === 'Unauthorized') return `error: You must be logged in to the server (${message})`
  return reason === '' ? `Error from server: ${message}` : `Error from server (${reason}): ${message}`
}

/** No server answered. The message is printed without `error: ` before it. */
export class Unreachable extends Error {
  /** The failed attempt: `Get "http://...": ... connection refused`. */
  override readonly cause: string
  /** Whether the server refused the connection. */
  readonly isRefused: boolean
  constructor(message: string, cause: string, isRefused = false) {
    super(message)
    this.cause = cause
    this.isRefused = isRefused
  }

  /** The same failure with the name of the request that it prevented. */
  of(request: string): Unreachable {
    return new Unreachable(this.message, `${request}: ${this.cause}`, this.isRefused)
  }
}

/** Whether a request has failed or was refused. An interrupted command and an error of the program are neither. */
export const isRequestFailure = (error: unknown): error is Failure | ServerError | Unreachable =>
  error instanceof Failure || isRequestFault(error)

/** The failure of a request that the client could not send. */
export const unsent = (why: string): Unreachable => new Unreachable(`Unable to connect to the server: ${why}`, why)

/**
 * The failure of a request that no server answered.
 * @param request the name of the request in error texts: `Get "http://host/api"`
 */
export function unreachable({ refused, message }: ConnectionError, request: string): Unreachable {
  const host = /:\/\/(?:[^/?#@"]*@)?([^/?#"]*)/.exec(request)?.[1] ?? ''
  return new Unreachable(
    refused
      ? `The connection to the server ${host} was refused - did you specify the right host or port?`
      : `Unable to connect to the server: ${message}`,
    `${request}: ${message}`,
    refused,
  )
}

/**
 * The error text about an invalid object: its kind and name, then the fault of the only field, or a line for each
 * field.
 */
function invalidText({ message, details }: Status): string {
  const causes = details?.causes ?? []
  const named = Boolean(details?.kind) || Boolean(details?.name)
  let head = 'The request is invalid'
  if (named) head = `The ${details?.kind ?? ''} ${JSON.stringify(details?.name ?? '')} is invalid`
  else if (message !== '' && causes.length === 0) head += `: ${message}`
  const lines = [...new Set(causes.map((cause) => `${cause.field ?? ''}: ${cause.message ?? ''}`))]
  if (lines.length === 0) return `${head}\n`
  return lines.length === 1 ? `${head}: ${lines[0]}\n` : `${head}: \n${lines.map((line) => `* ${line}\n`).join('')}`
}

/** The name of kubectl's scheme in messages. */
export const SCHEME = 'pkg/scheme/scheme.go:28'

/** The error text for a kind without a Go struct. */
export const unregistered = ({ apiVersion = '', kind = '' }: ApiObject, scheme = SCHEME): string =>
  `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme ${JSON.stringify(scheme)}`
