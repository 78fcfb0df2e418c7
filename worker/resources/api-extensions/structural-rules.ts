import { exactJson } from '../../api/exact-json.ts'
import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { isEmbedded, itemsOf, preservesUnknown, valuesOf } from '../../schema/custom/json-schema.ts'
import { patternSize } from '../../schema/custom/pattern-size.ts'
import { patternFault } from '../../schema/custom/patterns.ts'

type Level = 'root' | 'item' | 'field'

/**
 * Faults of a schema that is not structural: every part must have a type, unless an extension replaces it, and alternatives may
 * only narrow the structure. The faults are sorted by their texts, as in the real server.
 */
export function validateStructural(schema: JsonSchema, at: string): FieldError[] {
  const errors = new StructuralErrors()
  structure(schema, 'root', at, errors)
  completeness(schema, at, errors)
  return errors.found.sort((a, b) => (`${a.field}: ${a.message}` < `${b.field}: ${b.message}` ? -1 : 1))
}

/** Maximum instructions of all patterns of a schema: compiling this many takes some tenths of a second. */
const MAX_INSTRUCTIONS = 25_000

/** The size of a pattern and its fault. */
interface CheckedPattern {
  readonly size: number
  readonly fault: string | undefined
}

/** The errors of a schema, and the total size of the patterns checked so far. */
class StructuralErrors {
  readonly found: FieldError[] = []
  #instructions = 0
  /** The checked patterns: the fields of a large schema often have the same few. */
  readonly #checked = new Map<string, CheckedPattern>()

  push(error: FieldError): void {
    this.found.push(error)
  }

  patternFault(pattern: string): string | undefined {
    const checked = this.#checked.get(pattern)
    const size = checked?.size ?? patternSize(pattern)
    this.#instructions += size
    if (this.#instructions > MAX_INSTRUCTIONS) return 'the patterns of the schema are too large'
    if (checked !== undefined) return checked.fault
    const fault = patternFault(pattern)
    this.#checked.set(pattern, { size, fault })
    return fault
  }
}

const EMPTY_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

function structure(schema: JsonSchema, level: Level, at: string, errors: StructuralErrors): void {
  const items = itemsOf(schema)
  const values = valuesOf(schema)
  if (schema.type === 'array' && items === undefined) {
    errors.push(fieldError.required(`${at}.items`, 'must be specified'))
  }
  if (items !== undefined) structure(items, 'item', `${at}.items`, errors)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    structure(property, 'field', `${at}.properties[${name}]`, errors)
  }
  if (values !== undefined) structure(values, 'field', `${at}.additionalProperties`, errors)
  extensions(schema, at, errors)
  const skips = intOrStringPatterns(schema)
  alternatives(schema, skips, at, errors)
  typeRules(schema, level, at, errors)
  metadataRules(schema, level, at, errors)
}

function extensions(schema: JsonSchema, at: string, errors: StructuralErrors): void {
  if (schema['x-kubernetes-int-or-string'] !== true) return
  const why = 'must be false if x-kubernetes-int-or-string is true'
  for (const name of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const) {
    if (schema[name] === true) errors.push(fieldError.invalid(`${at}.${name}`, true, why))
  }
}

function typeRules(schema: JsonSchema, level: Level, at: string, errors: StructuralErrors): void {
  const { type = '' } = schema
  const embedded = isEmbedded(schema)
  if (embedded && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true'
    errors.push(type === '' ? fieldError.required(`${at}.type`, why) : fieldError.invalid(`${at}.type`, type, why))
  } else if (type === '' && schema['x-kubernetes-int-or-string'] !== true && !preservesUnknown(schema)) {
    errors.push(fieldError.required(`${at}.type`, EMPTY_TYPE[level]))
  }
  const hasMore = schema.additionalProperties !== undefined
  if (embedded && hasMore) {
    const why = 'must not be used if x-kubernetes-embedded-resource is set'
    errors.push(fieldError.forbidden(`${at}.additionalProperties`, why))
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(fieldError.invalid(`${at}.type`, type, 'must be object at the root'))
  }
  if (level === 'root' && hasMore) {
    errors.push(fieldError.forbidden(`${at}.additionalProperties`, 'must not be used at the root'))
  }
}

function metadataRules(schema: JsonSchema, level: Level, at: string, errors: StructuralErrors): void {
  const { properties = {} } = schema
  const isResource = level === 'root' || isEmbedded(schema)
  for (const name of ['kind', 'apiVersion']) {
    const property = properties[name]
    if (!isResource || property === undefined || property.type === 'string') continue
    errors.push(fieldError.invalid(`${at}.properties[${name}].type`, property.type ?? '', 'must be string'))
  }
  const { metadata } = properties
  const path = `${at}.properties[metadata]`
  if (metadata !== undefined && isResource && metadata.type !== 'object') {
    errors.push(fieldError.invalid(`${path}.type`, metadata.type ?? '', 'must be object'))
  }
  if (metadata !== undefined && level === 'root' && restrictsMore(metadata)) {
    const why = 'must not specify anything other than name and generateName, but metadata is implicitly specified'
    errors.push(fieldError.forbidden(path, why))
  }
  if (isEmbedded(schema) && !preservesUnknown(schema) && Object.keys(properties).length === 0) {
    const why =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'
    errors.push(fieldError.required(`${at}.properties`, why))
  }
}

