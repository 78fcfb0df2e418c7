import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Field, Schema, StructSchema } from '../../schema/schema.ts'
import { zeroOf } from '../../schema/zero.ts'

/**
 * The values of fields that a body leaves out, in the shape of the object. Nested `Defaults` apply to the struct in the
 * field, to each item of a list, or to each value of a map; the schema of the field decides which. A struct that cannot be
 * absent is created; an optional struct is filled only when it is given. A text, number, boolean or list is the value; a
 * function computes it. Fields are filled in the order in which they are written.
 */
export interface Defaults {
  readonly [field: string]: Default
}

type Default = string | number | boolean | readonly Json[] | Compute | Made | Always | When | Spelled | Defaults

/** Computes the value from the struct that holds the field (`holder`) and the whole object; undefined leaves the field out. */
type Compute = (holder: JsonObject, object: ApiObject) => Json | undefined

class Made {
  readonly parts: Defaults
  constructor(parts: Defaults) {
    this.parts = parts
  }
}

class Always {
  readonly compute: Compute
  constructor(compute: Compute) {
    this.compute = compute
  }
}

class When {
  readonly holds: (holder: JsonObject, object: ApiObject) => boolean
  readonly value: Default
  constructor(holds: When['holds'], value: Default) {
    this.holds = holds
    this.value = value
  }
}

class Spelled {
  readonly default: (spell: Dialect['spell']) => Default
  constructor(value: Spelled['default']) {
    this.default = value
  }
}

/** A default that holds names of the dialect. */
export const spelledDefault = (value: Spelled['default']): Spelled => new Spelled(value)

/** A struct that is created when it is absent, and filled. */
export const made = (parts: Defaults = {}): Made => new Made(parts)

/** A value that is computed even when the field is given; undefined removes the given value. */
export const always = (compute: Compute): Always => new Always(compute)

/** A default that depends on other fields of the same object. */
export const when = (holds: When['holds'], value: Default): When => new When(holds, value)

type Fill = (holder: JsonObject, object: ApiObject) => void

/**
 * Compiles the defaults of one version of a kind. The returned function changes a decoded object in place. It skips the
 * nested defaults of a top-level part that the object shares with `settled`, because the stored object already has them. It
 * throws an Error when a field is not in the schema, or when a scalar has nested defaults.
 */
export function compileDefaults(
  schema: StructSchema,
  defaults: Defaults,
  spell: Dialect['spell'],
): (object: ApiObject, settled?: ApiObject) => void {
  let fills: readonly RootFill[] | undefined
  return (object, settled) => {
    fills ??= fillsOf(schema, defaults, spell)
    for (const { field, isNested, fill } of fills)
      if (!isNested || !isShared(field, object, settled)) fill(object, object)
  }
}

/**
 * `isNested`: the defaults fill fields inside the value and never replace it as a whole. They are skipped for a value that
 * the object shares with the stored object.
 */
interface RootFill {
  readonly field: string
  readonly isNested: boolean
  readonly fill: Fill
}

const isShared = (field: string, object: ApiObject, settled: ApiObject | undefined): boolean => {
  const part = object[field]
  return settled !== undefined && typeof part === 'object' && part !== null && part === settled[field]
}

function fillsOf(schema: StructSchema, defaults: Defaults, spell: Dialect['spell']): RootFill[] {
  return Object.entries(defaults).map(([name, value]) => {
    const field = schema.fields.get(name)
    if (field === undefined) throw new Error(`Correct the default of ${name}: ${schema.name} has no such field`)
    return { field: name, isNested: isNested(value), fill: compile(name, field, value, spell) }
  })
}

const isNested = (value: Default): boolean =>
  typeof value === 'object' &&
  !isList(value) &&
  !(value instanceof Always || value instanceof When || value instanceof Spelled)

function struct(schema: StructSchema, defaults: Defaults, spell: Dialect['spell']): Fill {
  const fills = fillsOf(schema, defaults, spell).map(({ fill }) => fill)
  return (holder, object) => {
    for (const fill of fills) fill(holder, object)
  }
}

function compile(name: string, field: Field, value: Default, spell: Dialect['spell']): Fill {
  if (typeof value === 'function') return computed(name, field, value)
  if (value instanceof Always) return computed(name, undefined, value.compute)
  if (value instanceof Spelled) return compile(name, field, value.default(spell), spell)
  if (value instanceof When) {
    const inner = compile(name, field, value.value, spell)
    return (holder, object) => {
      if (value.holds(holder, object)) inner(holder, object)
    }
  }
  if (value instanceof Made) return nested(name, field, { defaults: value.parts, make: true }, spell)
  if (typeof value !== 'object') {
    const missing = missingIn(field)
    return (holder) => {
      if (missing(holder[name])) holder[name] = value
    }
  }
  if (isList(value)) {
    return (holder) => {
      if (isAbsent(holder[name])) holder[name] = [...value]
    }
  }
  return nested(name, field, { defaults: value, make: field.pointer !== true }, spell)
}

const isList = (value: unknown): value is readonly Json[] => Array.isArray(value)
const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null

/** Returns the test for an absent value. The zero value of a scalar that is not a pointer counts as absent. */
function missingIn({ schema, pointer }: Field): (value: Json | undefined) => boolean {
  if (pointer === true || schema.type !== 'scalar') return isAbsent
  const zero = zeroOf(schema)()
  return (value) => value === undefined || value === null || value === zero
}

function computed(name: string, field: Field | undefined, compute: Compute): Fill {
  const missing = field === undefined ? () => true : missingIn(field)
  return (holder, object) => {
    if (!missing(holder[name])) return
    const value = compute(holder, object)
    if (value !== undefined) holder[name] = value
    else if (Object.hasOwn(holder, name)) delete holder[name]
  }
}

interface NestedDefaults {
  readonly defaults: Defaults
  /** Whether an absent struct is created. */
  readonly make: boolean
}

function nested(name: string, { schema }: Field, { defaults, make }: NestedDefaults, spell: Dialect['spell']): Fill {
  const inner = within(schema, defaults, spell)
  const makes = make && schema.type === 'struct'
  return (holder, object) => {
    const value = holder[name]
    if (isObject(value) || Array.isArray(value)) inner(value, object)
    else if (makes) inner((holder[name] = {}), object)
  }
}

function within(schema: Schema, defaults: Defaults, spell: Dialect['spell']): (value: Json, object: ApiObject) => void {
  if (schema.type === 'struct') {
    const fill = struct(schema, defaults, spell)
    return (value, object) => {
      if (isObject(value)) fill(value, object)
    }
  }
  if (schema.type === 'list') {
    const item = within(schema.items, defaults, spell)
    return (value, object) => {
      if (Array.isArray(value)) for (const one of value) item(one, object)
    }
  }
  if (schema.type === 'map') {
    const entry = within(schema.values, defaults, spell)
    return (value, object) => {
      if (isObject(value)) for (const one of Object.values(value)) entry(one ?? null, object)
    }
  }
  throw new Error('Give nested defaults only to structs, lists and maps')
}
