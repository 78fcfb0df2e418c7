import { accessCheck } from '../../admission/access-check.ts'
import { isObject, objectOrEmpty, stringOrEmpty, type Json, type JsonObject } from '../../api/json.ts'
import { badRequest } from '../../api/status.ts'
import type { UserInfo } from '../../api/user.ts'
import { accountOf } from '../../authentication/service-account-name.ts'
import type { Authorizer, Decision } from '../../authorization/authorizer.ts'
import { compile, type Environment } from '../../cel/cel.ts'
import type { Activation } from '../../cel/frame.ts'
import { jsonValue } from '../../cel/json-values.ts'
import { AuthorizerValue, resourceCheck } from '../../cel/libraries/authorizer.ts'
import { shownValue } from '../../cel/shown-value.ts'
import { subExpressions } from '../../cel/sub-expressions.ts'
import type { Type } from '../../cel/types.ts'
import { DYN } from '../../cel/types.ts'
import { variableTypes } from '../../resources/admission-registration/expressions.ts'
import { CALL_BUDGET } from '../../cel/budgets.ts'
import { declaredType, sizeAt } from '../../resources/api-extensions/declared-types.ts'
import { typedValue } from '../../resources/api-extensions/typed-values.ts'
import { andThen } from '../../runtime/awaitable.ts'
import { LoadedValues } from '../../runtime/loaded-values.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** The place of an expression decides its variables and their types. */
export type ExpressionContext = 'definition' | 'policy' | 'match-condition'

/** A question to `/debug/expression`. */
export interface ExpressionQuestion {
  readonly context: ExpressionContext
  readonly expression: string
  /** The values of variables by name. */
  readonly variables: JsonObject
  /** The schema of `self` in a definition. */
  readonly schema?: JsonSchema
}

/** The expression or one of its sub-expressions, with its value or error and its cost. */
export interface ExpressionPart {
  readonly text: string
  readonly value?: string
  readonly error?: string
  readonly cost?: number
  /** The highest cost that the declared sizes allow. */
  readonly maxCost?: number
}

export interface EvaluatedExpression extends ExpressionPart {
  readonly type?: string
  readonly budget: number
  /** The variables of the context with their types. */
  readonly declared: readonly { readonly name: string; readonly type: string }[]
  readonly parts: readonly ExpressionPart[]
}

const LONGEST = 10_000
const CONTEXTS: readonly ExpressionContext[] = ['definition', 'policy', 'match-condition']

/** Checks the body of a request to `/debug/expression`. @throws badRequest */
export function readQuestion(value: Json): ExpressionQuestion {
  if (!isObject(value)) throw badRequest('the body must be an object')
  const { context, expression, variables = {}, schema } = value
  const known = CONTEXTS.find((one) => one === context)
  if (known === undefined) throw badRequest(`context must be one of ${CONTEXTS.join(', ')}`)
  if (typeof expression !== 'string' || expression.length > LONGEST)
    throw badRequest(`expression must be a text of at most ${LONGEST} characters`)
  if (!isObject(variables)) throw badRequest('variables must be an object')
  if (schema !== undefined && !isObject(schema)) throw badRequest('schema must be an object')
  return { context: known, expression, variables, ...(schema !== undefined && { schema }) }
}

/**
 * Compiles an expression like the server in the context of the question, and runs the expression and each of its
 * sub-expressions. The result has values, costs and errors. `authorizer` decides for the caller, and for a ServiceAccount that the caller may
 * impersonate.
 */
export async function evaluateExpression(
  question: ExpressionQuestion,
  authorizer: Authorizer,
  user: UserInfo,
): Promise<EvaluatedExpression> {
  const scope = scopeOf(question)
  const decisions = new LoadedValues<Decision>()
  const outcome = await decisions.compute(() => {
    const activation = {
      ...scope.activation,
      ...authorizerOf(question, accessCheck(ownAccess(authorizer, user), user, decisions)),
    }
    const whole = partOf(question.expression, scope.environment, { activation, budget: CALL_BUDGET })
    // All parts together share the budget of one whole expression.
    let budget = CALL_BUDGET
    const parts = subExpressions(question.expression).map((text) => {
      const part = partOf(text, scope.environment, { activation, budget })
      budget = Math.max(0, budget - (part.cost ?? 0))
      return part
    })
    return { whole, parts }
  })
  const declared = [...scope.environment.variables].map(([name, { name: type }]) => ({ name, type }))
  return { ...outcome.whole, budget: CALL_BUDGET, declared, parts: outcome.parts }
}

