import { isObject, objectsIn, type JsonObject } from '../../../worker/api/json.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import { awaitedObject } from '../../client/awaited-object.ts'

/** A warning of type checking. */
export interface TypeWarning {
  readonly policy: string
  /** The path of the expression: `spec.validations[0].expression`. */
  readonly field: string
  readonly text: string
}

export interface TypeChecking {
  readonly warnings: readonly TypeWarning[]
  /** The names of policies without a result: it did not come in time, or the policy or the watch ended. */
  readonly unchecked: readonly string[]
}

/**
 * The warnings of type checking. A controller of the server writes them into the status some time after the policy is written.
 * @param policies the policies, as the server returned them
 * @param signal ends the wait; after ten seconds by default
 */
export async function typeChecking(
  cluster: ClusterHandle,
  policies: readonly JsonObject[],
  signal?: AbortSignal,
): Promise<TypeChecking> {
  const group = dialects[cluster.info.dialect].spell('admissionregistration.{domain}')
  const wait = {
    collection: `/apis/${group}/v1/validatingadmissionpolicies`,
    until: isChecked,
    ...(signal !== undefined && { signal }),
  }
  const checked = await Promise.all(policies.map((policy) => awaitedObject(cluster, policy, wait)))
  return {
    warnings: checked.flatMap((policy) => (policy === undefined ? [] : warningsOf(policy))),
    unchecked: policies.filter((_, at) => checked[at] === undefined).map(nameOf),
  }
}

/** Whether the controller has checked the current generation. Compares values of int64 without a conversion to a number. */
const isChecked = ({ metadata, status }: JsonObject): boolean =>
  isObject(metadata) && isObject(status) && status['observedGeneration'] === metadata['generation']

const nameOf = ({ metadata }: JsonObject): string => (isObject(metadata) ? String(metadata['name']) : '')

function warningsOf(policy: JsonObject): readonly TypeWarning[] {
  const { status } = policy
  const checking = isObject(status) ? status['typeChecking'] : undefined
  return objectsIn(isObject(checking) ? checking['expressionWarnings'] : undefined).map(({ fieldRef, warning }) => ({
    policy: nameOf(policy),
    field: String(fieldRef),
    text: String(warning),
  }))
}
