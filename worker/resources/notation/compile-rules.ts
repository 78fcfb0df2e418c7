import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { FieldError } from '../../api/field-error.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Evidence } from '../evidence.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Kind } from '../resource.ts'
import { byField, inTurn, type Pass } from './passes.ts'
import { EnoughErrors, Place } from './place.ts'
import type { Rule } from './rule.ts'
import { groupsOf, partOf, rulesOfParts } from './rule-groups.ts'
import { fieldOf, flattened, someCheckAbsentValues } from './rule-needs.ts'

/** One pass over an object; on an update `old` is the stored object. */
type Validate = (object: ApiObject, old?: ApiObject, evidence?: Evidence) => readonly FieldError[]

/** The rules of a kind in the form that the verbs call. `allowsPrivileged`: whether pods may have privileged containers. */
export function compileValidation(
  { rules = [], updates = rules, subresourceRules = {} }: Pick<Kind, 'rules' | 'updates' | 'subresourceRules'>,
  spell: Dialect['spell'],
  allowsPrivileged = true,
): Required<Pick<Behaviour, 'validate' | 'validateUpdate' | 'updateFaults'>> {
  const parts = rulesOfParts(flattened(rules, spell), flattened(updates, spell))
  const compileAll = (some: readonly Rule[], of?: typeof parts) => compileRules(some, spell, of, allowsPrivileged)
  const [create, update] = [compileAll(rules, parts), compileAll(updates, parts)]
  const groups = groupsOf(updates, rules).map(({ of, rules: some }) => ({ of, run: compileAll(some) }))
  const ofSubresource = new Map(Object.entries(subresourceRules).map(([name, own]) => [name, compileAll(own)]))
  return {
    validate: (object, evidence) => create(object, undefined, evidence),
    validateUpdate: (object, old, subresource, evidence) =>
      subresource === ''
        ? update(object, old, evidence)
        : (ofSubresource.get(subresource)?.(object, old, evidence) ?? []),
    updateFaults: (object, old, findings) =>
      groups.map(({ of, run }) => ({ of, faults: run(object, old, { findings }) })),
  }
}

/** Compiles rules that warn, on first use. */
export function compileWarnings(rules: readonly Rule[], spell: Dialect['spell']): NonNullable<Behaviour['warnings']> {
  let pass: Pass | undefined
  const compileOne: Compile = (rule) => {
    if (rule.rule === 'all') return unending(sequence(rule.rules, spell, compileOne))
    const part = partOf(rule)
    const inner = compile(rule, spell)
    return part === undefined || part === 'metadata' ? inner : ofPart(part, inner)
  }
  return (object, old, evidence) => {
    pass ??= sequence(rules, spell, compileOne)
    const place = new Place(object, old, evidence)
    pass(object, place, old)
    return place.warnings
  }
}

/** Compiles rules on first use; a pass allocates objects only for errors. `parts`: the rules of `rulesOfParts`. */
export function compileRules(
  rules: readonly Rule[],
  spell: Dialect['spell'],
  parts: ReadonlySet<Rule> = new Set(),
  allowsPrivileged = true,
): Validate {
  let pass: Pass | undefined
  const compileOne: Compile = (rule) => {
    const part = parts.has(rule) ? partOf(rule) : undefined
    const inner = compile(rule, spell)
    return part === undefined ? inner : ofPart(part, inner)
  }
  return (object, old, evidence) => {
    pass ??= sequence(rules, spell, compileOne)
    const place = new Place(object, old, evidence, allowsPrivileged)
    try {
      pass(object, place, old)
    } catch (error) {
      if (!(error instanceof EnoughErrors)) throw error
    }
    return place.errors
  }
}

type Compile = (rule: Rule) => Pass

function sequence(rules: readonly Rule[], spell: Dialect['spell'], compileOne?: Compile): Pass {
  const flat = flattened(rules, spell)
  const passes = flat.map(compileOne ?? ((rule) => compile(rule, spell)))
  const [only] = passes
  if (passes.length === 1 && only !== undefined) return only
  if (passes.length > MAX_DISPATCHED) {
    return inTurn(
      [flat.slice(0, MAX_DISPATCHED), flat.slice(MAX_DISPATCHED)].map((some) => sequence(some, spell, compileOne)),
    )
  }
  const fields = flat.map((rule) => fieldOf(rule, spell))
  return fields.filter((field) => field !== undefined).length < FEWEST_DISPATCHED
    ? inTurn(passes)
    : byField(passes, fields)
}

/** The bits of a 32-bit integer without its sign: each dispatched rule has one bit. */
const MAX_DISPATCHED = 31
const FEWEST_DISPATCHED = 3

const isAbsent = (value: Json | undefined): value is null | undefined => value === undefined || value === null
const isMissing = (value: Json | undefined): boolean =>
  isAbsent(value) || value === '' || (Array.isArray(value) && value.length === 0)

type Spell = Dialect['spell']

