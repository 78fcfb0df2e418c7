import { boundedNumber } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import type { NameRule } from '../../api/names.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Identity, Place } from './place.ts'

/**
 * A validation rule of a kind, as a value. `compileRules` turns a tree of rules into one pass over the object. The order
 * of the rules is the order of the errors. A rule receives a value and, on an update, the stored value at the same path.
 */
export type Rule =
  | {
      readonly rule: 'at'
      readonly path: readonly string[]
      /** The path in errors, if not `path`. */
      readonly shown?: string
      readonly rules: readonly Rule[]
    }
  | { readonly rule: 'each'; readonly path: readonly string[]; readonly rules: readonly Rule[] }
  | { readonly rule: 'members'; readonly list: string; readonly rules: readonly Rule[] }
  | {
      readonly rule: 'entries'
      readonly path: readonly string[]
      readonly keys: NameRule
      readonly rules: readonly Rule[]
    }
  | { readonly rule: 'where'; readonly holds: Condition; readonly rules: readonly Rule[] }
  | { readonly rule: 'all'; readonly rules: readonly Rule[] }
  | { readonly rule: 'holds'; readonly holds: Predicate; readonly fault: Fault }
  | { readonly rule: 'required'; readonly detail: string }
  | { readonly rule: 'check'; readonly check: Check; readonly absent: boolean }
  | { readonly rule: 'object'; readonly check: ObjectCheck; readonly field?: string }
  | { readonly rule: 'withVerdict'; readonly rules: readonly Rule[]; readonly verdict: Verdict }
  | { readonly rule: 'scoped'; readonly scope: (value: JsonObject) => object; readonly rules: readonly Rule[] }
  | { readonly rule: 'choice'; readonly of: Choice; readonly members: Readonly<Record<string, readonly Rule[]>> }
  | { readonly rule: 'spelled'; readonly rules: (spell: Dialect['spell']) => readonly Rule[] }

type Condition = (value: JsonObject, old: Json | undefined) => boolean
type Predicate = (value: Json, old: Json | undefined) => boolean
/** Reports at the place of the value. */
export type Fault = (value: Json, at: Place) => void
/** A named function for conditions that no rule expresses; false ends the rules of this value. */
export type Check = (value: Json | undefined, at: Place, old: Json | undefined) => boolean | void

/** A `Check` of an object. `old` is the stored value on an update, when that is an object as well. */
export type ObjectCheck = (value: JsonObject, at: Place, old: JsonObject | undefined) => boolean | void

/** Receives whether the rules of a value found no fault. */
export type Verdict = (value: Json | undefined, at: Place, isGood: boolean) => void

const steps = (path: string): readonly string[] => (path === '' ? [] : path.split('.'))

/** Rules of the value at a dotted path. For an absent value, only `required`, `checkAlways` and `withVerdict` run. */
export const at = (path: string, ...rules: readonly Rule[]): Rule => ({ rule: 'at', path: steps(path), rules })

/**
 * Rules of the value at a path, whose errors name another path in the real server. Unlike the rules of `at`, they also run when
 * an earlier step of the path is absent.
 */
export const atShown = (path: string, shown: string, ...rules: readonly Rule[]): Rule => ({
  rule: 'at',
  path: steps(path),
  shown,
  rules,
})

/** Rules of each item of a list; an empty path means the value itself. */
export const each = (path: string, ...rules: readonly Rule[]): Rule => ({ rule: 'each', path: steps(path), rules })

/** Rules of each item of a list, whose errors are reported at the holder of the list. */
export const members = (list: string, ...rules: readonly Rule[]): Rule => ({ rule: 'members', list, rules })

/** Rules of a map. Faults of keys are reported at the map, and faults of values at the key. */
export const entries = (path: string, keys: NameRule, ...rules: readonly Rule[]): Rule => ({
  rule: 'entries',
  path: steps(path),
  keys,
  rules,
})

/** Rules that apply only to some values. */
export const where = (holds: Condition, ...rules: readonly Rule[]): Rule => ({ rule: 'where', holds, rules })

/** Several rules under one name. */
export const all = (...rules: readonly Rule[]): Rule => ({ rule: 'all', rules })

/** A predicate and the fault to report when it fails. */
export const holds = (predicate: Predicate, fault: Fault): Rule => ({ rule: 'holds', holds: predicate, fault })

/** A rule about several fields, or a condition that no combination of rules expresses; it runs only on a given value. */
export const check = (run: Check): Rule => ({ rule: 'check', check: run, absent: false })

