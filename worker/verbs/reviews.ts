import type { ApiObject } from '../api/object.ts'
import { badRequest, methodUnknown } from '../api/status.ts'
import { userObject } from '../api/user.ts'
import { formatTime } from '../clock/clock.ts'
import { textAt } from '../resources/path.ts'
import { canonical } from '../schema/canonical.ts'
import { accessReview, localAccessReview, selfAccessReview } from './access-reviews.ts'
import type { Environment } from './environment.ts'
import type { Review, ReviewAnswer } from './review.ts'
import type { Caller, Written } from './verbs.ts'
import { creationReview, type Write } from './write.ts'

const REVIEWS: ReadonlyMap<string, Review> = new Map<string, Review>([
  ['SelfSubjectReview', selfReview],
  ['SelfSubjectAccessReview', selfAccessReview],
  ['SubjectAccessReview', accessReview],
  ['LocalSubjectAccessReview', localAccessReview],
  ['SelfSubjectRulesReview', rulesReview],
  ['TokenReview', async (...given) => (await import('./token-reviews.ts')).tokenReview(...given)],
])

/** Creates a review: the answer is the object with a status, and nothing is stored. */
export async function review(write: Write, object: ApiObject): Promise<Written> {
  const { environment, target, caller } = write
  const { resource, version } = target
  const reviewing = REVIEWS.get(resource.kind)
  if (reviewing === undefined) throw methodUnknown()
  // An invalid review is refused before validating plugins see it.
  const answer = await reviewing(environment, caller, object, resource.group)
  await environment.admission.validate(creationReview(write, object.metadata?.name ?? '', object))
  const { creationTimestamp: _, ...metadata } = object.metadata ?? {}
  const reviewed: ApiObject = {
    ...object,
    kind: resource.kind,
    apiVersion: version.apiVersion,
    metadata: { ...metadata, creationTimestamp: null },
    ...answer,
  }
  return { object: canonical(version.schema, reviewed), created: true }
}

/** Reviews the caller. The metadata, the spec and the status of the answer contain nothing of the sent object. */
function selfReview({ clock }: Environment, { user }: Caller): ReviewAnswer {
  return { status: { userInfo: userObject(user) }, metadata: { creationTimestamp: formatTime(clock.now()) } }
}

/** The rules of the caller in a namespace. */
async function rulesReview({ authorizer }: Environment, { user }: Caller, object: ApiObject): Promise<ReviewAnswer> {
  const namespace = textAt(object, 'spec.namespace')
  if (namespace === '') throw badRequest('no namespace on request')
  const { rules, incomplete, error } = await authorizer.rules(user, namespace)
  const status = {
    resourceRules: rules
      .filter(({ resources }) => resources.length > 0)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({
        verbs: [...verbs],
        apiGroups: [...apiGroups],
        resources: [...resources],
        ...(resourceNames.length > 0 && { resourceNames: [...resourceNames] }),
      })),
    nonResourceRules: rules
      .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs: [...verbs], nonResourceURLs: [...nonResourceURLs] })),
    incomplete,
    ...(error !== '' && { evaluationError: error }),
  }
  return { status, spec: {}, metadata: { creationTimestamp: null } }
}
