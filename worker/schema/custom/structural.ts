import { builtinType } from '../builtin/types.ts'
import type { Field, ListSchema, ScalarSchema, Schema, StructSchema } from '../schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { isEmbedded, itemsOf, preservesUnknown, valuesOf } from './json-schema.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** The schema of a custom resource in the model of built-in types (ADR 0007), for merging, ownership and canonical form. */
export function structuralType(schema: JsonSchema): StructSchema {
  return structOf(schema, false, true)
}

const text: ScalarSchema = { type: 'scalar', kind: 'string' }

const typeFields = (): [string, Field][] => [
  ['apiVersion', { schema: text }],
  ['kind', { schema: text }],
  ['metadata', { schema: builtinType('apimachinery.pkg.apis.meta.v1.ObjectMeta') }],
]

/**
 * Returns the struct of an object schema.
 * @param outerKeeps whether an enclosing schema preserves unknown fields, so that all nested structs do
 */
function structOf(schema: JsonSchema, outerKeeps: boolean, isResource: boolean): StructSchema {
  const keeps = outerKeeps || preservesUnknown(schema)
  const own = Object.entries(schema.properties ?? {}).map(([name, property]): [string, Field] => [
    name,
    { schema: typeOf(property, keeps), ...(property.default !== undefined && { default: property.default }) },
  ])
  return {
    type: 'struct',
    fields: new Map([...own, ...(isResource ? typeFields() : [])]),
    ...(schema['x-kubernetes-map-type'] === 'atomic' && { atomic: true }),
    ...(keeps && { preserveUnknown: true }),
    ...(schema.required && { required: schema.required }),
  }
}

/** Formats of texts for which apply refuses other scalars. */
const PLAIN_FORMATS: ReadonlySet<string> = new Set(['', 'byte'])
const formattedText: Schema = { ...text, formatted: true }

const SCALARS = lookupTable<Schema>({
  integer: { type: 'scalar', kind: 'integer', bits: 64 },
  number: { type: 'scalar', kind: 'number' },
  boolean: { type: 'scalar', kind: 'boolean' },
})

/** @param outerKeeps as in `structOf`; a list and a map that preserve unknown fields pass it on to their items and values */
function typeOf(schema: JsonSchema, outerKeeps: boolean): Schema {
  const keeps = outerKeeps || preservesUnknown(schema)
  // Such a value is published without a type, so apply accepts any value. Validation refuses everything except whole numbers and
  // text.
  if (schema['x-kubernetes-int-or-string'] === true) return { type: 'untyped' }
  if (isEmbedded(schema)) return structOf(schema, keeps, true)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, keeps)
    case 'array':
      return listOf(schema, keeps)
    case undefined:
      return { type: 'untyped' }
    case 'string':
      return schema.format === undefined || PLAIN_FORMATS.has(schema.format) ? text : formattedText
    default:
      return SCALARS[schema.type] ?? { type: 'untyped' }
  }
}

function objectOf(schema: JsonSchema, keeps: boolean): Schema {
  if (schema.additionalProperties === undefined) return structOf(schema, keeps, false)
  const values = valuesOf(schema)
  return {
    type: 'map',
    values: values === undefined ? { type: 'untyped' } : typeOf(values, keeps),
    ...(schema['x-kubernetes-map-type'] === 'atomic' && { atomic: true }),
  }
}

function listOf(schema: JsonSchema, keeps: boolean): ListSchema {
  const items = itemsOf(schema)
  const listType = schema['x-kubernetes-list-type']
  return {
    type: 'list',
    items: items === undefined ? { type: 'untyped' } : typeOf(items, keeps),
    listType: listType === 'set' || listType === 'map' ? listType : 'atomic',
    ...(listType === 'map' && { keys: schema['x-kubernetes-list-map-keys'] ?? [] }),
  }
}