/** Hides the permissions of another ServiceAccount from a caller who may not impersonate it. */
const ownAccess = (authorizer: Authorizer, caller: UserInfo): Pick<Authorizer, 'authorize'> => ({
  authorize(attributes) {
    const account = accountOf(attributes.user.username)
    if (attributes.user === caller || account === undefined) return authorizer.authorize(attributes)
    const asked = { ...attributes, user: caller, verb: 'impersonate', resourceRequest: true, path: '', ...account }
    const permission = authorizer.authorize({ ...asked, group: '', resource: 'serviceaccounts', subresource: '' })
    return andThen(permission, ({ effect }) =>
      effect === 'allow'
        ? authorizer.authorize(attributes)
        : { effect: 'deny', reason: `the caller may not impersonate ${attributes.user.username}` },
    )
  },
})

interface Scope {
  readonly environment: Environment
  readonly activation: Activation
}

function scopeOf(question: ExpressionQuestion): Scope {
  if (question.context === 'definition') return definitionScope(question)
  const { variables, context } = question
  const declared = variableTypes({ params: context === 'policy', authorizer: true })
  const inner = objectOrEmpty(variables['variables'])
  if (context === 'policy') declared.set('variables', DYN)
  const values = Object.entries({ ...variables, variables: inner }).map(([name, value]) => [name, jsonValue(value)])
  const absent = [...declared.keys()].map((name) => [name, null])
  return {
    environment: { variables: declared, strictCost: false },
    activation: Object.fromEntries([...absent, ...values]) as Activation,
  }
}

function definitionScope({ schema, variables }: ExpressionQuestion): Scope {
  const declared = schema === undefined ? undefined : declaredType(schema, false)
  const type: Type = declared?.type ?? DYN
  const read = (name: string) =>
    declared === undefined || schema === undefined ? jsonValue(variables[name]) : typedValue(variables[name], schema)
  const names = ['self', 'oldSelf'].filter((name) => variables[name] !== undefined)
  return {
    environment: {
      variables: new Map([
        ['self', type],
        ['oldSelf', type],
      ]),
      ...(declared !== undefined && { sizeOf: (path: readonly string[]) => sizeAt(declared, path) }),
    },
    activation: Object.fromEntries(names.map((name) => [name, read(name)])),
  }
}

function authorizerOf({ context, variables }: ExpressionQuestion, check: ReturnType<typeof accessCheck>): Activation {
  if (context === 'definition') return {}
  const request = objectOrEmpty(variables['request'])
  const resource = objectOrEmpty(request['resource'])
  const authorizer = new AuthorizerValue(check)
  return {
    authorizer,
    'authorizer.requestResource': resourceCheck(authorizer, {
      group: stringOrEmpty(resource['group']),
      resource: stringOrEmpty(resource['resource']),
      subresource: stringOrEmpty(request['subResource']),
      namespace: stringOrEmpty(request['namespace']),
      name: stringOrEmpty(request['name']),
    }),
  }
}

interface Run {
  readonly activation: Activation
  readonly budget: number
}

function partOf(
  text: string,
  environment: Environment,
  { activation, budget }: Run,
): ExpressionPart & { type?: string } {
  try {
    const program = compile(text, environment)
    const { maxCost, type } = program
    const outcome = program.run(activation, budget)
    const result = 'value' in outcome ? { value: shownValue(outcome.value) } : { error: outcome.error.message }
    return { text, type: type.name, maxCost, cost: outcome.cost, ...result }
  } catch (error) {
    return { text, error: errorMessage(error) }
  }
}
