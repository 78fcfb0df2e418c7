import { isObject, type JsonObject } from '../../api/json.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import { compile, type Environment, type Program } from '../../cel/cel.ts'
import { EvaluationError } from '../../cel/evaluation-error.ts'
import { jsonValue } from '../../cel/json-values.ts'
import type { AccessDecision, AccessQuestion } from '../../cel/libraries/authorizer.ts'
import { AUTHORIZER, AuthorizerValue, RESOURCE_CHECK, resourceCheck } from '../../cel/libraries/authorizer.ts'
import { DYN, opaque } from '../../cel/types.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { AdmissionRequest } from '../admission.ts'
import { joinReasons } from '../refusal.ts'
import { reviewOf } from './review.ts'
import type { ConditionsMatcher, MatchCondition, ReviewedRequest } from './webhook.ts'

/** Units of cost that all conditions of a hook may use for one request, and each of them. */
const BUDGET = 2_500_000
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
  /** Undefined where it does not compile; `fault` says why. */
  readonly program: Program | undefined
  readonly fault: string
}

/** Compiles the conditions of a hook (FACTS: Webhooks, 13): a false one counts more than any that fails. */
export function compileConditions(
  conditions: readonly MatchCondition[],
  { dialect, authorizer }: { readonly dialect: Dialect; readonly authorizer: Authorizer },
): ConditionsMatcher {
  const compiled = conditions.map(({ expression }) => compileOne(expression))
  return (reviewed) => {
    const activation = activationOf(reviewed, dialect, authorizer)
    const errors: string[] = []
    let budget = BUDGET
    for (const { expression, program, fault } of compiled) {
      const outcome = program?.run(activation, Math.min(budget, CALL_BUDGET)) ?? { error: new Error(fault), cost: 0 }
      budget -= outcome.cost
      if ('error' in outcome) errors.push(`expression '${expression}' resulted in error: ${outcome.error.message}`)
      else if (outcome.value === false) return { matches: false }
    }
    return errors.length === 0 ? { matches: true } : { error: joinReasons(errors) }
  }
}

function compileOne(expression: string): Compiled {
  try {
    return { expression, program: compile(expression, ENVIRONMENT), fault: '' }
  } catch (error) {
    return { expression, program: undefined, fault: error instanceof Error ? error.message : String(error) }
  }
}

function activationOf(reviewed: ReviewedRequest, dialect: Dialect, authorizer: Authorizer) {
  const { request, object, oldObject } = reviewed
  const asker = new AuthorizerValue((question) => decide(authorizer, request, question))
  return {
    object: jsonValue(object),
    oldObject: jsonValue(oldObject),
    request: jsonValue(requestPart(reviewOf(reviewed, '', dialect))),
    namespaceObject: null,
    authorizer: asker,
    'authorizer.requestResource': resourceCheck(asker, {
      group: request.resource.group,
      resource: request.resource.resource,
      subresource: request.subresource,
      namespace: request.namespace,
      name: request.name,
    }),
  }
}

/** What of a review expressions call `request`: the objects have names of their own. */
function requestPart({ request }: JsonObject): JsonObject {
  const { uid: _, object: __, oldObject: ___, ...rest } = isObject(request) ? request : {}
  return rest
}

function decide(
  authorizer: Authorizer,
  { user, resource: own }: AdmissionRequest,
  question: AccessQuestion,
): AccessDecision {
  const { verb, path = '', resource, serviceAccount } = question
  const asker =
    serviceAccount === undefined
      ? user
      : {
          username: `system:serviceaccount:${serviceAccount.namespace}:${serviceAccount.name}`,
          uid: '',
          groups: [
            'system:serviceaccounts',
            `system:serviceaccounts:${serviceAccount.namespace}`,
            'system:authenticated',
          ],
          extra: {},
        }
  const decision = authorizer.authorize({
    user: asker,
    verb,
    resourceRequest: resource !== undefined,
    ...NOWHERE,
    ...(resource && { ...resource, version: own.version }),
    path,
  })
  if (decision instanceof Promise) throw new EvaluationError('who may do what is asked of somebody else')
  return { allowed: decision.effect === 'allow', reason: decision.reason }
}

const NOWHERE = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '' }
