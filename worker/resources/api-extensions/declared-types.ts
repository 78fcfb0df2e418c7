import { clampedInteger, type Int64 } from '../../api/int64.ts'
import { utf8Length } from '../../runtime/utf8.ts'
import type { Type } from '../../cel/types.ts'
import { BOOL, BYTES, DOUBLE, DURATION, DYN, INT, STRING, TIMESTAMP, listOf, mapOf, struct } from '../../cel/types.ts'
import { escapeField } from '../../cel/field-names.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { isEmbedded, itemsOf, valuesOf } from '../../schema/custom/json-schema.ts'

/** The type that the values of a schema have in expressions, and bounds of the size of these values. */
export interface DeclaredType {
  readonly type: Type
  /**
   * The largest size of a value: bytes of a text, items of a list or entries of a map; 0 for most other types. The schema
   * limits it, else the size of a request.
   */
  readonly maxElements: number
  /** The least size of a value's JSON text, in bytes. */
  readonly minSize: number
  /** The type of the items of a list or of the values of a map. */
  readonly elements?: DeclaredType
  /** The fields of an object, by the names that expressions use. */
  readonly fields?: ReadonlyMap<string, DeclaredType>
}

export const MAX_REQUEST_BYTES = 3 * 1024 * 1024

const scalar = (type: Type, minSize: number, maxElements = 0): DeclaredType => ({ type, maxElements, minSize })
const TEXT: JsonSchema = { type: 'string' }

/** Adds the fields that every object has and expressions may read. */
export function withObjectFields(schema: JsonSchema): JsonSchema {
  const { properties = {} } = schema
  const metadata = { type: 'object', properties: { name: TEXT, generateName: TEXT } }
  return { ...schema, properties: { ...properties, kind: TEXT, apiVersion: TEXT, metadata } }
}

/**
 * The type of a schema's values; undefined when expressions cannot read them. `isObject`: the values are whole Kubernetes
 * objects.
 */
export function declaredType(schema: JsonSchema, isObject: boolean, name = 'selfType'): DeclaredType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return scalar(DYN, 1, MAX_REQUEST_BYTES - 2)
  const own = isObject ? withObjectFields(schema) : schema
  switch (own.type) {
    case 'array':
      return listType(own, name)
    case 'object':
      return own.additionalProperties !== undefined && own.additionalProperties !== false && valuesOf(own) !== undefined
        ? mapType(own, name)
        : objectType(own, name)
    case 'string':
      return textType(own)
    case 'boolean':
      return scalar(BOOL, 4)
    case 'number':
      return scalar(DOUBLE, 1)
    case 'integer':
      return scalar(INT, 1)
    default:
      return undefined
  }
}

function listType(schema: JsonSchema, name: string): DeclaredType | undefined {
  const items = itemsOf(schema)
  const elements = items && declaredType(items, isEmbedded(items), `${name}.@idx`)
  if (elements === undefined) return undefined
  const most = Math.floor((MAX_REQUEST_BYTES - 2) / (elements.minSize + 1))
  return { type: listOf(elements.type), maxElements: bound(schema.maxItems, most), minSize: 2, elements }
}

function mapType(schema: JsonSchema, name: string): DeclaredType | undefined {
  const values = valuesOf(schema)
  const elements = values && declaredType(values, isEmbedded(values), `${name}.@elem`)
  if (elements === undefined) return undefined
  // The real server counts six bytes for the key of an entry, its quotes, the colon and the comma.
  const most = Math.floor((MAX_REQUEST_BYTES - 2) / (elements.minSize + 6))
  return { type: mapOf(STRING, elements.type), maxElements: bound(schema.maxProperties, most), minSize: 2, elements }
}

const bound = (given: Int64 | undefined, most: number): number => (given === undefined ? most : sizeBound(given))

/** A declared bound as a number of parts; a negative one is 0. */
export const sizeBound = (given: Int64): number => Math.max(0, clampedInteger(given))

function objectType(schema: JsonSchema, name: string): DeclaredType {
  const fields = new Map<string, DeclaredType>()
  let minSize = 2
  for (const [property, part] of Object.entries(schema.properties ?? {})) {
    const own = escapeField(property)
    const field = declaredType(part, isEmbedded(part), `${name}.${own ?? property}`)
    if (field === undefined) continue
    if (own !== undefined) fields.set(own, field)
    const isGiven = schema.required?.includes(property) === true && part.default === undefined
    if (isGiven) minSize += utf8Length(property) + field.minSize + 4
  }
  const types = new Map([...fields].map(([field, { type }]) => [field, type]))
  return { type: struct(name, types), maxElements: 0, minSize, fields }
}

function textType({ format, maxLength, enum: choices = [] }: JsonSchema): DeclaredType {
  const whole = MAX_REQUEST_BYTES - 2
  if (format === 'byte') return scalar(BYTES, 2, bound(maxLength, whole))
  if (format === 'duration') return scalar(DURATION, 3, 32)
  if (format === 'date') return scalar(TIMESTAMP, 12, 12)
  if (format === 'date-time') return scalar(TIMESTAMP, 21, 32)
  // A character has at most four bytes.
  if (maxLength !== undefined) return scalar(STRING, 2, sizeBound(maxLength) * 4)
  const lengths = choices.map((choice) => (typeof choice === 'string' ? utf8Length(choice) : 0))
  return scalar(STRING, 2, choices.length > 0 ? lengths.reduce((most, length) => Math.max(most, length), 0) : whole)
}

/**
 * The largest size of the value at a path, or undefined when it is unknown. The first part of the path is the name of a
 * variable.
 */
export function sizeAt(root: DeclaredType, path: readonly string[]): number | undefined {
  let place: DeclaredType | undefined = root
  for (const part of path.slice(1)) {
    if (part === '@keys') return place?.elements && place.type.kind === 'map' ? 0 : undefined
    place = part === '@items' || part === '@values' ? place?.elements : place?.fields?.get(part)
  }
  return place?.maxElements
}
