import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { NameRule } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Place } from './place.ts'

/**
 * What a kind demands of its objects, as a value: `compileRules` turns a tree of these into one pass over the object, in
 * the order in which they are written, which is the order of the errors. A rule sees a value and, on an update, the
 * stored value at the same place.
 */
export type Rule =
  | {
      readonly rule: 'at'
      readonly path: readonly string[]
      /** Where errors say it is, if not at `path`. */
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
  | { readonly rule: 'tried'; readonly rules: readonly Rule[]; readonly verdict: Verdict }
  | { readonly rule: 'scoped'; readonly scope: (value: JsonObject) => object; readonly rules: readonly Rule[] }
  | { readonly rule: 'choice'; readonly of: Choice; readonly members: Readonly<Record<string, readonly Rule[]>> }
  | { readonly rule: 'spelled'; readonly rules: (spell: Dialect['spell']) => readonly Rule[] }

type Condition = (value: JsonObject, object: ApiObject, old: Json | undefined) => boolean
type Predicate = (value: Json, old: Json | undefined) => boolean
/** Reports at the place where the value stands. */
export type Fault = (value: Json, at: Place) => void
/** A named function for what no rule says; false ends the rules of this value. */
export type Check = (value: Json | undefined, at: Place, old: Json | undefined) => boolean | void

/** The same for an object; on an update the stored one, if that is an object as well. */
export type ObjectCheck = (value: JsonObject, at: Place, old: JsonObject | undefined) => boolean | void

/** Told whether the rules of a value found no fault. */
export type Verdict = (value: Json | undefined, at: Place, isGood: boolean) => void

const steps = (path: string): readonly string[] => (path === '' ? [] : path.split('.'))

/** Rules of the value at a dotted path. A value that is not there is only asked whether it is `required`. */
export const at = (path: string, ...rules: readonly Rule[]): Rule => ({ rule: 'at', path: steps(path), rules })

/** As `at`, where the real server's errors name another place. */
export const atShown = (path: string, shown: string, ...rules: readonly Rule[]): Rule => ({
  rule: 'at',
  path: steps(path),
  shown,
  rules,
})

/** Rules of each item of a list; an empty path means the value itself. */
export const each = (path: string, ...rules: readonly Rule[]): Rule => ({ rule: 'each', path: steps(path), rules })

/** Rules of each item of a list whose errors stand where the list's holder is. */
export const members = (list: string, ...rules: readonly Rule[]): Rule => ({ rule: 'members', list, rules })

/** Rules of a map: of its keys, whose faults stand at the map, and of its values, whose faults stand at the key. */
export const entries = (path: string, keys: NameRule, ...rules: readonly Rule[]): Rule => ({
  rule: 'entries',
  path: steps(path),
  keys,
  rules,
})

/** Rules that count only for some values. */
export const where = (holds: Condition, ...rules: readonly Rule[]): Rule => ({ rule: 'where', holds, rules })

/** Several rules under one name. */
export const all = (...rules: readonly Rule[]): Rule => ({ rule: 'all', rules })

/** A predicate and what is said where it fails. */
export const holds = (predicate: Predicate, fault: Fault): Rule => ({ rule: 'holds', holds: predicate, fault })

/** A rule about several fields, or one that no combination of rules says; asked only where the value is there. */
export const check = (run: Check): Rule => ({ rule: 'check', check: run, absent: false })

/** As `check`, of values that are not there as well. */
export const checkAlways = (run: Check): Rule => ({ rule: 'check', check: run, absent: true })

/** Typed for objects, which is what most checks are about. */
export const checkObject = (run: ObjectCheck): Rule => ({ rule: 'object', check: run })

/** As `checkObject`, of objects that have a field: without it there is nothing to say. */
export const checkWith = (field: string, run: ObjectCheck): Rule => ({ rule: 'object', check: run, field })

/** What is said where several members are given, or none. */
export interface Choice {
  readonly several: string
  readonly none?: string
  /** Members whose own faults stand at a field of another name. */
  readonly within?: Readonly<Record<string, string>>
  /** Members that are forbidden under another name. */
  readonly forbidden?: Readonly<Record<string, string>>
  /** Members that may stand beside an earlier one. */
  readonly beside?: readonly string[]
}

/** Fields of which one is given, each with its rules; the first that is there counts, the others are forbidden. */
export const choice = (of: Choice, members: Readonly<Record<string, readonly Rule[]>>): Rule => ({
  rule: 'choice',
  of,
  members,
})

/** Rules, and what follows from their verdict. */
export const tried = (verdict: Verdict, ...rules: readonly Rule[]): Rule => ({ rule: 'tried', verdict, rules })

/** Rules that share a scope, made for each value: `place.scope`. */
export const scoped = (scope: (value: JsonObject) => object, ...rules: readonly Rule[]): Rule => ({
  rule: 'scoped',
  scope,
  rules,
})

/** Rules that hold names of the dialect. */
export const spelled = (rules: (spell: Dialect['spell']) => readonly Rule[]): Rule => ({ rule: 'spelled', rules })

/** There, and neither an empty text nor an empty list; ends the rules of this value where it is not. */
export const required = (detail = ''): Rule => ({ rule: 'required', detail })

export const invalid =
  (detail: string): Fault =>
  (value, place) =>
    place.invalid(value, detail)

export const forbidden =
  (detail: string): Fault =>
  (_value, place) =>
    place.forbidden(detail)

/** What may not be there at all. */
export const never = (detail: string): Rule => holds(() => false, forbidden(detail))

/** An earlier item of the list has the same value in a field; Go cannot tell no text from an empty one. */
export const isRepeated = (value: Json | undefined, field: string, { list, index }: Place): boolean =>
  list.findIndex((item) => isObject(item) && (item[field] ?? '') === (value ?? '')) < index

/** A field whose value is another one in each item of the list. */
export const unique = (field: string): Rule =>
  checkObject((item, place) => {
    const value = item[field] ?? ''
    if (isRepeated(value, field, place)) place.duplicate(value, field)
  })

/** A number that Go cannot tell from none when it is zero. */
export const requiredNumber = checkAlways((value, place) => {
  if (value !== undefined && value !== null && value !== 0) return true
  place.required()
  return false
})

/** A list that must not hold anything. */
export const empty = (detail: string): Rule =>
  holds((value) => !Array.isArray(value) || value.length === 0, forbidden(detail))

/** A name, as one of the rules of `api/names.ts` has it. */
export const named = (name: NameRule): Rule =>
  check((value, place) => {
    for (const fault of name(String(value))) place.invalid(value, fault)
  })

/** One of a few words, in the order in which the error shows them. */
export function oneOf(...supported: readonly string[]): Rule {
  const words: ReadonlySet<unknown> = new Set(supported)
  return holds(
    (value) => words.has(value),
    (value, place) => place.notSupported(value, supported),
  )
}

export const nonNegative = holds((value) => Number(value) >= 0, invalid('must be greater than or equal to 0'))
export const positive = holds((value) => Number(value) > 0, invalid('must be greater than 0'))

export const between = (low: number, high: number): Rule =>
  holds(
    (value) => Number(value) >= low && Number(value) <= high,
    invalid(`must be between ${low} and ${high}, inclusive`),
  )

/** What an update may not change. */
export const immutable: Rule = checkAlways((value, place, old) => {
  if (place.old !== undefined && !equalJson(value ?? null, old ?? null)) place.invalid(value, 'field is immutable')
})
