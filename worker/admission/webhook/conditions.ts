import type { Authorizer, Decision } from '../../authorization/authorizer.ts'
import { CALL_BUDGET, CONDITIONS_BUDGET } from '../../cel/budgets.ts'
import { compile, type Environment, type Program } from '../../cel/cel.ts'
import type { Activation } from '../../cel/frame.ts'
import { AUTHORIZER, RESOURCE_CHECK } from '../../cel/libraries/authorizer.ts'
import { DYN, opaque } from '../../cel/types.ts'
import { LoadedValues } from '../../runtime/loaded-values.ts'
import { accessCheck } from '../access-check.ts'
import { activationOf } from '../policy/activation.ts'
import { aggregateText } from '../../api/go-format.ts'
import type { ConditionsMatcher, ConditionsResult, MatchCondition } from './webhook.ts'
import { errorMessage } from '../../runtime/error-message.ts'

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
  /** The compiled expression. It is undefined when the expression does not compile; `fault` is then the reason. */
  readonly program: Program | undefined
  readonly fault: string
}

/** Compiles the conditions of a hook (reference/webhooks.md 4): a false condition takes precedence over failed ones. */
export function compileConditions(conditions: readonly MatchCondition[], authorizer: Authorizer): ConditionsMatcher {
  const compiled = conditions.map(({ expression }) => compileOne(expression))
  return (reviewed) => {
    const decisions = new LoadedValues<Decision>()
    const check = accessCheck(authorizer, reviewed.request.user, decisions)
    const activation = { ...activationOf(reviewed, check), namespaceObject: null }
    return decisions.compute(() => evaluate(compiled, activation))
  }
}

function evaluate(conditions: readonly Compiled[], activation: Activation): ConditionsResult {
  const errors: string[] = []
  let budget = CONDITIONS_BUDGET
  for (const { expression, program, fault } of conditions) {
    const outcome = program?.run(activation, Math.min(budget, CALL_BUDGET)) ?? { error: new Error(fault), cost: 0 }
    budget -= outcome.cost
    if ('error' in outcome) errors.push(`expression '${expression}' resulted in error: ${outcome.error.message}`)
    else if (outcome.value === false) return { matches: false }
  }
  return errors.length === 0 ? { matches: true } : { error: aggregateText(errors) }
}

function compileOne(expression: string): Compiled {
  try {
    return { expression, program: compile(expression, ENVIRONMENT), fault: '' }
  } catch (error) {
    return { expression, program: undefined, fault: errorMessage(error) }
  }
}
