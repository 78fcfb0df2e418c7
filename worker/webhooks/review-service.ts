import type { GroupVersionKind } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import type { StatusReason } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import { stringifyJson } from '../codec/encode.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { builtinType, isBuiltinType } from '../schema/builtin/types.ts'
import type { StructSchema } from '../schema/schema.ts'
import { cleanPath } from './address.ts'
import { CallFault, type WebhookCall, type WebhookCaller } from './backend.ts'
import { readDocument } from './document.ts'
import { exchange, slept } from './exchange.ts'
import { checkStatus } from './response-status.ts'
import { readReview } from './review-answer.ts'

/** A service that a client configuration names: where it is, whom to trust there, and who the server is to it. */
export type RemoteService = Pick<
  WebhookCall,
  'url' | 'caBundle' | 'insecure' | 'serverName' | 'certificate' | 'authorization'
>

export interface ReviewEnvironment {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly callWebhook: WebhookCaller
}

export interface Patience {
  /** How long to wait before asking a second time, milliseconds; each further wait is half as long again. */
  readonly firstWait: number
  /** When to give up for good, milliseconds; absent: when every try has failed. */
  readonly limit?: number
}

/** Posts a review and answers what came back, as the same kind. @throws CallFault */
export type AskReview = (review: JsonObject, kind: GroupVersionKind) => Promise<JsonObject>

/** A review of what may be allowed, as it is asked. */
export const openReview = ({ group, version, kind }: GroupVersionKind, spec: JsonObject): JsonObject => ({
  kind,
  apiVersion: `${group}/${version}`,
  metadata: { creationTimestamp: null },
  spec,
  status: { allowed: false },
})

/** Of each try, milliseconds; the backend is told. */
const TIMEOUT = 30_000

const TRIES = 5

/** Asks a service to review something; again where what failed may pass (reference/webhooks.md 22). */
export function reviewService(
  service: RemoteService,
  environment: ReviewEnvironment,
  { firstWait, limit }: Patience,
): AskReview {
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
      for (let tried = 1, wait = firstWait; ; tried++, wait *= 1.5) {
        try {
          return await once(environment, { ...address, body, signal: given.signal }, kind)
        } catch (error) {
          if (!(error instanceof CallFault) || tried === TRIES || !mayPass(error)) throw error
          const jitter = clock.random(Math.max(1, Math.round(wait / 5)))
          if (!(await slept(clock, wait + jitter, given.signal))) throw error
        }
      }
    } finally {
      stop()
    }
  }
}

const PASSING: ReadonlySet<StatusReason | undefined> = new Set([
  'InternalError',
  'ServerTimeout',
  'Timeout',
  'TooManyRequests',
])

const mayPass = ({ status, message }: CallFault): boolean =>
  PASSING.has(status?.reason) || message.endsWith('connection reset by peer')

async function once(
  { clock, callWebhook: caller, dialect }: ReviewEnvironment,
  call: WebhookCall,
  kind: GroupVersionKind,
): Promise<JsonObject> {
  const late = new AbortController()
  const abort = (): void => late.abort()
  const stop = clock.after(TIMEOUT, abort)
  call.signal.addEventListener('abort', abort, { once: true })
  try {
    const answer = await exchange({ caller, clock }, { ...call, signal: late.signal })
    await checkStatus(answer)
    return readReview(await readDocument(answer.body), kind, (actual) => builtinKind(actual, dialect))
  } finally {
    stop()
    call.signal.removeEventListener('abort', abort)
  }
}

/** Of the types that every client knows. */
function builtinKind({ group, version, kind }: GroupVersionKind, { spell }: Dialect): StructSchema | undefined {
  if (group.includes('.') && !group.endsWith(spell('.{domain}'))) return undefined
  const type = `api.${group === '' ? 'core' : group.split('.', 1)[0]}.${version}.${kind}`
  return isBuiltinType(type) ? builtinType(type) : undefined
}
