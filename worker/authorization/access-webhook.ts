import type { GroupVersionKind } from '../api/group-version.ts'
import { isObject, objectOrEmpty, stringOrEmpty, type JsonObject } from '../api/json.ts'
import { extraObject } from '../api/user.ts'
import { CallFault } from '../webhooks/backend.ts'
import { ExpiringCache } from '../webhooks/expiring-cache.ts'
import type { RemoteService } from '../webhooks/remote-post.ts'
import { openReview, reviewService, type ReviewEnvironment } from '../webhooks/review-service.ts'
import { NO_OPINION, type Attributes, type Authorizer, type Decision } from './authorizer.ts'
import { errorMessage } from '../runtime/error-message.ts'

/** The settings of the authorizer `--authorization-mode=Webhook`. */
export interface AccessReviewOptions {
  readonly service: RemoteService
  readonly version: 'v1' | 'v1beta1'
  /** The time for which an allowing answer is cached, milliseconds. */
  readonly allowedTtl: number
  /** The time for which any other answer is cached, milliseconds. */
  readonly refusedTtl: number
  /** Whether the service decides about a request. Default: about each one. @throws Error when that cannot be computed */
  readonly matches?: (attributes: Attributes) => boolean
  /** Whether a failure denies the request. Default: it leaves the decision to the other modes. */
  readonly deniesOnFailure?: boolean
}

const RETRY = { firstWait: 500 }
const CACHED_ANSWERS = 8192

/** Answers about attributes with this many characters or more are not cached, because callers choose the attributes. */
const CACHED_ATTRIBUTES = 10_000

/** Sends access reviews to a remote service (reference/webhooks.md 21). */
export function accessWebhook(
  { service, version, allowedTtl, refusedTtl, matches, deniesOnFailure = false }: AccessReviewOptions,
  environment: ReviewEnvironment,
): Authorizer {
  const sendReview = reviewService(service, environment, RETRY)
  const group = environment.dialect.spell('authorization.{domain}')
  const kind: GroupVersionKind = { group, version, kind: 'SubjectAccessReview' }
  const answers = new ExpiringCache<Decision>(environment.clock, CACHED_ANSWERS)

  const failed = (error: string): Decision => ({ effect: deniesOnFailure ? 'deny' : 'no-opinion', reason: '', error })

  const undecided = (error: unknown): Decision => {
    if (error instanceof CallFault) return failed(error.message)
    throw error
  }

  const decide = async (attributes: Attributes, spec: JsonObject, key: string): Promise<Decision> => {
    const { status } = await sendReview(openReview(kind, spec), kind)
    const decision = decisionOf(objectOrEmpty(status))
    const ttl = isObject(status) && status['allowed'] === true ? allowedTtl : refusedTtl
    if (sizeOf(attributes) < CACHED_ATTRIBUTES) answers.set(key, decision, ttl)
    return decision
  }

  return {
    name: 'Webhook',
    authorize(attributes) {
      try {
        if (matches?.(attributes) === false) return NO_OPINION
      } catch (error) {
        return failed(errorMessage(error))
      }
      const spec = specOf(attributes, version)
      const key = JSON.stringify(spec)
      return answers.get(key) ?? decide(attributes, spec, key).catch(undecided)
    },
    rules: () => ({ rules: [], incomplete: true, error: 'webhook authorizer does not support user rule resolution' }),
  }
}

/** The spec of a review, in the field order of the real server, without empty values. In v1beta1 the groups have another name. */
function specOf({ user, ...attributes }: Attributes, version: string): JsonObject {
  const { resourceRequest, namespace, verb, group, version: of, resource, subresource, name, path } = attributes
  const extra = extraObject(user.extra)
  return {
    ...(resourceRequest
      ? { resourceAttributes: given({ namespace, verb, group, version: of, resource, subresource, name }) }
      : { nonResourceAttributes: given({ path, verb }) }),
    ...given({ user: user.username }),
    ...(user.groups.length > 0 && { [version === 'v1' ? 'groups' : 'group']: [...user.groups] }),
    ...(Object.keys(extra).length > 0 && { extra }),
    ...given({ uid: user.uid }),
  }
}

const given = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

const sizeOf = ({ namespace, verb, group, version, resource, subresource, name, path }: Attributes): number =>
  [namespace, verb, group, version, resource, subresource, name, path].reduce((sum, { length }) => sum + length, 0)

function decisionOf(status: JsonObject): Decision {
  const reason = stringOrEmpty(status['reason'])
  const isAllowed = status['allowed'] === true
  if (status['denied'] !== true) return { effect: isAllowed ? 'allow' : 'no-opinion', reason }
  const error = 'webhook subject access review returned both allow and deny response'
  return { effect: 'deny', reason, ...(isAllowed && { error }) }
}
