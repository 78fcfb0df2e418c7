import type { Type } from './types.ts'
import { DYN, inner, isDynamic, sameType } from './types.ts'

/** The type that is bound to each type parameter, by the name of the parameter. */
export type Substitutions = ReadonlyMap<string, Type>

/**
 * Tries to assign each type of `from` to the type of `to` at the same index. Returns the bindings of type parameters with
 * which this succeeds; undefined when it fails.
 */
export function assignable(
  known: Substitutions,
  to: readonly Type[],
  from: readonly Type[],
): Substitutions | undefined {
  const attempt = new Bindings(known)
  return allAssignable(attempt, to, from) ? attempt.known : undefined
}

/** The bindings of an attempt. Most attempts bind nothing, so the known bindings are copied only before the first change. */
class Bindings {
  known: Substitutions
  #own: Map<string, Type> | undefined

  constructor(known: Substitutions) {
    this.known = known
  }

  get(name: string): Type | undefined {
    return this.known.get(name)
  }

  set(name: string, type: Type): void {
    this.#own ??= new Map(this.known)
    this.known = this.#own.set(name, type)
  }
}

function allAssignable(bindings: Bindings, to: readonly Type[], from: readonly Type[]): boolean {
  if (to.length !== from.length) return false
  for (let i = 0; i < to.length; i++) if (!isAssignable(bindings, to[i] ?? DYN, from[i] ?? DYN)) return false
  return true
}

function isAssignable(bindings: Bindings, a: Type, b: Type): boolean {
  if (b.kind === 'parameter') {
    const { valid, wasBound } = binds(bindings, a, b)
    if (valid) return true
    if (wasBound) return false
  }
  if (a.kind === 'parameter') return binds(bindings, b, a).valid
  if (isDynamic(a) || isDynamic(b)) return true
  if (a.kind === 'null') return takesNull(b)
  if (b.kind === 'null') return takesNull(a)
  if (a.kind === 'type') return b.kind === 'type'
  if (a.kind === 'opaque' || a.kind === 'list' || a.kind === 'map') {
    return a.kind === b.kind && a.name === b.name && allAssignable(bindings, a.parameters, b.parameters)
  }
  return sameType(a, b)
}

const takesNull = ({ kind, isWrapper }: Type): boolean =>
  isWrapper === true ||
  kind === 'null' ||
  kind === 'opaque' ||
  kind === 'struct' ||
  kind === 'duration' ||
  kind === 'timestamp'

/** Binds a parameter to the type when that is possible. Returns whether it is, and whether the parameter was already bound. */
function binds(bindings: Bindings, type: Type, parameter: Type): { valid: boolean; wasBound: boolean } {
  if (sameType(type, parameter)) return { valid: true, wasBound: true }
  const known = bindings.get(parameter.name)
  if (known !== undefined) {
    if (sameType(type, known)) return { valid: true, wasBound: true }
    if (!isAssignable(bindings, type, known)) return { valid: false, wasBound: true }
    const general = mostGeneral(type, known)
    if (!occursIn(bindings, parameter, general)) bindings.set(parameter.name, general)
    return { valid: true, wasBound: true }
  }
  if (occursIn(bindings, parameter, type)) return { valid: false, wasBound: false }
  bindings.set(parameter.name, type)
  return { valid: true, wasBound: false }
}

function occursIn(bindings: Bindings, parameter: Type, type: Type): boolean {
  if (sameType(parameter, type)) return true
  if (type.kind === 'parameter') {
    const known = bindings.get(type.name)
    return known !== undefined && occursIn(bindings, parameter, known)
  }
  return type.parameters.some((part) => occursIn(bindings, parameter, part))
}

/** The more general of two types, one of which is assignable to the other. */
export const mostGeneral = (a: Type, b: Type): Type => (isLessSpecific(a, b) ? a : b)

function isLessSpecific(a: Type, b: Type): boolean {
  if (a.kind === 'dyn' || a.kind === 'parameter') return true
  if (b.kind === 'dyn' || b.kind === 'parameter' || a.kind !== b.kind) return false
  if (a.kind === 'type') return true
  if (a.name !== b.name || a.parameters.length !== b.parameters.length) return false
  return a.parameters.every((part, index) => isLessSpecific(part, inner(b, index)))
}

/** The type with every bound parameter replaced. `open` replaces the unbound parameters. */
export function substitute(known: Substitutions, type: Type, open?: Type): Type {
  if (type.kind === 'parameter') {
    const bound = known.get(type.name)
    return bound === undefined ? (open ?? type) : substitute(known, bound, open)
  }
  if (type.parameters.length === 0) return type
  const parameters = type.parameters.map((part) => substitute(known, part, open))
  return parameters.every((part, index) => part === type.parameters[index]) ? type : { ...type, parameters }
}

interface Signature {
  readonly parameters: readonly Type[]
  readonly result: Type
}

/** The signature with a fresh type parameter in place of each of its type parameters. */
export function instantiate(signature: Signature, fresh: () => Type): Signature {
  const { parameters, result } = signature
  if (!hasParameter(result) && !parameters.some(hasParameter)) return signature
  const own = new Map<string, Type>()
  const visit = (type: Type): void => {
    if (type.kind === 'parameter' && !own.has(type.name)) own.set(type.name, fresh())
    type.parameters.forEach(visit)
  }
  parameters.forEach(visit)
  visit(result)
  return { parameters: parameters.map((type) => substitute(own, type)), result: substitute(own, result) }
}

const hasParameter = ({ kind, parameters }: Type): boolean => kind === 'parameter' || parameters.some(hasParameter)
