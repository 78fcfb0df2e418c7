import type { ApiRequest } from '../api/exchange.ts'
import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Warnings } from '../http/warnings.ts'
import type { Trace } from '../observability/trace.ts'
import type { Caller } from '../verbs/verbs.ts'
import type { Exchange } from './exchange.ts'

/** The milliseconds that steps run before other work gets its turn. */
const SLICE = 20

/** The caller that an exchange passes to the verbs. */
export class ExchangeCaller implements Caller {
  readonly requestId: string
  readonly user: UserInfo
  readonly userAgent: string
  readonly deadline: number | undefined
  readonly trace: Trace
  readonly #request: ApiRequest
  readonly #warnings: Warnings
  readonly #clock: Clock
  /** The value of `clock.elapsed()` at the beginning of the slice. */
  #since: number

  constructor({ id, user, request, trace, warnings, context: { clock } }: Exchange) {
    this.requestId = id
    this.user = user
    this.userAgent = request.headers.get('user-agent') ?? ''
    this.deadline = request.deadline
    this.trace = trace
    this.#request = request
    this.#warnings = warnings
    this.#clock = clock
    this.#since = clock.elapsed()
  }

  /** A getter, because the first read creates an AbortController for some requests. */
  get signal(): AbortSignal {
    return this.#request.signal
  }

  pause(): Promise<void> | undefined {
    if (this.#clock.elapsed() - this.#since < SLICE) return undefined
    return this.#clock.turn().then(() => void (this.#since = this.#clock.elapsed()))
  }

  warn(text: string): void {
    this.#warnings.add(text)
  }
}
