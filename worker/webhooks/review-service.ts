import type { GroupVersionKind } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import type { StatusReason } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import { stringifyJson } from '../codec/encode.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { onAbort } from '../runtime/on-abort.ts'
import { builtinType, isBuiltinType } from '../schema/builtin/types.ts'
import type { StructSchema } from '../schema/schema.ts'
import { cleanPath } from './address.ts'
import { CallFault, type WebhookCall, type WebhookCaller } from './backend.ts'
import { readDocument } from './document.ts'
import { exchange, sleepUnlessAborted } from './exchange.ts'
import { checkStatus } from './response-status.ts'
import { readReview } from './review-answer.ts'

/** The service that receives the reviews: its URL, its CA bundle, and the credentials that this server presents. */
export type RemoteService = Pick<
  WebhookCall,
  'url' | 'caBundle' | 'insecure' | 'serverName' | 'certificate' | 'authorization'
>

export interface ReviewEnvironment {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly callWebhook: WebhookCaller
}

export interface RetryOptions {
  /** Wait before the second attempt, milliseconds; each further wait is 1.5 times as long. Up to a fifth is added at random. */
  readonly firstWait: number
  /** Time for all attempts together, milliseconds; absent without a limit. */
  readonly limit?: number
}

/** Posts a review and returns the answer, which has the same kind. @throws CallFault */
export type SendReview = (review: JsonObject, kind: GroupVersionKind) => Promise<JsonObject>

/** The review that is sent: a `spec`, and a `status` that the service fills in. */
export const openReview = ({ group, version, kind }: GroupVersionKind, spec: JsonObject): JsonObject => ({
  kind,
  apiVersion: `${group}/${version}`,
  metadata: { creationTimestamp: null },
  spec,
  status: { allowed: false },
})

/** The timeout of each attempt, milliseconds. The URL contains it in seconds. */
const TIMEOUT = 30_000

const ATTEMPTS = 5

/** Sends reviews to a service, and retries temporary failures (reference/webhooks.md 22). */
export function reviewService(
  service: RemoteService,
  environment: ReviewEnvironment,
  { firstWait, limit }: RetryOptions,
): SendReview {
  const { clock, dialect } = environment
  const { origin, pathname } = new URL(service.url)
  const address = {
    ...service,
    url: `${origin}${cleanPath(pathname)}?timeout=${TIMEOUT / 1000}s`,
    method: 'POST' as const,
    userAgent: dialect.spell('{system}-apiserver'),
  }
  return async (review, kind) => {
    const body = stringifyJson(review)
    const given = new AbortController()
    const stop = limit === undefined ? () => undefined : clock.after(limit, () => given.abort())
    try {
      for (let attempt = 1, wait = firstWait; ; attempt++, wait *= 1.5) {
        try {
          return await once(environment, { ...address, body, signal: given.signal }, kind)
        } catch (error) {
          if (!(error instanceof CallFault) || attempt === ATTEMPTS || !isTemporary(error)) throw error
          const jitter = clock.random(Math.max(1, Math.round(wait / 5)))
          if (!(await sleepUnlessAborted(clock, wait + jitter, given.signal))) throw error
        }
      }
    } finally {
      stop()
    }
  }
}

const TEMPORARY: ReadonlySet<StatusReason | undefined> = new Set([
  'InternalError',
  'ServerTimeout',
  'Timeout',
  'TooManyRequests',
])

const isTemporary = ({ status, message }: CallFault): boolean =>
  TEMPORARY.has(status?.reason) || message.endsWith('connection reset by peer')

async function once(
  { clock, callWebhook: caller, dialect }: ReviewEnvironment,
  call: WebhookCall,
  kind: GroupVersionKind,
): Promise<JsonObject> {
  const late = new AbortController()
  const abort = (): void => late.abort()
  const stop = clock.after(TIMEOUT, abort)
  const remove = onAbort(call.signal, abort)
  try {
    const answer = await exchange({ caller, clock }, { ...call, signal: late.signal, hold: stop })
    await checkStatus(answer)
    return readReview(await readDocument(answer.body), kind, (actual) => builtinKind(actual, dialect))
  } finally {
    stop()
    remove()
  }
}

/** Returns the schema of a built-in type, undefined for any other type. */
function builtinKind({ group, version, kind }: GroupVersionKind, { spell }: Dialect): StructSchema | undefined {
  if (group.includes('.') && !group.endsWith(spell('.{domain}'))) return undefined
  const type = `api.${group === '' ? 'core' : group.split('.', 1)[0]}.${version}.${kind}`
  return isBuiltinType(type) ? builtinType(type) : undefined
}
