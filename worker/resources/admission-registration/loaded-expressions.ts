import { isObject } from '../../api/json.ts'
import { lazy } from '../../api/lazy.ts'
import type { Place } from '../notation/place.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import type * as expressions from './expressions.ts'

type Expressions = typeof expressions

let loaded: Expressions | undefined

const load = lazy(async () => {
  loaded = await import('./expressions.ts')
})

/** Loads the expression language with the first write of an object that has expressions. */
export const loadExpressions = (): Promise<void> | undefined => (loaded === undefined ? load() : undefined)

function language(): Expressions {
  if (loaded === undefined) throw new Error('await loadExpressions() before expressions are written')
  return loaded
}

function report(
  compiled: ReturnType<Expressions['compileExpression']>,
  source: string,
  place: Place,
  field: string,
): void {
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
  const { types } = language().compileVariables(variablesOf(place), params)
  report(language().compileExpression(source, { params, authorizer, variables: types }, returns), source, place, field)
}

/** As `checkPolicyExpression`, for the current variable, which may read the variables before it. */
export function checkVariable(source: string, place: Place): void {
  const own = language().compileVariables(variablesOf(place).slice(0, place.index + 1), hasParams(place))
  const compiled = own.compiled.at(-1)
  if (compiled !== undefined) report(compiled, source, place, 'expression')
}

/** As `checkPolicyExpression`, for a match condition, which may not read variables. */
export function checkMatchCondition(source: string, place: Place): void {
  const scope = { params: hasParams(place), authorizer: true }
  report(language().compileExpression(source, scope, ['bool']), source, place, 'expression')
}
