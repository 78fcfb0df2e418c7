import type { Clock } from '../clock/clock.ts'
import { onAbort } from '../runtime/on-abort.ts'
import { cleanPath } from './address.ts'
import { CallFault, type WebhookAnswer, type WebhookCall, type WebhookCaller } from './backend.ts'
import { exchange, sleepUnlessAborted } from './exchange.ts'

/** A service that a client configuration names: its URL, its CA bundle, and the credentials that this server presents. */
export type RemoteService = Pick<
  WebhookCall,
  'url' | 'caBundle' | 'insecure' | 'serverName' | 'certificate' | 'authorization'
>

export interface RemoteEnvironment {
  readonly clock: Clock
  readonly callWebhook: WebhookCaller
}

export interface RetryOptions {
  /** Wait before the second attempt, milliseconds; each further wait is 1.5 times as long. Up to a fifth is added at random. */
  readonly firstWait: number
  /** Time for all attempts together, milliseconds; absent without a limit. */
  readonly limit?: number
}

interface PostOptions extends RetryOptions {
  /** Whether to send the body again after this failure. */
  readonly retries: (fault: CallFault) => boolean
}

/** Posts a JSON text and returns what `read` makes of the answer. @throws CallFault of the last attempt */
export type RemotePost = <Result>(body: string, read: (answer: WebhookAnswer) => Promise<Result>) => Promise<Result>

/** The timeout of each attempt, milliseconds. The URL contains it in seconds. */
const TIMEOUT = 30_000

const ATTEMPTS = 5

/** Posts to a service, and repeats failed attempts (reference/webhooks.md 22). */
export function remotePost(
  service: RemoteService,
  { clock, callWebhook: caller }: RemoteEnvironment,
  { firstWait, limit, retries }: PostOptions,
): RemotePost {
  const { origin, pathname } = new URL(service.url)
  // The real server has no user agent of its own here, and HTTP/2 whenever there is TLS.
  const userAgent = `Go-http-client/${origin.startsWith('https:') ? '2.0' : '1.1'}`
  const url = `${origin}${cleanPath(pathname)}?timeout=${TIMEOUT / 1000}s`

  async function once<Result>(
    body: string,
    read: (answer: WebhookAnswer) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const late = new AbortController()
    const abort = (): void => late.abort()
    const stop = clock.after(TIMEOUT, abort)
    const remove = onAbort(signal, abort)
    const call = { ...service, url, method: 'POST' as const, userAgent, body, signal: late.signal, hold: stop }
    try {
      return await read(await exchange({ caller, clock }, call))
    } finally {
      stop()
      remove()
    }
  }

  return async (body, read) => {
    const given = new AbortController()
    const stop = limit === undefined ? () => undefined : clock.after(limit, () => given.abort())
    try {
      for (let attempt = 1, wait = firstWait; ; attempt++, wait *= 1.5) {
        try {
          return await once(body, read, given.signal)
        } catch (error) {
          if (!(error instanceof CallFault) || attempt === ATTEMPTS || !retries(error)) throw error
          const jitter = clock.random(Math.max(1, Math.round(wait / 5)))
          if (!(await sleepUnlessAborted(clock, wait + jitter, given.signal))) throw error
        }
      }
    } finally {
      stop()
    }
  }
}
