import type { AccessRequest, ImageRequest, TokenRequest, WebhookRoute } from '../handler.ts'

/** A TokenReview, a SubjectAccessReview or an ImageReview, whose answer is `status`. */
export interface ReviewWithStatus {
  readonly spec: unknown
}

type ReviewRoute = Extract<
  WebhookRoute,
  { tokenReview: unknown } | { accessReview: unknown } | { imageReview: unknown }
>

/** The answer of a route that reviews a token, an access or the images of a pod. */
export async function statusOf(route: ReviewRoute, { spec }: ReviewWithStatus): Promise<object> {
  if ('tokenReview' in route) {
    const { user, audiences, error } = (await route.tokenReview(spec as TokenRequest)) ?? {}
    return { authenticated: user !== undefined, user: user ?? {}, audiences, error }
  }
  if ('accessReview' in route) {
    const { allowed = false, denied, reason } = (await route.accessReview(spec as AccessRequest)) ?? {}
    return { allowed, denied, reason }
  }
  const { denied, auditAnnotations } = (await route.imageReview(spec as ImageRequest)) ?? {}
  return { allowed: denied === undefined, reason: denied, auditAnnotations }
}