/** The compiler of each kind of rule. */
const COMPILERS: { readonly [Name in Rule['rule']]: (rule: Extract<Rule, { rule: Name }>, spell: Spell) => Pass } = {
  at: ({ path, shown, rules }, spell) =>
    shown === undefined
      ? descent(path, sequence(rules, spell), someCheckAbsentValues(rules, spell))
      : elsewhere(path, shown, sequence(rules, spell)),
  each: ({ path, rules }, spell) => descent(path, items(sequence(rules, spell)), false),
  members: ({ list, rules }, spell) => members(list, sequence(rules, spell)),
  entries: (rule, spell) => descent(rule.path, mapEntries(rule, sequence(rule.rules, spell)), false),
  where({ holds, rules }, spell) {
    const inner = sequence(rules, spell)
    return (value, place, old) => {
      if (isObject(value) && holds(value, old)) inner(value, place, old)
      return true
    }
  },
  all: ({ rules }, spell) => unending(sequence(rules, spell)),
  holds:
    ({ holds, fault }) =>
    (value, place, old) => {
      if (!isAbsent(value) && !holds(value, old)) fault(value, place)
      return true
    },
  required:
    ({ detail }) =>
    (value, place) => {
      if (!isMissing(value)) return true
      place.required(detail)
      return false
    },
  check:
    ({ check, absent }) =>
    (value, place, old) =>
      absent || !isAbsent(value) ? check(value, place, old) !== false : true,
  object({ check, field }) {
    const run: Pass = (value, place, old) =>
      isObject(value) ? check(value, place, isObject(old) ? old : undefined) !== false : true
    // The field is tested again, because dispatch by field may not precede the rule: a rule with nothing to report must not
    // read other parts.
    return field === undefined ? run : (value, place, old) => isAbsent(below(value, field)) || run(value, place, old)
  },
  withVerdict({ verdict, rules }, spell) {
    const inner = sequence(rules, spell)
    return (value, place, old) => {
      const faults = place.errors.length
      inner(value, place, old)
      verdict(value, place, place.errors.length === faults)
      return true
    }
  },
  scoped: ({ scope, rules }, spell) => scoped(scope, sequence(rules, spell)),
  choice: (rule, spell) => oneMember(rule, spell),
  spelled: ({ rules }, spell) => sequence(rules(spell), spell),
}

const compile = (rule: Rule, spell: Spell): Pass =>
  (COMPILERS[rule.rule] as (rule: Rule, spell: Spell) => Pass)(rule, spell)

/** Makes a pass after which the rules that follow always run. */
function unending(inner: Pass): Pass {
  return (value, place, old) => {
    inner(value, place, old)
    return true
  }
}

/**
 * Skips a part that the object shares with a stored object that passed all rules, because no rule refuses an unchanged part.
 * Skips a known part as well.
 */
function ofPart(field: string, inner: Pass): Pass {
  return (value, place, old) => {
    if (place.canSkip(below(value, field), below(old, field))) return true
    place.isInPart = true
    inner(value, place, old)
    place.isInPart = false
    return true
  }
}

function members(list: string, inner: Pass): Pass {
  return (value, place) => {
    const found = isObject(value) ? value[list] : undefined
    if (Array.isArray(found)) for (const item of found) inner(item, place, undefined)
    return true
  }
}

function scoped(scope: Extract<Rule, { rule: 'scoped' }>['scope'], inner: Pass): Pass {
  return (value, place, old) => {
    if (!isObject(value)) return true
    const outer = place.scope
    place.scope = scope(value)
    inner(value, place, old)
    place.scope = outer
    return true
  }
}

/** Descends a path of fields, runs the rules there and returns. The rules of an absent value run only with `checksAbsent`. */
function descent(path: readonly string[], inner: Pass, checksAbsent: boolean): Pass {
  return path.reduceRight<Pass>((below, step, depth) => {
    const runsAlways = checksAbsent && depth === path.length - 1
    return (value, place, old) => {
      if (!isObject(value)) return true
      const next = value[step]
      if (!runsAlways && isAbsent(next)) return true
      place.enter(step)
      below(next, place, isObject(old) ? old[step] : undefined)
      place.leave()
      return true
    }
  }, inner)
}

const below = (value: Json | undefined, step: string): Json | undefined => (isObject(value) ? value[step] : undefined)

function elsewhere(path: readonly string[], shown: string, inner: Pass): Pass {
  return (value, place, old) => {
    place.enter(shown)
    inner(path.reduce(below, value), place, path.reduce(below, old))
    place.leave()
    return true
  }
}

function items(inner: Pass): Pass {
  return (value, place, old) => {
    if (!Array.isArray(value)) return true
    const before = Array.isArray(old) ? old : undefined
    place.eachItem(value, (item) => inner(item, place, before?.[place.index]))
    return true
  }
}

function mapEntries({ keys }: Extract<Rule, { rule: 'entries' }>, inner: Pass): Pass {
  return (value, place, old) => {
    if (!isObject(value)) return true
    for (const key in value) {
      for (const fault of keys(key)) place.invalid(key, fault)
      place.enter(`[${key}]`)
      inner(value[key], place, isObject(old) ? old[key] : undefined)
      place.leave()
    }
    return true
  }
}

function oneMember({ of, members }: Extract<Rule, { rule: 'choice' }>, spell: Dialect['spell']): Pass {
  const { several, none, within = {}, forbidden = {}, beside = [] } = of
  const passes = new Map(Object.entries(members).map(([name, rules]) => [name, sequence(rules, spell)]))
  const order = [...passes.keys()]
  const check = (holder: JsonObject, name: string, place: Place, old: Json | undefined): void => {
    place.enter(within[name] ?? name)
    passes.get(name)?.(holder[name], place, isObject(old) ? old[name] : undefined)
    place.leave()
  }
  return (value, place, old) => {
    if (!isObject(value)) return true
    // There are many members, and usually one is given; their order counts only when there are several.
    let given: string | undefined
    let areSeveral = false
    for (const name in value) {
      if (isAbsent(value[name]) || !passes.has(name)) continue
      areSeveral ||= given !== undefined
      given = name
    }
    if (given === undefined) {
      if (none !== undefined) place.required(none)
    } else if (!areSeveral) check(value, given, place, old)
    else {
      let found = false
      for (const name of order) {
        if (isAbsent(value[name])) continue
        if (found && !beside.includes(name)) place.forbidden(several, forbidden[name] ?? name)
        else check(value, name, place, old)
        found = true
      }
    }
    return true
  }
}
