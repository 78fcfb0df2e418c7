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
  /** Whether the columns of a fault are counted without the white space around the expression. */
  readonly isTrimmed?: boolean
}

const hasParams = ({ object }: Place): boolean => isObject(valueAt(object, 'spec.paramKind'))

type CompiledVariables = ReturnType<typeof compileVariables>

/**
 * Caches the compiled variables, by the list of variables. A separate rule checks each expression of a policy, and all these
 * rules share one compilation.
 */
const compiledByList = new WeakMap<object, { readonly params: boolean; readonly compiled: CompiledVariables }>()

/** The variables of the policy, compiled once. */
function compiledVariables(place: Place): CompiledVariables {
  const params = hasParams(place)
  const list = listAt(place.object, 'spec.variables')
  const found = compiledByList.get(list)
  if (found?.params === params) return found.compiled
  const variables = list
    .filter(isObject)
    .map((variable) => ({ name: textAt(variable, 'name'), expression: textAt(variable, 'expression') }))
  const compiled = compileVariables(variables, params)
  compiledByList.set(list, { params, compiled })
  return compiled
}

/** Reports an expression of a policy that cannot be compiled or does not return one of the wanted types. */
export function checkPolicyExpression(source: string, place: Place, wanted: Wanted): void {
  const { field, returns, authorizer, isTrimmed } = wanted
  const { types } = compiledVariables(place)
  const scope = { params: hasParams(place), authorizer, variables: types }
  report(compileExpression(isTrimmed === true ? source.trim() : source, scope, returns), source, place, field)
}

/** Reports why the current variable cannot be compiled. A variable may read the variables before it. */
export function checkVariable(source: string, place: Place): void {
  const compiled = compiledVariables(place).compiled[place.index]
  if (compiled !== undefined) report(compiled, source, place, 'expression')
}

/** Reports why a match condition cannot be compiled. It may not read variables. */
export function checkMatchCondition(source: string, place: Place): void {
  const scope = { params: hasParams(place), authorizer: true }
  report(compileExpression(source, scope, ['bool']), source, place, 'expression')
}
