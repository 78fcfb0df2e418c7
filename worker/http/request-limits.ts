import type { Awaitable } from '../runtime/awaitable.ts'
import { parseMilliseconds } from '../api/duration.ts'
import type { ApiRequest } from '../api/exchange.ts'
import { badRequest, timeout } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Payload } from './payload.ts'
import { plainText } from './payload.ts'
import type { RequestInfo } from './request-info.ts'

/** Limits of the number of concurrent requests and of their duration; 0 or an absent value means no limit. */
export interface LimitOptions {
  /** `--max-requests-inflight`: reads under way. */
  readonly maxInFlight?: number
  /** `--max-mutating-requests-inflight`: writes under way. */
  readonly maxMutatingInFlight?: number
  /** `--enable-priority-and-fairness`: requests without a seat wait in a queue, and the two limits are added. */
  readonly priorityAndFairness?: boolean
  /** `--request-timeout`, milliseconds; a request may set a shorter one. */
  readonly requestTimeout?: number
}

export interface RequestLimits {
  /** Milliseconds that the request may take; 0 means no limit. @throws badRequest */
  deadline(info: RequestInfo): number
  /** Runs the work, or answers 429 at the limit. */
  admit(info: RequestInfo, user: UserInfo, work: () => Awaitable<Payload>): Awaitable<Payload>
  /** Runs the work and aborts it at the deadline. @throws timeout */
  within(ms: number, request: ApiRequest, work: (request: ApiRequest) => Awaitable<Payload>): Awaitable<Payload>
}

const READS = new Set(['get', 'list', 'watch'])
/** Administrators are exempt, so that they can repair an overloaded server. */
const PRIVILEGED = 'system:masters'

export function requestLimits(options: LimitOptions, clock: Clock): RequestLimits {
  const { requestTimeout = 0, priorityAndFairness = false } = options
  const { maxInFlight = 0, maxMutatingInFlight = 0 } = priorityAndFairness ? {} : options
  let reads = 0
  let writes = 0
  return {
    deadline(info) {
      const asked = info.query.size === 0 ? '' : (info.query.get('timeout') ?? '')
      if ((asked === '' && requestTimeout === 0) || isLongRunning(info)) return 0
      const ms = asked === '' ? 0 : readTimeout(asked)
      return ms > 0 && (requestTimeout === 0 || ms < requestTimeout) ? ms : requestTimeout
    },

    admit(info, { groups }, work) {
      const isRead = READS.has(info.verb)
      const most = isRead ? maxInFlight : maxMutatingInFlight
      if (most === 0 || isLongRunning(info)) return work()
      if ((isRead ? reads : writes) >= most && !groups.includes(PRIVILEGED)) return TOO_MANY
      const count = (more: number): void => {
        if (isRead) reads += more
        else writes += more
      }
      count(1)
      return settled(work, () => count(-1))
    },

    within(ms, request, work) {
      if (ms === 0) return work(request)
      // The real server never completes a request within a millisecond, so it answers such a timeout with 504 and writes
      // nothing.
      if (ms < 1) throw timeout(OVERDUE)
      const limited = new LimitedRequest(request, clock.elapsed() + ms)
      const done = work(limited)
      // Work that has already ended needs no timer.
      if (!(done instanceof Promise)) return done
      return new Promise((resolve, reject) => {
        const cancel = clock.after(ms, () => {
          limited.cancel()
          reject(timeout(OVERDUE))
        })
        // Two handlers take less time than `finally`.
        done.then(
          (answer) => {
            cancel()
            resolve(answer)
          },
          (error: unknown) => {
            cancel()
            reject(error)
          },
        )
      })
    },
  }
}

/** A request that is aborted at its deadline. Its signal is created on the first read, because most requests never read it. */
class LimitedRequest implements ApiRequest {
  readonly method: string
  readonly url: string
  readonly headers: ApiRequest['headers']
  readonly body?: Uint8Array
  readonly peerCertificates?: readonly Uint8Array[]
  readonly peerAddress?: string
  readonly deadline: number
  readonly #request: ApiRequest
  #over: AbortController | undefined
  #isCancelled = false

  constructor(request: ApiRequest, deadline: number) {
    const { method, url, headers, body, peerCertificates, peerAddress } = request
    this.method = method
    this.url = url
    this.headers = headers
    if (body !== undefined) this.body = body
    if (peerCertificates !== undefined) this.peerCertificates = peerCertificates
    if (peerAddress !== undefined) this.peerAddress = peerAddress
    this.deadline = deadline
    this.#request = request
  }

  get signal(): AbortSignal {
    if (this.#over === undefined) {
      const over = (this.#over = new AbortController())
      const { signal } = this.#request
      signal.addEventListener('abort', () => over.abort(), { once: true })
      if (this.#isCancelled || signal.aborted) over.abort()
    }
    return this.#over.signal
  }

  cancel(): void {
    this.#isCancelled = true
    this.#over?.abort()
  }
}

const OVERDUE = 'request did not complete within the allotted timeout'

export const TOO_MANY: Payload = {
  ...plainText(429, 'Too many requests, please try again later.\n'),
  headers: [['Retry-After', '1']],
}

/** Calls `after` when the work has succeeded or failed. */
function settled<T>(work: () => Awaitable<T>, after: () => void): Awaitable<T> {
  let done: Awaitable<T> | undefined
  try {
    done = work()
  } finally {
    if (!(done instanceof Promise)) after()
  }
  return done instanceof Promise ? done.finally(after) : done
}

const LONG_VERBS = new Set(['watch', 'proxy'])
const LONG_SUBRESOURCES = new Set(['attach', 'exec', 'proxy', 'log', 'portforward'])

export const isLongRunning = ({ verb, resourceRequest, subresource }: RequestInfo): boolean =>
  resourceRequest && (LONG_VERBS.has(verb) || LONG_SUBRESOURCES.has(subresource))

function readTimeout(text: string): number {
  try {
    return parseMilliseconds(text)
  } catch (error) {
    throw badRequest(`invalid timeout specified in the request URL - ${error instanceof Error ? error.message : ''}`)
  }
}
