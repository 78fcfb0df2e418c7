import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { valueAt } from '../resources/path.ts'
import { deleteOne } from './delete.ts'
import type { Environment } from './environment.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

/** `pods/eviction`: a deletion that asks first. Disruption budgets are not consulted. */
export async function evictPod(
  environment: Environment,
  target: Target,
  caller: Caller,
  body: ApiObject,
  options: WriteOptions,
): Promise<Written> {
  const period = valueAt(body, 'deleteOptions.gracePeriodSeconds')
  const raw = valueAt(body, 'deleteOptions')
  await deleteOne(environment, { ...target, subresource: undefined }, caller, {
    dryRun: options.dryRun,
    gracePeriodSeconds: typeof period === 'number' ? period : undefined,
    propagationPolicy: undefined,
    preconditions: {},
    raw: isObject(raw) ? raw : {},
  })
  return { object: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }, created: true }
}
