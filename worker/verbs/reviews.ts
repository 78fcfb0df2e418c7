import type { ApiObject } from '../api/object.ts'
import { badRequest, methodUnknown } from '../api/status.ts'
import { userObject } from '../api/user.ts'
import { formatTime } from '../clock/clock.ts'
import { textAt } from '../resources/path.ts'
import { canonical } from '../schema/canonical.ts'
import { accessReview, localAccessReview, selfAccessReview } from './access-reviews.ts'
import { writeOptionsObject } from './creation.ts'
import { admissionRequest, type Environment } from './environment.ts'
import type { Review, ReviewAnswer } from './review.ts'
import { tokenReview } from './token-reviews.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

const REVIEWS: ReadonlyMap<string, Review> = new Map<string, Review>([
  ['SelfSubjectReview', selfReview],
  ['SelfSubjectAccessReview', selfAccessReview],
  ['SubjectAccessReview', accessReview],
  ['LocalSubjectAccessReview', localAccessReview],
  ['SelfSubjectRulesReview', rulesReview],
  ['TokenReview', tokenReview],
])

/** Objects that are questions: a create answers them with a status and stores nothing. */
export async function review(
  environment: Environment,
  target: Target,
  caller: Caller,
  object: ApiObject,
  options: WriteOptions,
): Promise<Written> {
  const { resource, version } = target
  const answer = REVIEWS.get(resource.kind)
  if (answer === undefined) throw methodUnknown()
  // What is asked in a wrong way is refused before validating plugins see it.
  const found = await answer(environment, caller, object, resource.group)
  await environment.admission.validate(
    admissionRequest(target, caller, {
      operation: 'CREATE',
      name: object.metadata?.name ?? '',
      object,
      oldObject: undefined,
      options: writeOptionsObject(environment, 'CreateOptions', options),
      dryRun: options.dryRun,
    }),
  )
  const { creationTimestamp: _, ...metadata } = object.metadata ?? {}
  const answered: ApiObject = {
    ...object,
    kind: resource.kind,
    apiVersion: version.apiVersion,
    metadata: { ...metadata, creationTimestamp: null },
    ...found,
  }
  return { object: canonical(version.schema, answered), created: true }
}

/** Nothing of what was sent comes back. */
function selfReview({ clock }: Environment, { user }: Caller): ReviewAnswer {
  return { status: { userInfo: userObject(user) }, metadata: { creationTimestamp: formatTime(clock.now()) } }
}

/** What a caller may do in a namespace, as far as rules say it. */
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
