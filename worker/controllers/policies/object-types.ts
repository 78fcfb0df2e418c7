import { escapeField } from '../../cel/field-names.ts'
import type { Type } from '../../cel/types.ts'
import { BOOL, BYTES, DOUBLE, DURATION, DYN, INT, STRING, TIMESTAMP, listOf, mapOf, struct } from '../../cel/types.ts'
import type { ResourceVersion } from '../../resources/resource.ts'
import { publishedType } from '../../schema/builtin/published.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { isEmbedded, itemsOf, valuesOf } from '../../schema/custom/json-schema.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** One part of the schema of a built-in kind or of a definition. */
interface Shape {
  readonly type?: string
  readonly format?: string
  readonly isDynamic: boolean
  /** The fields of an object, by name. */
  readonly properties: readonly (readonly [name: string, shape: () => Shape])[]
  readonly items?: () => Shape
  /** The values of a map. */
  readonly values?: () => Shape
}

/**
 * The declared type of the objects of a kind, for the type check of expressions; undefined without a published schema.
 * @param name the name of the type, which must be unique
 */
export function objectType({ schema, custom }: ResourceVersion, name: string): Type | undefined {
  const published = custom === undefined ? schema.name : undefined
  const root = published === undefined ? customShape(custom?.document ?? {}, true) : builtinShape(published, [])
  return root && typeOf(root, name)
}

/** The CEL type of a field; undefined for a field without a type, such as a quantity, which expressions cannot read. */
function typeOf(shape: Shape, name: string): Type | undefined {
  if (shape.isDynamic) return DYN
  switch (shape.type) {
    case 'array': {
      const items = shape.items && typeOf(shape.items(), `${name}.@idx`)
      return items && listOf(items)
    }
    case 'object': {
      if (shape.values === undefined) return structOf(shape, name)
      const values = typeOf(shape.values(), `${name}.@elem`)
      return values && mapOf(STRING, values)
    }
    case 'string':
      return TEXTS[shape.format ?? ''] ?? STRING
    default:
      return SCALARS[shape.type ?? '']
  }
}

const TEXTS = lookupTable<Type>({
  byte: BYTES,
  duration: DURATION,
  date: TIMESTAMP,
  'date-time': TIMESTAMP,
})
const SCALARS = lookupTable<Type>({ boolean: BOOL, number: DOUBLE, integer: INT })

function structOf({ properties }: Shape, name: string): Type {
  const fields = new Map<string, Type>()
  for (const [property, shape] of properties) {
    const field = escapeField(property)
    const type = field === undefined ? undefined : typeOf(shape(), `${name}.${field}`)
    if (field !== undefined && type !== undefined) fields.set(field, type)
  }
  return struct(name, fields)
}

const EMPTY: Shape = { type: 'object', isDynamic: false, properties: [] }
const TEXT: Shape = { type: 'string', isDynamic: false, properties: [] }

type Published = NonNullable<ReturnType<typeof publishedType>>

/**
 * The shape of a built-in type; undefined without a published schema.
 * @param within the enclosing types; a type that contains itself appears in itself as an object without fields
 */
function builtinShape(name: string, within: readonly string[]): Shape | undefined {
  const published = publishedType(name)
  return published && publishedShape(published, [...within, name])
}

function publishedShape(published: Published, within: readonly string[]): Shape {
  const { ref, type, format, properties = {}, items, additionalProperties } = published
  if (ref !== undefined) return within.includes(ref) ? EMPTY : (builtinShape(ref, within) ?? EMPTY)
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    isDynamic: format === 'int-or-string',
    properties: Object.entries(properties).map(([name, one]) => [name, () => publishedShape(one, within)] as const),
    ...(items !== undefined && { items: () => publishedShape(items, within) }),
    ...(additionalProperties !== undefined && { values: () => publishedShape(additionalProperties, within) }),
  }
}

const OBJECT_META = 'apimachinery.pkg.apis.meta.v1.ObjectMeta'

/**
 * The shape of a part of a definition's schema.
 * @param isObject whether the fields apiVersion, kind and metadata are added
 */
function customShape(schema: JsonSchema, isObject: boolean): Shape {
  const { type, format, properties = {} } = schema
  const items = itemsOf(schema)
  const values = valuesOf(schema)
  const own = Object.entries(properties).map(([name, one]) => [name, () => customShape(one, isEmbedded(one))] as const)
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    isDynamic: schema['x-kubernetes-int-or-string'] === true,
    properties: isObject ? [...own, ...objectFields()] : own,
    ...(items !== undefined && { items: () => customShape(items, isEmbedded(items)) }),
    ...(values !== undefined && { values: () => customShape(values, isEmbedded(values)) }),
  }
}

const objectFields = (): Shape['properties'] => [
  ['kind', () => TEXT],
  ['apiVersion', () => TEXT],
  ['metadata', () => builtinShape(OBJECT_META, []) ?? EMPTY],
]
