import { boundedNumber } from '../../api/numbers.ts'
import { objectOrEmpty, type JsonObject } from '../../api/json.ts'
import { StatusError } from '../../api/status.ts'
import { CallFault } from '../../webhooks/backend.ts'
import { ExpiringCache } from '../../webhooks/expiring-cache.ts'
import { openReview, reviewService, type SendReview } from '../../webhooks/review-service.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { containersOf, objectOf, specOf, textOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

const AUDIT = 'imagepolicywebhook.image-policy.{domain}/'
const CACHED_REVIEWS = 1024

/**
 * Sends the images of a pod to a backend for review.
 * @throws Error for an invalid configuration
 */
export function imagePolicyWebhook(context: AdmissionContext) {
  const { dialect, clock } = context
  const policy = objectOf(objectOrEmpty(context.configuration), 'imagePolicy')
  const waits = { allow: ttl(policy, 'allowTTL', 300), deny: ttl(policy, 'denyTTL', 30) }
  const sendReview = reviewSender(context, period(policy, 'retryBackoff', { unit: 1, usual: 500, most: 5 * 60_000 }))
  const kind = { group: dialect.spell('imagepolicy.{domain}'), version: 'v1alpha1', kind: 'ImageReview' }
  const forwarded = dialect.spell('.image-policy.{domain}/')
  const known = new ExpiringCache<JsonObject>(clock, CACHED_REVIEWS)

  const specOfReview = ({ object, namespace, subresource }: AdmissionRequest): JsonObject => {
    const lists = subresource === '' ? (['containers', 'initContainers'] as const) : (['ephemeralContainers'] as const)
    const containers = containersOf(specOf(object), lists).map((container) => ({
      image: textOf(container, 'image'),
    }))
    const annotations = Object.entries(object?.metadata?.annotations ?? {})
      .filter(([key]) => key.includes(forwarded))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      containers,
      ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
      namespace,
    }
  }

  const statusOf = async (spec: JsonObject): Promise<JsonObject> => {
    const key = JSON.stringify(spec)
    const cached = known.get(key)
    if (cached !== undefined) return cached
    const status = objectOf(await sendReview(openReview(kind, spec), kind), 'status')
    known.set(key, status, status['allowed'] === true ? waits.allow : waits.deny)
    return status
  }

  return {
    name: 'ImagePolicyWebhook',
    handles: operations('CREATE', 'UPDATE').on('pods', 'pods/ephemeralcontainers'),
    async validate(request) {
      const { trace } = request
      const status = await statusOf(specOfReview(request)).catch((error: unknown) => {
        if (!(error instanceof CallFault)) throw error
        if (policy['defaultAllow'] !== true) throw refusedBy(error, request)
        trace.annotate?.(`${AUDIT}failed-open`, 'true')
        return { allowed: true }
      })
      for (const [key, value] of Object.entries(objectOf(status, 'auditAnnotations'))) {
        trace.annotate?.(AUDIT + key, String(value))
      }
      if (status['allowed'] === true) return
      const reason = textOf(status, 'reason')
      const why = `image policy webhook backend denied one or more images: ${reason}`
      throw refused(request, reason === '' ? 'one or more images rejected by webhook backend' : why)
    },
  } satisfies AdmissionPlugin
}

function reviewSender({ imageReviewer, callWebhook, ...context }: AdmissionContext, firstWait: number): SendReview {
  if (imageReviewer !== undefined && callWebhook !== undefined) {
    return reviewService(imageReviewer, { ...context, callWebhook }, { firstWait })
  }
  return () => Promise.reject(new CallFault('this host cannot reach backends'))
}

/** A 403 from the backend is passed on with its message; any other failure is named in a refusal by this plugin. */
function refusedBy({ status, message }: CallFault, request: AdmissionRequest): StatusError {
  return status?.reason === 'Forbidden' ? new StatusError(status) : refused(request, message)
}

interface Period {
  /** The unit of the configured number, in milliseconds: 1, or 1000 for seconds. */
  readonly unit: 1 | 1000
  /** The value that 0 or a missing number means, in units. */
  readonly usual: number
  /** The largest value, in milliseconds. */
  readonly most: number
}

/** A configured time in milliseconds. In the configuration, -1 means no time, because 0 means the default. */
function period(policy: JsonObject, field: string, { unit, usual, most }: Period): number {
  const value = boundedNumber(policy[field] ?? 0)
  if (value === -1) return 0
  const ms = (value === 0 ? usual : value) * unit
  if (ms >= unit && ms <= most) return ms
  const units = unit === 1 ? 'milliseconds' : 'seconds'
  throw new Error(
    `ImagePolicyWebhook: ${field}: set a value between 1 and ${most / unit} ${units}, not ${value}; 0 means the default, and -1 means no time`,
  )
}

const ttl = (policy: JsonObject, field: string, usual: number): number =>
  period(policy, field, { unit: 1000, usual, most: 30 * 60_000 })
