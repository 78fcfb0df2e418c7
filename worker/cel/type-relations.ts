import type { Type } from './types.ts'
import { DYN, inner, isDynamic, sameType } from './types.ts'

/** The types of type parameters, by their name. */
export type Substitutions = ReadonlyMap<string, Type>

/** The bindings of type parameters when the types agree, else undefined; a failed attempt keeps no bindings. */
export function assignable(
  known: Substitutions,
  to: readonly Type[],
  from: readonly Type[],
): Substitutions | undefined {
  const attempt = new Map(known)
  return allAssignable(attempt, to, from) ? attempt : undefined
}

type Bindings = Map<string, Type>

const allAssignable = (bound: Bindings, to: readonly Type[], from: readonly Type[]): boolean =>
  to.length === from.length && to.every((type, index) => isAssignable(bound, type, from[index] ?? DYN))

function isAssignable(bound: Bindings, a: Type, b: Type): boolean {
  if (b.kind === 'parameter') {
    const { valid, bound: wasBound } = binds(bound, a, b)
    if (valid) return true
    if (wasBound) return false
  }
  if (a.kind === 'parameter') return binds(bound, b, a).valid
  if (isDynamic(a) || isDynamic(b)) return true
  if (a.kind === 'null') return takesNull(b)
  if (b.kind === 'null') return takesNull(a)
  if (a.kind === 'type') return b.kind === 'type'
  if (a.kind === 'opaque' || a.kind === 'list' || a.kind === 'map') {
    return a.kind === b.kind && a.name === b.name && allAssignable(bound, a.parameters, b.parameters)
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

/** Whether a parameter can be bound to the type, and whether it was already bound. */
function binds(bound: Bindings, type: Type, parameter: Type): { valid: boolean; bound: boolean } {
  if (sameType(type, parameter)) return { valid: true, bound: true }
  const known = bound.get(parameter.name)
  if (known !== undefined) {
    if (sameType(type, known)) return { valid: true, bound: true }
    if (!isAssignable(bound, type, known)) return { valid: false, bound: true }
    const general = mostGeneral(type, known)
    if (!occursIn(bound, parameter, general)) bound.set(parameter.name, general)
    return { valid: true, bound: true }
  }
  if (occursIn(bound, parameter, type)) return { valid: false, bound: false }
  bound.set(parameter.name, type)
  return { valid: true, bound: false }
}

function occursIn(bound: Bindings, parameter: Type, type: Type): boolean {
  if (sameType(parameter, type)) return true
  if (type.kind === 'parameter') {
    const known = bound.get(type.name)
    return known !== undefined && occursIn(bound, parameter, known)
  }
  return type.parameters.some((part) => occursIn(bound, parameter, part))
}

/** The more general of two types that agree. */
export const mostGeneral = (a: Type, b: Type): Type => (isLessSpecific(a, b) ? a : b)

function isLessSpecific(a: Type, b: Type): boolean {
  if (a.kind === 'dyn' || a.kind === 'parameter') return true
  if (b.kind === 'dyn' || b.kind === 'parameter' || a.kind !== b.kind) return false
  if (a.kind === 'type') return true
  if (a.name !== b.name || a.parameters.length !== b.parameters.length) return false
  return a.parameters.every((part, index) => isLessSpecific(part, inner(b, index)))
}

/** With every bound parameter replaced; with `open`, the others too. */
export function substitute(known: Substitutions, type: Type, open?: Type): Type {
  if (type.kind === 'parameter') {
    const bound = known.get(type.name)
    return bound === undefined ? (open ?? type) : substitute(known, bound, open)
  }
  if (type.parameters.length === 0) return type
  return { ...type, parameters: type.parameters.map((part) => substitute(known, part, open)) }
}
