import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import type { ApiObject } from '../api/object.ts'
import { dedupOwners } from '../resources/object-meta.ts'
import { writeOptionsObject } from './creation.ts'
import type { Environment } from './environment.ts'
import { admissionRequest } from './environment.ts'
import { guardWrite } from './permission.ts'
import type { Caller, Target, WriteOptions } from './verbs.ts'

/** The object after the mutating plugins; `admitted` is theirs to change. */
export function admitNew(
  environment: Environment,
  target: Target,
  caller: Caller,
  admitted: ApiObject,
  options: WriteOptions,
): Awaitable<ApiObject> {
  const mutating = environment.admission.mutate(
    admissionRequest(target, caller, {
      operation: 'CREATE',
      name: admitted.metadata?.name ?? '',
      object: admitted,
      oldObject: undefined,
      options: writeOptionsObject(environment, 'CreateOptions', options),
      dryRun: options.dryRun,
    }),
  )
  return andThen(mutating, () => {
    withoutDoubledOwners(caller, admitted, AFTER_ADMISSION)
    return andThen(guardWrite(environment, target, caller, admitted, undefined), () => admitted)
  })
}

export const AFTER_ADMISSION = ' after mutating admission happens'

/** Owner references that are the same are kept once, with a warning. */
export function withoutDoubledOwners(caller: Caller, { metadata }: ApiObject, when = ''): void {
  if (!metadata?.ownerReferences) return
  const { owners, duplicates } = dedupOwners(metadata.ownerReferences)
  if (duplicates.length === 0) return
  metadata.ownerReferences = owners
  caller.warn(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(', ')}`,
  )
}
