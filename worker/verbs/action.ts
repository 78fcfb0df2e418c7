import type { ApiObject } from '../api/object.ts'
import { writeOptionsObject } from './creation.ts'
import type { Environment } from './environment.ts'
import { admissionRequest } from './environment.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

/** What is posted to an object to be done with it: a binding, an eviction, a token request. It is not stored. */
interface Action {
  /** Asks the validating plugins, once the action itself is found good. */
  validate(): Promise<void>
}

/** Asks the mutating plugins; `object` is theirs to change. */
export async function admitAction(
  environment: Environment,
  target: Target,
  caller: Caller,
  object: ApiObject,
  options: WriteOptions,
): Promise<Action> {
  const { admission } = environment
  const request = admissionRequest(target, caller, {
    operation: 'CREATE',
    name: target.name,
    object,
    oldObject: undefined,
    options: writeOptionsObject(environment, 'CreateOptions', options),
    dryRun: options.dryRun,
  })
  await admission.mutate(request)
  return { validate: async () => admission.validate(request) }
}

/** The answer to an action that leaves nothing to be shown. */
export const done = (): Written => ({
  object: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
  created: true,
})

/** For what an action does in the end: it was admitted as the action that it is. */
export const asAdmitted = (environment: Environment): Environment => ({ ...environment, admission: ADMITTED })

const ADMITTED: Environment['admission'] = {
  mutates: () => false,
  mutate: () => undefined,
  validate: () => undefined,
}
