import type { GroupVersionKind } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import type { StatusReason } from '../api/status.ts'
import { stringifyJson } from '../codec/encode.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { builtinType, isBuiltinType } from '../schema/builtin/types.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { CallFault } from './backend.ts'
import { readDocument } from './document.ts'
import { remotePost, type RemoteEnvironment, type RemoteService, type RetryOptions } from './remote-post.ts'
import { checkStatus } from './response-status.ts'
import { readReview } from './review-answer.ts'

export interface ReviewEnvironment extends RemoteEnvironment {
  readonly dialect: Dialect
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

/** Sends reviews to a service, and retries temporary failures (reference/webhooks.md 22). */
export function reviewService(service: RemoteService, environment: ReviewEnvironment, retry: RetryOptions): SendReview {
  const { dialect } = environment
  const post = remotePost(service, environment, { ...retry, retries: isTemporary })
  return (review, kind) =>
    post(`${stringifyJson(review)}\n`, async (answer) => {
      await checkStatus(answer)
      return readReview(await readDocument(answer.body), kind, (actual) => builtinKind(actual, dialect))
    })
}

const TEMPORARY: ReadonlySet<StatusReason | undefined> = new Set([
  'InternalError',
  'ServerTimeout',
  'Timeout',
  'TooManyRequests',
])

const isTemporary = ({ status, message }: CallFault): boolean =>
  TEMPORARY.has(status?.reason) || message.endsWith('connection reset by peer')

/** Returns the schema of a built-in type, undefined for any other type. */
function builtinKind({ group, version, kind }: GroupVersionKind, { spell }: Dialect): StructSchema | undefined {
  if (group.includes('.') && !group.endsWith(spell('.{domain}'))) return undefined
  const type = `api.${group === '' ? 'core' : group.split('.', 1)[0]}.${version}.${kind}`
  return isBuiltinType(type) ? builtinType(type) : undefined
}
