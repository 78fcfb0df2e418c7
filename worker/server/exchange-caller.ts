import type { ApiRequest } from '../api/exchange.ts'
import type { UserInfo } from '../api/user.ts'
import type { Warnings } from '../http/warnings.ts'
import type { Trace } from '../observability/trace.ts'
import type { Caller } from '../verbs/verbs.ts'
import type { Exchange } from './exchange.ts'

/** The caller that an exchange passes to the verbs. */
export class ExchangeCaller implements Caller {
  readonly requestId: string
  readonly user: UserInfo
  readonly userAgent: string
  readonly deadline: number | undefined
  readonly trace: Trace
  readonly #request: ApiRequest
  readonly #warnings: Warnings

  constructor({ id, user, request, trace, warnings }: Exchange) {
    this.requestId = id
    this.user = user
    this.userAgent = request.headers.get('user-agent') ?? ''
    this.deadline = request.deadline
    this.trace = trace
    this.#request = request
    this.#warnings = warnings
  }

  /** A getter, because the first read creates an AbortController for some requests. */
  get signal(): AbortSignal {
    return this.#request.signal
  }

  warn(text: string): void {
    this.#warnings.add(text)
  }
}
