import type { Type } from './types.ts'
import * as types from './types.ts'
import type { Value } from './values.ts'

/**
 * The implementation of an overload. It is called only with arguments of its signature, so its parameters can have
 * these types.
 */
export type Implementation = (...args: never[]) => Value

/** One signature of a function. `id` is the key in the tables of costs. */
export interface Overload {
  readonly id: string
  readonly isMember: boolean
  readonly parameters: readonly Type[]
  readonly result: Type
  readonly call: Implementation
}

export interface FunctionDeclaration {
  readonly overloads: readonly Overload[]
  /**
   * Whether an implementation that dispatches by itself accepts a value. Absent for overloads that the types of the arguments
   * choose at run time.
   */
  readonly accepts?: (first: Value) => boolean
}

/** Functions by name; a name may be declared by several libraries. */
export type Library = Readonly<Record<string, FunctionDeclaration>>
export type Functions = ReadonlyMap<string, FunctionDeclaration>

/** Joins libraries. Functions of the same name become one function with all overloads. */
export function joinLibraries(...libraries: readonly Library[]): Functions {
  const functions = new Map<string, FunctionDeclaration>()
  for (const library of libraries) {
    for (const [name, declaration] of Object.entries(library)) {
      const known = functions.get(name)
      const overloads = [...(known?.overloads ?? []), ...declaration.overloads]
      functions.set(name, { ...known, ...declaration, overloads })
    }
  }
  return functions
}

type Signature = readonly [id: string, parameters: string, result: string]

const overload =
  (isMember: boolean) =>
  (...[id, parameters, result, call]: readonly [...Signature, call: Implementation]): Overload => ({
    id,
    isMember,
    parameters: split(parameters).map(readType),
    result: readType(result),
    call,
  })

/** Declares a function without a target: `global('string_to_url', 'string', 'kubernetes.URL', parse)`. */
export const global = overload(false)
/** Declares a member function, whose first argument is its target. */
export const member = overload(true)

const SIMPLE: readonly Type[] = [
  types.DYN,
  types.BOOL,
  types.INT,
  types.UINT,
  types.DOUBLE,
  types.STRING,
  types.BYTES,
  types.TYPE,
]
const NAMED: ReadonlyMap<string, Type> = new Map([
  ...SIMPLE.map((type): [string, Type] => [type.name, type]),
  ['null', types.NULL],
  ['timestamp', types.TIMESTAMP],
  ['duration', types.DURATION],
])

/** Reads a type such as `list(A)`, `map(string, B)` or `optional(V)`. A single capital letter is a type parameter. */
export function readType(text: string): Type {
  const named = NAMED.get(text)
  if (named !== undefined) return named
  if (/^[A-Z]$/.test(text)) return types.parameter(text)
  const open = text.indexOf('(')
  if (open < 0) return types.opaque(text)
  const parts = split(text.slice(open + 1, -1)).map(readType)
  const [a = types.DYN, b = types.DYN] = parts
  const name = text.slice(0, open)
  if (name === 'list') return types.listOf(a)
  if (name === 'map') return types.mapOf(a, b)
  return name === 'type' ? types.typeOf(a) : types.opaque(name, ...parts)
}

/** Splits a list of types at the commas outside of parentheses. */
function split(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i <= text.length; i++) {
    const ch = text[i]
    if (ch === '(') depth += 1
    if (ch === ')') depth -= 1
    if ((ch === ',' && depth === 0) || ch === undefined) {
      const part = text.slice(from, i).trim()
      if (part !== '') parts.push(part)
      from = i + 1
    }
  }
  return parts
}
