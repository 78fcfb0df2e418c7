import type { Int64 } from '../../worker/api/int64.ts'
import { isObject } from '../../worker/api/json.ts'
import type { JsonSchema } from '../../worker/schema/custom/json-schema.ts'
import { propertyOf, valuesOf } from '../../worker/schema/custom/json-schema.ts'
import type { ScenarioPath } from './place.ts'
import type { PathFault } from './scenario-error.ts'
import { PATTERN_RULES } from './scenario-schema.ts'

/** Values that are nested more deeply are refused. Manifests are not nested so deeply. */
const DEEPEST = 64
const MAX_FAULTS = 50

/** The violations of a schema by a value; at most 50. */
export function schemaFaults(value: unknown, schema: JsonSchema, path: ScenarioPath = []): readonly PathFault[] {
  const faults: PathFault[] = []
  collect({ value, path }, schema, faults)
  return faults.slice(0, MAX_FAULTS)
}

interface Placed {
  readonly value: unknown
  readonly path: ScenarioPath
}

function collect({ value, path }: Placed, schema: JsonSchema, faults: PathFault[]): void {
  if (faults.length >= MAX_FAULTS) return
  const message = faultOf(value, schema)
  if (message !== undefined) {
    faults.push({ path, message })
    return
  }
  if (path.length > DEEPEST)
    faults.push({ path: path.slice(0, 4), message: `is nested more than ${DEEPEST} levels deep` })
  else if (Array.isArray(value)) {
    const { items } = schema
    for (const [at, item] of value.entries())
      collect({ value: item, path: [...path, at] }, isSchema(items) ? items : {}, faults)
  } else if (isObject(value)) collectMembers(value, path, schema, faults)
}

const isSchema = (items: JsonSchema['items']): items is JsonSchema => items !== undefined && !Array.isArray(items)

function collectMembers(value: object, path: ScenarioPath, schema: JsonSchema, faults: PathFault[]): void {
  const isClosed = schema.additionalProperties === false
  for (const [key, item] of Object.entries(value)) {
    const own = propertyOf(schema, key)
    if (own === undefined && isClosed) faults.push({ path: [...path, key], message: unknownField(key, schema) })
    else collect({ value: item, path: [...path, key] }, own ?? valuesOf(schema) ?? {}, faults)
  }
  for (const key of schema.required ?? [])
    if (!Object.hasOwn(value, key)) faults.push({ path, message: `must have the field ${key}` })
}

const unknownField = (key: string, { properties = {} }: JsonSchema): string => {
  const known = Object.keys(properties).find((name) => name.toLowerCase() === key.toLowerCase())
  return `is an unknown field${known === undefined ? '' : `; the field is spelled ${known}`}`
}

/** The fault of the value itself; undefined when at most its parts have faults. */
function faultOf(value: unknown, schema: JsonSchema): string | undefined {
  const { type, enum: allowed } = schema
  if (type !== undefined && !TYPES[type]?.(value)) return `must be ${NOUNS[type] ?? type}`
  if (allowed !== undefined && !allowed.some((one) => one === value)) return `must be one of ${allowed.join(', ')}`
  if (typeof value === 'string') return faultOfText(value, schema)
  if (typeof value === 'number') return rangeFault(value, { least: schema.minimum, most: schema.maximum })
  if (Array.isArray(value))
    return countFault(value.length, { least: schema.minItems, most: schema.maxItems }, 'entries')
  if (!isObject(value)) return undefined
  return countFault(Object.keys(value).length, { least: schema.minProperties, most: schema.maxProperties }, 'fields')
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value),
  array: Array.isArray,
  object: isObject,
}
const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text; quote it if YAML reads it as another type',
  boolean: 'true or false',
  integer: 'a whole number',
  array: 'a list',
  object: 'a map of fields',
}

function faultOfText(text: string, { minLength = 0, maxLength = Infinity, pattern }: JsonSchema): string | undefined {
  if (text.trim().length < minLength) return 'must not be empty'
  if (text.length > maxLength) return `must be at most ${maxLength} characters long, and has ${text.length}`
  if (pattern === undefined || patternOf(pattern).test(text)) return undefined
  return PATTERN_RULES.get(pattern) ?? `must match ${pattern}`
}

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, pattern)
  return pattern
}

interface Bounds {
  readonly least: Int64 | undefined
  readonly most: Int64 | undefined
}

/** The message about a count that is out of bounds: `must have at most 100 entries, and has 10000`. */
function countFault(count: number, { least = 0, most = Infinity }: Bounds, noun: string): string | undefined {
  if (count < least) return `must have at least ${least} ${noun}, and has ${count}`
  return count > most ? `must have at most ${most} ${noun}, and has ${count}` : undefined
}

function rangeFault(value: number, { least = -Infinity, most = Infinity }: Bounds): string | undefined {
  return value < least || value > most ? `must be between ${least} and ${most}` : undefined
}
