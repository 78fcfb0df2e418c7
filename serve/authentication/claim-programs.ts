import { compile, type Environment, type Program } from '../../worker/cel/cel.ts'
import type { Expression } from '../../worker/cel/expression.ts'
import { ResultTypeError } from '../../worker/cel/faults.ts'
import { macros } from '../../worker/cel/macros.ts'
import { parse } from '../../worker/cel/parser.ts'
import { ANY, listOf, mapOf, STRING, struct, type Type } from '../../worker/cel/types.ts'
import { children } from '../../worker/cel/validators.ts'
import type { Place, Step } from '../../worker/resources/notation/place.ts'
import { reportExpression } from '../configuration/expression-fault.ts'

const TEXTS = listOf(STRING)

const USER = struct(
  'kubernetes.UserInfo',
  new Map<string, Type>([
    ['username', STRING],
    ['uid', STRING],
    ['groups', TEXTS],
    ['extra', mapOf(STRING, TEXTS)],
  ]),
)

/** The variables of expressions about the claims of a token, and of expressions about the user. */
export const ENVIRONMENTS = {
  claims: { variables: new Map([['claims', mapOf(STRING, ANY)]]) },
  user: { variables: new Map([['user', USER]]) },
} as const satisfies Record<string, Environment>

export type Variable = keyof typeof ENVIRONMENTS

const isBool = ({ kind }: Type): boolean => kind === 'bool'

/** Compiles an expression of a mapping, or of a rule, which must be a boolean. @throws as `compile` does */
export const compileClaims = (source: string, variable: Variable, isRule: boolean): Program =>
  compile(source, ENVIRONMENTS[variable], isRule ? isBool : undefined)

/** Reports why an expression does not compile. Returns whether it does. */
export function checkExpression(
  source: string,
  place: Place,
  { variable = 'claims', isRule = false, at = 'expression' }: { variable?: Variable; isRule?: boolean; at?: Step } = {},
): boolean {
  try {
    compileClaims(source, variable, isRule)
    return true
  } catch (error) {
    if (error instanceof ResultTypeError) place.invalid(source, 'must evaluate to bool', at)
    else reportExpression(error, source, place, at)
    return false
  }
}

/** Whether an expression reads `claims.<field>`, as a selection: `claims["email"]` is none. */
export function readsClaim(source: string, field: string): boolean {
  const isClaims = (node: Expression | undefined): boolean => node?.is === 'identifier' && node.name === 'claims'
  const reads = (node: Expression): boolean => {
    if (node.is === 'selection' && node.field === field && isClaims(node.operand)) return true
    if (node.is === 'call' && node.name === '_?._' && isClaims(node.args[0])) {
      const [, name] = node.args
      if (name?.is === 'constant' && name.value === field) return true
    }
    return children(node).some(reads)
  }
  return reads(parse(source, macros).expression)
}
