import { escapeControls } from './escape-controls.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import { readJson } from '../../worker/codec/json-reader.ts'
import { pauseFor } from '../../worker/runtime/on-abort.ts'
import type { Connection } from './connection.ts'
import { requestTimeout } from './connection.ts'
import { Failure, ServerError, Unreachable, unreachable } from './failure.ts'
import type { FlagValues } from './flags.ts'
import type { Credentials, Host, HostRequest, HostResponse } from './host.ts'
import { ConnectionError } from './host.ts'
import { logLevel, logLine } from './klog.ts'
import type { WatchEvent } from './watch.ts'
import { hasTimedOut, requestSignal } from './request-signal.ts'
import { requestName, serverUrl, unfitUrl } from './server-url.ts'
import { readStatus } from './error-answer.ts'
import { RETRIES, retryDelay } from './retry-delay.ts'
import { userCredentials } from './user-credentials.ts'
import { watchEvents } from './watch.ts'

export interface ClientRequest {
  readonly method?: string
  /** `/api/v1/pods`, with or without a query. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly accept?: string
  readonly contentType?: string
  readonly body?: string
  /**
   * Whether the user gave the path with `--raw`. The time limit of discovery does not apply to it, and no message names its
   * resource.
   */
  readonly isRaw?: boolean
  /** Whether the message of an error answer without a `Status` names the resource of the path. Default: it does. */
  readonly isNamed?: boolean
  /** The protocols of the stream that the request asks for in place of an answer, by preference. */
  readonly streams?: readonly string[]
}

/** The Accept header of requests for which kubectl has Go structs. */
export const ANY_JSON = 'application/json, */*'

export interface ClientOptions {
  /** The Accept header of requests that name none. Default: JSON only. */
  readonly accept?: string
  /** Whether discovery has no separate time limit. Default: it has one. */
  readonly isDiscoveryUnlimited?: boolean
}

type Headers = Record<string, string | readonly string[]>

/** The fault of a request that `--request-timeout` ended, in the words of Go's client. */
const TIMED_OUT = 'net/http: request canceled (Client.Timeout exceeded while awaiting headers)'

const UNDECODED = 'Unable to decode an event from the watch stream'

/** The fault of a watch that `--request-timeout` ended; Go's client also prints another text for it, at random. */
const TIMED_OUT_BODY = 'context deadline exceeded (Client.Timeout or context cancellation while reading body)'

/**
 * Sends the requests of one command: adds credentials and time limits, prints warnings, logs requests, and throws for
 * error answers.
 */
export class Client {
  readonly #host: Host
  readonly #connection: Connection
  /** The address of the server, with its scheme. */
  readonly server: string
  readonly #flags: FlagValues
  readonly #options: ClientOptions
  readonly #level: number
  readonly #bodyLevel: number
  readonly #warned = new Set<string>()
  readonly #closed = new AbortController()
  #identity: Promise<Credentials> | undefined
  #hasSucceeded = false

  /** @throws Failure for an unreadable address */
  constructor(host: Host, connection: Connection, flags: FlagValues, options: ClientOptions = {}) {
    this.#host = host
    this.#connection = connection
    this.server = serverUrl(connection.server)
    this.#flags = flags
    this.#options = options
    this.#level = logLevel(flags, 'round_trippers')
    this.#bodyLevel = logLevel(flags, 'request')
  }

  /** The number of different warnings that the server sent. */
  get warnings(): number {
    return this.#warned.size
  }

  /** Whether a request was answered without a failure. */
  get hasSucceeded(): boolean {
    return this.#hasSucceeded
  }

  /** Aborts the open requests: an abandoned watch would keep a process alive. */
  close(): void {
    this.#closed.abort()
  }

  /** The JSON body of the answer. @throws ServerError for an error answer, Unreachable without an answer */
  async json(request: ClientRequest): Promise<JsonObject> {
    const { value } = readJson(await this.text(request))
    if (!isObject(value)) throw new Failure(`the server answered ${request.path} with a value that is not an object`)
    return value
  }

  async text(request: ClientRequest): Promise<string> {
    const response = await this.#send(request, this.#signal())
    const text = await this.#reading(response.text(), requestName(request.method ?? 'GET', this.server + request.path))
    // kubectl reads the answer to `get --raw` as a stream.
    if (request.isRaw !== true || request.method !== undefined) this.#logBody('Response Body', text)
    return text
  }

