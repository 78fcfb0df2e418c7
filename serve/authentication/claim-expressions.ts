import type { JsonObject } from '../../worker/api/json.ts'
import { extraObject, type UserInfo } from '../../worker/api/user.ts'
import { BadCredential } from '../../worker/authentication/authenticator.ts'
import type { ClaimExpressions } from '../../worker/authentication/openid/open-id-options.ts'
import { CALL_BUDGET } from '../../worker/cel/budgets.ts'
import type { Program } from '../../worker/cel/cel.ts'
import type { Activation } from '../../worker/cel/frame.ts'
import { jsonValue } from '../../worker/cel/json-values.ts'
import { GoStrings, List, type Value } from '../../worker/cel/values.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import type { JwtAuthenticator } from './jwt-authenticator.ts'
import { compileClaims, type Variable } from './claim-programs.ts'

/** Compiles the expressions of an authenticator, which must be valid. */
export function claimExpressions({
  claimMappings: { username, groups, uid, extra },
  claimValidationRules,
  userValidationRules,
}: JwtAuthenticator): ClaimExpressions {
  const claimRules = rulesOf(claimValidationRules, 'claims')
  const userRules = rulesOf(userValidationRules, 'user')
  const mapped = extra.map(({ key, valueExpression }) => ({
    key,
    program: compileClaims(valueExpression, 'claims', false),
  }))
  return {
    ...(username.expression !== '' && { username: usernameBy(compileClaims(username.expression, 'claims', false)) }),
    ...(groups.expression !== '' && { groups: groupsBy(compileClaims(groups.expression, 'claims', false)) }),
    ...(uid.expression !== '' && { uid: uidBy(compileClaims(uid.expression, 'claims', false)) }),
    ...(mapped.length > 0 && { extra: extraBy(mapped) }),
    ...(claimRules.length > 0 && {
      checkClaims: (claims: JsonObject) => checkRules('claim validation expression', claimRules, ofClaims(claims)),
    }),
    ...(userRules.length > 0 && {
      checkUser: (user: UserInfo) => checkRules('user info validation rule', userRules, ofUser(user)),
    }),
  }
}

type OneMember<Name extends keyof ClaimExpressions> = NonNullable<ClaimExpressions[Name]>

const ofClaims = (claims: JsonObject): Activation => ({ claims: jsonValue(claims) })

const ofUser = ({ username, uid, groups, extra }: UserInfo): Activation => ({
  user: jsonValue({
    username,
    uid,
    groups: [...groups],
    extra: extraObject(extra),
  }),
})

function usernameBy(program: Program): OneMember<'username'> {
  const failed = 'oidc: error evaluating username claim expression:'
  return (claims) => {
    const name = evaluated(program, ofClaims(claims), failed)
    if (typeof name !== 'string') throw new BadCredential(`${failed} username claim expression must return a string`)
    if (name === '') throw new BadCredential('oidc: empty username via CEL expression is not allowed')
    return name
  }
}

function groupsBy(program: Program): OneMember<'groups'> {
  const failed = 'oidc: error evaluating group claim expression:'
  return (claims) => textsOf(evaluated(program, ofClaims(claims), failed), failed)
}

function uidBy(program: Program): OneMember<'uid'> {
  const failed = 'oidc: error evaluating uid claim expression:'
  return (claims) => {
    const uid = evaluated(program, ofClaims(claims), failed)
    if (typeof uid !== 'string') throw new BadCredential(`${failed} uid claim expression must return a string`)
    return uid
  }
}

interface Mapped {
  readonly key: string
  readonly program: Program
}

/** Keys without values are left out. */
function extraBy(mapped: readonly Mapped[]): OneMember<'extra'> {
  const failed = 'oidc: error evaluating extra claim expression:'
  return (claims) => {
    const values = mapped.map(({ key, program }) => ({ key, program, value: evaluated(program, ofClaims(claims), '') }))
    const entries = values.map(
      ({ key, program, value }) => [key, textsOf(value, `${failed} ${program.source}:`)] as const,
    )
    return Object.fromEntries(entries.filter(([, texts]) => texts.length > 0))
  }
}

interface RuleProgram {
  readonly message: string
  readonly program: Program
}

const rulesOf = (
  rules: readonly { readonly expression: string; readonly message: string }[],
  variable: Variable,
): readonly RuleProgram[] =>
  rules
    .filter(({ expression }) => expression !== '')
    .map(({ expression, message }) => ({ message, program: compileClaims(expression, variable, true) }))

/** Evaluates all rules before it reads a result, as the real server does. */
function checkRules(what: string, rules: readonly RuleProgram[], activation: Activation): void {
  const failed = `oidc: error evaluating ${what}:`
  const results = rules.map(({ message, program }) => ({
    message,
    source: program.source,
    value: evaluated(program, activation, failed),
  }))
  for (const { message, source, value } of results) {
    if (typeof value !== 'boolean') throw new BadCredential(`${failed} validation expression must return a boolean`)
    if (!value) throw new BadCredential(`${failed} validation expression '${source}' failed: ${message}`)
  }
}

/** @throws BadCredential that begins with `failed` */
function evaluated(program: Program, activation: Activation, failed: string): Value {
  const outcome = program.run(activation, CALL_BUDGET)
  if (!('error' in outcome)) return outcome.value
  const why = `expression '${program.source}' resulted in error: ${errorMessage(outcome.error)}`
  throw new BadCredential(failed === '' ? why : `${failed} ${why}`)
}

/** The texts of a value that is a text, a list of texts or null. Empty texts count as absent. */
function textsOf(value: Value, failed: string): readonly string[] {
  const list = value instanceof List && !(value instanceof GoStrings) ? [...value] : [value ?? '']
  return list
    .map((item) => {
      if (typeof item === 'string') return item
      throw new BadCredential(`${failed} expression must return a string or a list of strings`)
    })
    .filter((text) => text !== '')
}
