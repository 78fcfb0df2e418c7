import { isObject, type JsonObject } from '../../api/json.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { containersOf, objectOf, specOf, textOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

const AUDIT = 'imagepolicywebhook.image-policy.{domain}/'

/** Asks a backend whether the images of a pod may run. */
export function imagePolicyWebhook({ dialect, clock, configuration, reviewImages }: AdmissionContext) {
  const policy = objectOf(isObject(configuration) ? configuration : {}, 'imagePolicy')
  const group = dialect.spell('imagepolicy.{domain}')
  const forwarded = dialect.spell('.image-policy.{domain}/')
  const seconds = (field: string): number => Number(policy[field] ?? 0) * 1000
  const cache = new Map<string, { readonly status: JsonObject; readonly until: number }>()

  const reviewOf = ({ object, namespace, subresource }: AdmissionRequest): JsonObject => {
    const lists = subresource === '' ? (['containers', 'initContainers'] as const) : (['ephemeralContainers'] as const)
    const containers = containersOf(specOf(object), lists).map((container) => ({
      image: textOf(container, 'image'),
    }))
    const given = Object.entries(object?.metadata?.annotations ?? {}).filter(([key]) => key.includes(forwarded))
    const annotations = given.length === 0 ? {} : { annotations: Object.fromEntries(given) }
    return { kind: 'ImageReview', apiVersion: `${group}/v1alpha1`, spec: { containers, ...annotations, namespace } }
  }

  const statusOf = async (review: JsonObject): Promise<JsonObject> => {
    const key = JSON.stringify(review['spec'])
    const cached = cache.get(key)
    if (cached !== undefined && cached.until > clock.now()) return cached.status
    if (reviewImages === undefined) throw new Error('no backend can be reached from here')
    const status = objectOf(await reviewImages(review, configuration), 'status')
    cache.set(key, { status, until: clock.now() + seconds(status['allowed'] === true ? 'allowTTL' : 'denyTTL') })
    return status
  }

  return {
    name: 'ImagePolicyWebhook',
    handles: operations('CREATE', 'UPDATE').on('pods', 'pods/ephemeralcontainers'),
    async validate(request) {
      const { trace } = request
      const status = await statusOf(reviewOf(request)).catch((error: unknown) => {
        if (policy['defaultAllow'] !== true)
          throw refused(request, error instanceof Error ? error.message : String(error))
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