/** A `check` that also runs on absent values. */
export const checkAlways = (run: Check): Rule => ({ rule: 'check', check: run, absent: true })

/** A `check` that runs only on objects. */
export const checkObject = (run: ObjectCheck): Rule => ({ rule: 'object', check: run })

/** A `checkObject` that runs only on objects with the field, because it reports nothing without it. */
export const checkWith = (field: string, run: ObjectCheck): Rule => ({ rule: 'object', check: run, field })

/** The faults of a `choice`: `several` when several members are given, `none` when one is required and none is given. */
export interface Choice {
  readonly several: string
  readonly none?: string
  /** Members whose own faults are reported at a field of another name. */
  readonly within?: Readonly<Record<string, string>>
  /** Members that are forbidden under another name. */
  readonly forbidden?: Readonly<Record<string, string>>
  /** Members that are allowed in addition to an earlier one. */
  readonly beside?: readonly string[]
}

/** Alternative fields, each with its rules. The first given field is validated, and the others are forbidden. */
export const choice = (of: Choice, members: Readonly<Record<string, readonly Rule[]>>): Rule => ({
  rule: 'choice',
  of,
  members,
})

/** Rules, and a function that receives their verdict. */
export const withVerdict = (verdict: Verdict, ...rules: readonly Rule[]): Rule => ({
  rule: 'withVerdict',
  verdict,
  rules,
})

/** Rules that share a scope, `place.scope`, created for each value. */
export const scoped = (scope: (value: JsonObject) => object, ...rules: readonly Rule[]): Rule => ({
  rule: 'scoped',
  scope,
  rules,
})

/** Rules that hold names of the dialect. */
export const spelled = (rules: (spell: Dialect['spell']) => readonly Rule[]): Rule => ({ rule: 'spelled', rules })

/** Requires a value that is neither an empty string nor an empty list; otherwise ends the rules of this value. */
export const required = (detail = ''): Rule => ({ rule: 'required', detail })

export const invalid =
  (detail: string): Fault =>
  (value, place) =>
    place.invalid(value, detail)

export const forbidden =
  (detail: string): Fault =>
  (_value, place) =>
    place.forbidden(detail)

/** Forbids the value. */
export const never = (detail: string): Rule => holds(() => false, forbidden(detail))

/**
 * Whether an earlier item of the list has the same value in a field. An absent text counts as empty, because Go does not
 * distinguish the two.
 */
export const isRepeated = (value: Json | undefined, field: string, place: Place): boolean =>
  place.firstIndex({ [field]: value ?? '' }, identityBy(field)) < place.index

const identities = new Map<string, Identity>()

/** The identity of items by the value of a field: the same function for each use of the field. */
function identityBy(field: string): Identity {
  const identity = identities.get(field) ?? ((item) => JSON.stringify(item[field] ?? '', exactIntegers))
  identities.set(field, identity)
  return identity
}

const exactIntegers = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value)

/** A field whose value must differ in each item of the list. */
export const unique = (field: string): Rule =>
  checkObject((item, place) => {
    const value = item[field] ?? ''
    if (isRepeated(value, field, place)) place.duplicate(value, field)
  })

/** Requires a number other than zero, which Go does not distinguish from an absent one. */
export const requiredNumber = checkAlways((value, place) => {
  if (value !== undefined && value !== null && value !== 0) return true
  place.required()
  return false
})

/** A list that must be empty. */
export const empty = (detail: string): Rule =>
  holds((value) => !Array.isArray(value) || value.length === 0, forbidden(detail))

/** A name by one of the rules of `api/names.ts`. */
export const named = (name: NameRule): Rule =>
  check((value, place) => {
    for (const fault of name(String(value))) place.invalid(value, fault)
  })

/** One of several texts, in the order in which the error shows them. */
export function oneOf(...supported: readonly string[]): Rule {
  const words: ReadonlySet<unknown> = new Set(supported)
  return holds(
    (value) => words.has(value),
    (value, place) => place.notSupported(value, supported),
  )
}

export const nonNegative = holds((value) => boundedNumber(value) >= 0, invalid('must be greater than or equal to 0'))
export const positive = holds((value) => boundedNumber(value) > 0, invalid('must be greater than 0'))

export const between = (low: number, high: number): Rule =>
  holds(
    (value) => boundedNumber(value) >= low && boundedNumber(value) <= high,
    invalid(`must be between ${low} and ${high}, inclusive`),
  )

/** Refuses a change on update. */
export const immutable: Rule = checkAlways((value, place, old) => {
  if (place.old !== undefined && !equalJson(value ?? null, old ?? null)) place.invalid(value, 'field is immutable')
})