  /** The events of a watch. @throws ServerError, Unreachable */
  async *watch(request: ClientRequest): AsyncGenerator<WatchEvent> {
    const signal = this.#signal()
    yield* watchEvents(await this.#send({ ...request, query: { ...request.query, watch: 'true' } }, signal), signal)
    if (hasTimedOut(signal) && logLevel(this.#flags, 'streamwatcher') >= 5)
      logLine(this.#host, 'I', 'streamwatcher.go:114', `${UNDECODED}: ${TIMED_OUT_BODY}`)
  }

  /** Resolves after these milliseconds. @throws when the command ends before */
  pause(milliseconds: number): Promise<void> {
    return pauseFor(milliseconds, this.#host.after, AbortSignal.any([this.#host.signal, this.#closed.signal]))
  }

  /** The headers and certificates of the user. @throws Failure, FileError, Unreachable when they cannot be read */
  credentials(): Promise<Credentials> {
    return (this.#identity ??= userCredentials(this.#host, this.#connection))
  }

  /** Sends a request again after the delay that a busy server asks for. */
  async #send(request: ClientRequest, signal: AbortSignal, attempt = 1): Promise<HostResponse> {
    const timeout = this.#timeoutQuery() ?? (this.#isDiscovery(request) ? DISCOVERY_TIMEOUT : undefined)
    const url = this.server + withQuery(request.path, { ...request.query, timeout })
    const method = request.method ?? 'GET'
    const { headers, tls } = await this.credentials().catch((error: unknown) => {
      throw error instanceof Unreachable ? error.of(requestName(method, url)) : error
    })
    const all: Headers = { Accept: request.accept ?? this.#options.accept ?? 'application/json', ...headers }
    const { streams } = request
    if (streams !== undefined) Object.assign(all, { Connection: 'Upgrade', Upgrade: 'SPDY/3.1' })
    if (request.body !== undefined) all['Content-Type'] = request.contentType ?? 'application/json'
    if (request.body !== undefined && request.isRaw !== true) this.#logBody('Request Body', request.body)
    // kubectl sends the body of `--raw` without a type.
    const logged = streams === undefined ? all : { ...headers, 'X-Stream-Protocol-Version': streams }
    this.logRequest(method, url, request.isRaw === true ? { ...logged, 'Content-Type': [] } : logged)
    const response = await this.#attempt({ url, method, headers: all, body: request.body, tls, signal })
    // client-go cannot send a file of `--raw` again, and opens a stream once.
    const delay =
      streams === undefined && !(request.isRaw && request.body !== undefined) ? retryDelay(response) : undefined
    if (delay !== undefined && attempt <= RETRIES) {
      await response.text()
      await this.#reading(pauseFor(delay * 1000, this.#host.after, signal), requestName(method, url))
      const wait = `Got a Retry-After ${delay}s response for attempt ${attempt} to ${url}`
      if (logLevel(this.#flags, 'with_retry') >= 4) logLine(this.#host, 'I', 'with_retry.go:234', wait)
      return this.#send(request, signal, attempt + 1)
    }
    this.#warn(response)
    this.#hasSucceeded ||= response.ok
    if (response.ok) return response
    const text = await response.text()
    if (streams === undefined) this.#logBody('Response Body', text)
    const { path, isNamed, isRaw = false } = request
    const isUndecoded = request.query?.watch === 'true' || DISCOVERY.test(path)
    throw new ServerError(readStatus(text, response.status, isRaw ? undefined : { method, path, isNamed, isUndecoded }))
  }

  async #attempt(request: HostRequest): Promise<HostResponse> {
    const { url, method } = request
    const began = this.#host.now()
    const unfit = unfitUrl(url)
    const response = await this.#reading(
      unfit === undefined
        ? this.#host.fetch(request)
        : Promise.reject(new ConnectionError(unfit, unfit.endsWith('connection refused'))),
      requestName(method, url),
    )
    this.#logResponse(method, url, response, this.#host.now() - began)
    return response
  }

  #isDiscovery({ path, isRaw = false }: ClientRequest): boolean {
    return !isRaw && this.#options.isDiscoveryUnlimited !== true && DISCOVERY.test(path)
  }

  #timeoutQuery(): string | undefined {
    return requestTimeout(this.#flags) === undefined
      ? undefined
      : this.#flags.text('request-timeout').replace(/^(\d+)$/, '$1s')
  }

  #signal(): AbortSignal {
    const closed = this.#closed.signal
    return requestSignal([this.#host.signal, closed], closed, requestTimeout(this.#flags))
  }

  async #reading<T>(work: Promise<T>, request: string): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw unreachable(new ConnectionError(TIMED_OUT, false), request)
      if (!(error instanceof ConnectionError)) throw error
      throw unreachable(error, request)
    }
  }

  #warn(response: HostResponse): void {
    const header = response.headers.get('warning') ?? ''
    for (const match of header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)) {
      const text = (match[1] ?? '').replace(/\\(.)/g, '$1')
      if (this.#warned.has(text)) continue
      this.#warned.add(text)
      this.#host.stderr(`Warning: ${escapeControls(text)}\n`)
    }
  }

  /** Writes the lines of `--v=7` and more for a request. */
  logRequest(method: string, url: string, headers: Headers): void {
    if (this.#level < 7) return
    if (this.#level >= 9) {
      const shown = Object.entries(headers).map(
        ([name, value]) => ` -H "${name}: ${hideSecret(name, [value].flat().join(', '))}"`,
      )
      return logLine(this.#host, 'I', 'round_trippers.go:466', `curl -v -X${method} ${shown.join('')} '${url}'`)
    }
    logLine(this.#host, 'I', 'round_trippers.go:463', `${method} ${url}`)
    logLine(this.#host, 'I', 'round_trippers.go:469', 'Request Headers:')
    for (const [name, values] of Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1)))
      for (const value of [values].flat())
        logLine(this.#host, 'I', 'round_trippers.go:473', `    ${name}: ${hideSecret(name, value)}`)
  }

  #logResponse(method: string, url: string, response: HostResponse, milliseconds: number): void {
    const status = `${response.status} ${response.statusText || statusTexts[response.status] || ''}`.trimEnd()
    const outcome = `${status} in ${Math.round(milliseconds)} milliseconds`
    if (this.#level === 6 || this.#level >= 9)
      logLine(this.#host, 'I', 'round_trippers.go:553', `${method} ${url} ${outcome}`)
    if (this.#level < 7) return
    if (this.#level < 9) logLine(this.#host, 'I', 'round_trippers.go:574', `Response Status: ${outcome}`)
    else {
      const times = `GetConnection 0 ms ServerProcessing ${Math.round(milliseconds)} ms Duration ${Math.round(milliseconds)} ms`
      logLine(this.#host, 'I', 'round_trippers.go:570', `HTTP Statistics: ${times}`)
    }
    if (this.#level < 8) return
    logLine(this.#host, 'I', 'round_trippers.go:577', 'Response Headers:')
    for (const [name, value] of response.headers)
      logLine(this.#host, 'I', 'round_trippers.go:580', `    ${titleCase(name)}: ${value}`)
  }

  #logBody(what: string, text: string): void {
    if (this.#bodyLevel < 8) return
    const cut = this.#bodyLevel < 9 && text.length > 1024
    const shown = cut ? `${text.slice(0, 1024)} [truncated ${text.length - 1024} chars]` : text
    logLine(this.#host, 'I', 'request.go:1212', `${what}: ${shown}`)
  }
}

/** Paths of discovery, the schemas and the version, which have a separate time limit. */
const DISCOVERY = /^\/(api|apis|openapi\/v[23](\/.*)?|version)$/
const DISCOVERY_TIMEOUT = '32s'

/** Reason phrases, which HTTP/2 and message ports omit. */
const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

const titleCase = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())

const hideSecret = (name: string, value: string): string =>
  name === 'Authorization' ? value.replace(/ .*/, ' <masked>') : value

/** Adds parameters in the order of their names, as the real client does. */
function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  if (pairs.length === 0) return path
  const text = new URLSearchParams(pairs.sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  return `${path}${path.includes('?') ? '&' : '?'}${text}`
}
