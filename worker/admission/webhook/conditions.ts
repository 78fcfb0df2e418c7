import type { Authorizer, Decision } from '../../authorization/authorizer.ts'
import { compile, type Environment, type Program } from '../../cel/cel.ts'
import { jsonValue } from '../../cel/json-values.ts'
import type { Activation } from '../../cel/frame.ts'
import { AUTHORIZER, AuthorizerValue, RESOURCE_CHECK, resourceCheck } from '../../cel/libraries/authorizer.ts'
import { DYN, opaque } from '../../cel/types.ts'
import { LoadedValues } from '../../runtime/loaded-values.ts'
import { accessCheck } from '../access-check.ts'
import { joinReasons } from '../refusal.ts'
import { requestOf } from './review.ts'
import type { ConditionsMatcher, ConditionsResult, MatchCondition, ReviewedRequest } from './webhook.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** Cost units of all conditions of a hook for one request. */
const BUDGET = 2_500_000
/** Cost units of one condition. */
const CALL_BUDGET = 1_000_000

const ENVIRONMENT: Environment = {
  variables: new Map([
    ['object', DYN],
    ['oldObject', DYN],
    ['request', DYN],
    ['namespaceObject', DYN],
    ['authorizer', opaque(AUTHORIZER)],
    ['authorizer.requestResource', opaque(RESOURCE_CHECK)],
  ]),
}

interface Compiled {
  readonly expression: string
  /** Undefined for an expression that does not compile; `fault` is then the reason. */
  readonly program: Program | undefined
  readonly fault: string
}

/** Compiles the conditions of a hook (reference/webhooks.md 4): a false condition takes precedence over failed ones. */
export function compileConditions(conditions: readonly MatchCondition[], authorizer: Authorizer): ConditionsMatcher {
  const compiled = conditions.map(({ expression }) => compileOne(expression))
  return (reviewed) => {
    const decisions = new LoadedValues<Decision>()
    const check = accessCheck(authorizer, reviewed.request.user, decisions)
    const activation = activationOf(reviewed, new AuthorizerValue(check))
    return decisions.compute(() => evaluate(compiled, activation))
  }
}

function evaluate(conditions: readonly Compiled[], activation: Activation): ConditionsResult {
  const errors: string[] = []
  let budget = BUDGET
  for (const { expression, program, fault } of conditions) {
    const outcome = program?.run(activation, Math.min(budget, CALL_BUDGET)) ?? { error: new Error(fault), cost: 0 }
    budget -= outcome.cost
    if ('error' in outcome) errors.push(`expression '${expression}' resulted in error: ${outcome.error.message}`)
    else if (outcome.value === false) return { matches: false }
  }
  return errors.length === 0 ? { matches: true } : { error: joinReasons(errors) }
}

function compileOne(expression: string): Compiled {
  try {
    return { expression, program: compile(expression, ENVIRONMENT), fault: '' }
  } catch (error) {
    return { expression, program: undefined, fault: errorMessage(error) }
  }
}

function activationOf(reviewed: ReviewedRequest, authorizer: AuthorizerValue): Activation {
  const { request, object, oldObject } = reviewed
  // The objects are separate variables.
  const { uid: _, object: __, oldObject: ___, ...rest } = requestOf(reviewed, '')
  return {
    object: jsonValue(object),
    oldObject: jsonValue(oldObject),
    request: jsonValue(rest),
    namespaceObject: null,
    authorizer,
    'authorizer.requestResource': resourceCheck(authorizer, {
      group: request.resource.group,
      resource: request.resource.resource,
      subresource: request.subresource,
      namespace: request.namespace,
      name: request.name,
    }),
  }
}
