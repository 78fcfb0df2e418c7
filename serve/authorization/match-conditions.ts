import { aggregateText } from '../../worker/api/go-format.ts'
import { extraObject } from '../../worker/api/user.ts'
import type { Attributes } from '../../worker/authorization/authorizer.ts'
import { CALL_BUDGET } from '../../worker/cel/budgets.ts'
import { compile, type Environment } from '../../worker/cel/cel.ts'
import { jsonValue } from '../../worker/cel/json-values.ts'
import { listOf, mapOf, STRING, struct, type Type } from '../../worker/cel/types.ts'
import type { Place } from '../../worker/resources/notation/place.ts'
import { reportExpression } from '../configuration/expression-fault.ts'

const textsOf = (...names: readonly string[]): ReadonlyMap<string, Type> => new Map(names.map((name) => [name, STRING]))

const RESOURCE = struct(
  'kubernetes.ResourceAttributes',
  textsOf('namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name'),
)
const NON_RESOURCE = struct('kubernetes.NonResourceAttributes', textsOf('path', 'verb'))
const REQUEST = struct(
  'kubernetes.SubjectAccessReviewSpec',
  new Map<string, Type>([
    ['resourceAttributes', RESOURCE],
    ['nonResourceAttributes', NON_RESOURCE],
    ['user', STRING],
    ['groups', listOf(STRING)],
    ['extra', mapOf(STRING, listOf(STRING))],
    ['uid', STRING],
  ]),
)

const ENVIRONMENT: Environment = { variables: new Map([['request', REQUEST]]) }

/** Reports why a condition does not compile to a boolean. */
export function checkCondition(expression: string, place: Place): void {
  try {
    const { type } = compile(expression, ENVIRONMENT)
    if (type.kind !== 'bool') place.invalid(expression, `must evaluate to bool but got ${nameOf(type)}`, 'expression')
  } catch (error) {
    reportExpression(error, expression, place, 'expression')
  }
}

/** A type with its full name: `google.protobuf.Duration`. Other errors say `duration`. */
const nameOf = ({ name, parameters }: Type): string =>
  parameters.length === 0 ? name : `${name}(${parameters.map(nameOf).join(', ')})`

/**
 * Compiles the conditions of a webhook, which must be valid. The result says whether all of them are true. A false condition
 * takes precedence over failed ones.
 * @throws Error when a condition fails and none is false
 */
export function matcherOf(conditions: readonly string[]): (attributes: Attributes) => boolean {
  const programs = conditions.map((expression) => compile(expression, ENVIRONMENT))
  return (attributes) => {
    const activation = { request: requestOf(attributes) }
    const errors: string[] = []
    for (const program of programs) {
      const outcome = program.run(activation, CALL_BUDGET)
      if ('error' in outcome)
        errors.push(`cel evaluation error: expression '${program.source}' resulted in error: ${outcome.error.message}`)
      else if (outcome.value !== true) return false
    }
    if (errors.length > 0) throw new Error(aggregateText(errors))
    return true
  }
}

/** The spec of a review with all of its texts, the empty ones too. */
function requestOf({ user, resourceRequest, path, verb, ...of }: Attributes) {
  const { namespace, group, version, resource, subresource, name } = of
  return jsonValue({
    user: user.username,
    groups: [...user.groups],
    uid: user.uid,
    extra: extraObject(user.extra),
    ...(resourceRequest
      ? { resourceAttributes: { namespace, verb, group, version, resource, subresource, name } }
      : { nonResourceAttributes: { path, verb } }),
  })
}
