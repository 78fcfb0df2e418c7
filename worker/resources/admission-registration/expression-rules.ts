import { isObject } from '../../api/json.ts'
import type { Place } from '../notation/place.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { compileExpression, compileVariables } from './expressions.ts'

function report(compiled: ReturnType<typeof compileExpression>, source: string, place: Place, field: string): void {
  if ('program' in compiled) return
  if (compiled.isInternal) place.internal(compiled.fault, field)
  else place.invalid(source, compiled.fault, field)
}

interface Wanted {
  readonly field: string
  readonly returns: readonly string[]
  readonly authorizer: boolean
}

const hasParams = ({ object }: Place): boolean => isObject(valueAt(object, 'spec.paramKind'))

const variablesOf = ({ object }: Place): { name: string; expression: string }[] =>
  listAt(object, 'spec.variables')
    .filter(isObject)
    .map((variable) => ({ name: textAt(variable, 'name'), expression: textAt(variable, 'expression') }))

/** Reports why an expression of a policy cannot be compiled. */
export function checkPolicyExpression(source: string, place: Place, { field, returns, authorizer }: Wanted): void {
  const params = hasParams(place)
  const { types } = compileVariables(variablesOf(place), params)
  report(compileExpression(source, { params, authorizer, variables: types }, returns), source, place, field)
}

/** As `checkPolicyExpression`, for the current variable, which may read the variables before it. */
export function checkVariable(source: string, place: Place): void {
  const own = compileVariables(variablesOf(place).slice(0, place.index + 1), hasParams(place))
  const compiled = own.compiled.at(-1)
  if (compiled !== undefined) report(compiled, source, place, 'expression')
}

/** As `checkPolicyExpression`, for a match condition, which may not read variables. */
export function checkMatchCondition(source: string, place: Place): void {
  const scope = { params: hasParams(place), authorizer: true }
  report(compileExpression(source, scope, ['bool']), source, place, 'expression')
}
