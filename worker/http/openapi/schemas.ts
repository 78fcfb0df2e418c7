import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { publishedType } from '../../schema/builtin/published.ts'
import type { Published } from '../../schema/builtin/published.ts'

/** Returns the description of a type (`field` undefined) or of one of its fields; undefined when it has no description. */
export type Describe = (type: string, field?: string) => string | undefined

/** Returns the name of a built-in type in a document, such as `io.svc.api.core.v1.Pod`. */
export const schemaName = (dialect: Dialect, type: string): string => dialect.spell(`{reverse}.${type}`)

/** Writes the schemas of types; each type is written once, however many documents hold it. */
export interface SchemaWriter {
  /** The schemas of these types and of all that they refer to, by their names in a document. */
  closure(types: Iterable<string>): JsonObject
}

interface Written {
  readonly name: string
  readonly schema: JsonObject
  /** The types that the schema names. */
  readonly refs: readonly string[]
}

export function schemaWriter(dialect: Dialect, describe: Describe): SchemaWriter {
  const written = new Map<string, Written | undefined>()

  function write(type: string): Written | undefined {
    if (written.has(type)) return written.get(type)
    const published = publishedType(type)
    const refs: string[] = []
    const entry = published && {
      name: schemaName(dialect, type),
      schema: withDescriptions(writeSchema(published, dialect, refs), type, describe),
      refs,
    }
    written.set(type, entry)
    return entry
  }

  return {
    closure(types) {
      const found = new Map<string, Written>()
      const queue = [...types]
      for (let type = queue.pop(); type !== undefined; type = queue.pop()) {
        const entry = found.has(type) ? undefined : write(type)
        if (entry === undefined) continue
        found.set(type, entry)
        queue.push(...entry.refs)
      }
      const sorted = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
      return Object.fromEntries(sorted.map(({ name, schema }) => [name, schema]))
    },
  }
}

const MARKERS = ['list-type', 'list-map-keys', 'map-type', 'patch-strategy', 'patch-merge-key', 'unions'] as const

/** Writes a published schema. `refs` collects the types that the schema names. */
function writeSchema(published: Published, dialect: Dialect, refs: string[]): JsonObject {
  const { type, format, ref, required, properties, items, additionalProperties, oneOf } = published
  const inner = (schema: Published): JsonObject => writeSchema(schema, dialect, refs)
  const schema: JsonObject = {}
  if (type !== undefined) schema.type = type
  if (format !== undefined) schema.format = format
  if (published.enum !== undefined) schema.enum = [...published.enum]
  if (published.default !== undefined) schema.default = published.default as Json
  if (oneOf !== undefined) schema.oneOf = oneOf.map(inner)
  if (required !== undefined) schema.required = [...required]
  if (properties !== undefined) {
    schema.properties = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, inner(field)]))
  }
  if (items !== undefined) schema.items = inner(items)
  if (additionalProperties !== undefined) schema.additionalProperties = inner(additionalProperties)
  for (const marker of MARKERS) {
    if (published[marker] !== undefined) schema[`x-kubernetes-${marker}`] = published[marker] as Json
  }
  const kinds = published['group-version-kind']
  if (kinds !== undefined) {
    const spelled = kinds.map(({ group, kind, version }) => ({ group: dialect.spell(group), kind, version }))
    schema['x-kubernetes-group-version-kind'] = spelled
  }
  if (ref === undefined) return schema
  refs.push(ref)
  return reference(schema, { $ref: `#/components/schemas/${schemaName(dialect, ref)}` })
}

/** `$ref` allows no sibling keys, so a reference with other keys, such as a default, is wrapped in `allOf`. */
function reference(schema: JsonObject, ref: JsonObject): JsonObject {
  return Object.keys(schema).length === 0 ? ref : { ...schema, allOf: [ref] }
}

function withDescriptions(schema: JsonObject, type: string, describe: Describe): JsonObject {
  const description = describe(type)
  const { properties } = schema
  const described: JsonObject = description === undefined ? schema : { description, ...schema }
  if (!isObject(properties)) return described
  const fields = Object.entries(properties).map(([name, field]) => [name, describeField(field, describe(type, name))])
  return { ...described, properties: Object.fromEntries(fields) as JsonObject }
}

function describeField(field: Json | undefined, description: string | undefined): Json | undefined {
  if (description === undefined || !isObject(field)) return field
  const { $ref } = field
  return $ref === undefined ? { description, ...field } : { description, allOf: [{ $ref }] }
}
