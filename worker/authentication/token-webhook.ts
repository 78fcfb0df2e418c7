import type { GroupVersionKind } from '../api/group-version.ts'
import { objectOrEmpty, stringOrEmpty, type Json, type JsonObject } from '../api/json.ts'
import type { UserInfo } from '../api/user.ts'
import { CallFault } from '../webhooks/backend.ts'
import { ExpiringCache } from '../webhooks/expiring-cache.ts'
import type { RemoteService } from '../webhooks/remote-post.ts'
import { reviewService, type ReviewEnvironment } from '../webhooks/review-service.ts'
import { BadCredential, type TokenMethod } from './authenticator.ts'

/** The settings of a token webhook (reference/identity.md 17). */
export interface TokenReviewOptions {
  readonly service: RemoteService
  readonly version: 'v1' | 'v1beta1'
  /** The time for which an answer is cached, milliseconds. */
  readonly ttl: number
}

interface TokenWebhookContext extends ReviewEnvironment {
  /** The audiences of a request that names none. */
  readonly audiences: readonly string[]
}

/** The backend's answer about a token. */
interface Verdict {
  /** The user of the token; undefined when the token belongs to no user, or is for other audiences. */
  readonly user: UserInfo | undefined
  readonly audiences: readonly string[]
}

const RETRY = { firstWait: 500, limit: 10_000 }

/** The real server caches every valid token for at least this time, milliseconds. */
const GOOD_TOKEN_TTL = 10_000

const CACHED_TOKENS = 8192

/** Sends tokens to a remote service for review (reference/webhooks.md 22). Answers are cached, errors are not. */
export function tokenWebhook({ service, version, ttl }: TokenReviewOptions, context: TokenWebhookContext): TokenMethod {
  const { clock, dialect, audiences: own } = context
  const sendReview = reviewService(service, context, RETRY)
  const kind: GroupVersionKind = { group: dialect.spell('authentication.{domain}'), version, kind: 'TokenReview' }
  const verdicts = new ExpiringCache<Verdict>(clock, CACHED_TOKENS)
  /** Concurrent requests with the same token share one review. */
  const pendingReviews = new Map<string, Promise<Verdict>>()

  const review = async (key: string, token: string, audiences: readonly string[]): Promise<Verdict> => {
    const { status } = await sendReview(reviewOf(kind, token, audiences), kind)
    const verdict = verdictOf(objectOrEmpty(status), audiences, own)
    verdicts.set(key, verdict, verdict.user === undefined ? ttl : Math.max(ttl, GOOD_TOKEN_TTL))
    return verdict
  }

  return {
    name: 'token-webhook',
    async authenticate(token, requested, request) {
      const audiences = requested.length > 0 ? requested : own
      const key = JSON.stringify([token, audiences])
      let verdict = verdicts.get(key)
      if (verdict === undefined) {
        let pending = pendingReviews.get(key)
        if (pending === undefined) {
          pending = review(key, token, audiences).finally(() => pendingReviews.delete(key))
          pendingReviews.set(key, pending)
        }
        verdict = await pending.catch(refused)
      }
      if (verdict.user !== undefined) request?.accepted?.(verdict.audiences)
      return verdict.user
    },
  }
}

function refused(error: unknown): never {
  throw error instanceof CallFault ? new BadCredential(error.message) : error
}

const reviewOf = ({ group, version, kind }: GroupVersionKind, token: string, audiences: readonly string[]) => ({
  kind,
  apiVersion: `${group}/${version}`,
  metadata: { creationTimestamp: null },
  spec: { token, ...(audiences.length > 0 && { audiences: [...audiences] }) },
  status: { user: {} },
})

const textsOf = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(stringOrEmpty) : [])

/**
 * The user in the status of a token review; no user when the token is for none of the requested audiences.
 * @throws BadCredential with the backend's error about a token that belongs to no user
 */
function verdictOf(status: JsonObject, requested: readonly string[], own: readonly string[]): Verdict {
  // A backend that returns no audiences has reviewed the token for this server.
  const named = textsOf(status['audiences'])
  const meant = named.length > 0 ? named : own
  const audiences = requested.filter((audience) => meant.includes(audience))
  if (requested.length > 0 && audiences.length === 0) return NO_USER
  if (status['authenticated'] === true) return { user: userOf(status['user']), audiences }
  const error = stringOrEmpty(status['error'])
  if (error !== '') throw new BadCredential(error)
  return NO_USER
}

const NO_USER: Verdict = { user: undefined, audiences: [] }

function userOf(given: Json | undefined): UserInfo {
  const user = objectOrEmpty(given)
  const extra = objectOrEmpty(user['extra'])
  return {
    username: stringOrEmpty(user['username']),
    uid: stringOrEmpty(user['uid']),
    groups: textsOf(user['groups']),
    extra: Object.fromEntries(Object.keys(extra).map((key) => [key, extra[key] === null ? null : textsOf(extra[key])])),
  }
}