/** Whether a schema of metadata restricts anything but the names. */
function restrictsMore(metadata: JsonSchema): boolean {
  const names = Object.keys(metadata.properties ?? {})
  if (names.some((name) => name !== 'name' && name !== 'generateName')) return true
  return Object.keys(metadata).some((key) => !['type', 'default', 'properties'].includes(key))
}

interface Skips {
  readonly anyOf: boolean
  readonly firstAllOf: boolean
}

const NO_SKIPS: Skips = { anyOf: false, firstAllOf: false }
const INT_OR_STRING = '[{"type":"integer"},{"type":"string"}]'

/**
 * Which alternatives of a schema have the two forms in which an int-or-string names its types. The real server allows these
 * forms in every schema.
 */
function intOrStringPatterns(schema: JsonSchema): Skips {
  const isPattern = (anyOf: readonly JsonSchema[] | undefined): boolean =>
    anyOf !== undefined && exactJson(anyOf) === INT_OR_STRING
  return { anyOf: isPattern(schema.anyOf), firstAllOf: isPattern(schema.allOf?.[0]?.anyOf) }
}

function alternatives(schema: JsonSchema, skips: Skips, at: string, errors: StructuralErrors): void {
  const fault = schema.pattern ? errors.patternFault(schema.pattern) : undefined
  if (fault !== undefined) {
    const why = `must be a valid regular expression, but isn't: ${fault}`
    errors.push(fieldError.invalid(`${at}.pattern`, schema.pattern, why))
  }
  if (!skips.anyOf) schema.anyOf?.forEach((each, i) => nested(each, NO_SKIPS, `${at}.anyOf[${i}]`, errors))
  schema.allOf?.forEach((each, i) =>
    nested(each, { anyOf: skips.firstAllOf && i === 0, firstAllOf: false }, `${at}.allOf[${i}]`, errors),
  )
  schema.oneOf?.forEach((each, i) => nested(each, NO_SKIPS, `${at}.oneOf[${i}]`, errors))
  if (schema.not !== undefined) nested(schema.not, NO_SKIPS, `${at}.not`, errors)
}

const FORBIDDEN: readonly (readonly [name: keyof JsonSchema, why: string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
]

/** Members that are pointers in the real server, so that `false` and an empty string are values. */
const COUNTS_WHEN_EMPTY: ReadonlySet<string> = new Set([
  'additionalProperties',
  'default',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
])

/** Checks a schema inside an alternative, which may only restrict values. */
function nested(schema: JsonSchema, skips: Skips, at: string, errors: StructuralErrors): void {
  alternatives(schema, skips, at, errors)
  const items = itemsOf(schema)
  if (items !== undefined) nested(items, NO_SKIPS, `${at}.items`, errors)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    nested(property, NO_SKIPS, `${at}.properties[${name}]`, errors)
  }
  for (const [name, why] of FORBIDDEN) {
    const value = schema[name]
    if (value === undefined || (!COUNTS_WHEN_EMPTY.has(name) && (value === false || value === ''))) continue
    errors.push(fieldError.forbidden(`${at}.${name}`, why))
  }
  if (schema.properties?.['metadata'] !== undefined) {
    errors.push(fieldError.forbidden(`${at}.properties[metadata]`, 'must not be specified in a nested context'))
  }
}

/** The structure must declare every field and item that the root's alternatives name. */
function completeness(schema: JsonSchema, at: string, errors: StructuralErrors): void {
  eachAlternative(schema, at, (each, path) => requireDeclared(each, schema, { at, path }, errors))
}

function eachAlternative(schema: JsonSchema, at: string, visit: (schema: JsonSchema, path: string) => void): void {
  for (const part of ['allOf', 'anyOf', 'oneOf'] as const) {
    schema[part]?.forEach((each, i) => visit(each, `${at}.${part}[${i}]`))
  }
  if (schema.not !== undefined) visit(schema.not, `${at}.not`)
}

interface SchemaPaths {
  /** The path in the structure. */
  readonly at: string
  /** The path in the alternative. */
  readonly path: string
}

function requireDeclared(
  given: JsonSchema,
  schema: JsonSchema | undefined,
  { at, path }: SchemaPaths,
  errors: StructuralErrors,
): void {
  if (schema === undefined) return errors.push(fieldError.required(at, `because it is defined in ${path}`))
  eachAlternative(given, path, (each, below) => requireDeclared(each, schema, { at, path: below }, errors))
  const descend = (inner: JsonSchema, declared: JsonSchema | undefined, step: string): void =>
    requireDeclared(inner, declared, { at: `${at}.${step}`, path: `${path}.${step}` }, errors)
  const items = itemsOf(given)
  if (items !== undefined) descend(items, itemsOf(schema), 'items')
  for (const [name, property] of Object.entries(given.properties ?? {})) {
    descend(property, schema.properties?.[name], `properties[${name}]`)
  }
}
