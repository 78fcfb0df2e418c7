import type { ApiObject } from '../api/object.ts'
import type { Environment } from './environment.ts'
import type { Written } from './verbs.ts'
import { creationReview, type Write } from './write.ts'

/** A posted body that starts an action and is not stored: a binding, an eviction, a token request. */
interface Action {
  /** Validating admission, once the action itself is valid. */
  validate(): Promise<void>
}

/** Mutating admission of an action; plugins may change `object`. */
export async function admitAction(write: Write, object: ApiObject): Promise<Action> {
  const { admission } = write.environment
  const review = creationReview(write, write.target.name, object)
  await admission.mutate(review)
  return { validate: async () => admission.validate(review) }
}

/** The answer to an action without a result. */
export const successAnswer = (): Written => ({
  object: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
  created: true,
})

/** The environment for the writes that carry out an action, which was itself admitted. */
export const asAdmitted = (environment: Environment): Environment => ({ ...environment, admission: ADMITTED })

const ADMITTED: Environment['admission'] = {
  mutates: () => false,
  mutate: () => undefined,
  validate: () => undefined,
}
