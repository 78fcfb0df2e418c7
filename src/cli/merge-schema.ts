import type { JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { Field, Schema, StructSchema } from '../../worker/schema/schema.ts'
import type { PublishedSchema } from './openapi.ts'
import { publishedSchema } from './openapi.ts'
import type { Session } from './session.ts'

/** The published schema of a built-in type for merging; undefined for custom resources, whose lists have no merge keys. */
export async function strategicSchema(session: Session, object: ApiObject): Promise<Schema | undefined> {
  const type = await session.typeOf(object)
  const published = type === undefined ? undefined : await publishedSchema(session, type)
  // Groups of custom resources contain a dot and do not end in the domain, which the server reserves.
  const custom = type?.group.includes('.') && !type.group.endsWith(session.host.dialect.spell('.{domain}'))
  return published === undefined || custom ? undefined : mergeSchema(published)
}

/** The part of a published schema that a strategic merge needs: which lists merge, and by which key. */
export function mergeSchema(published: PublishedSchema): Schema {
  return schemaOf(published.root, published)
}

function schemaOf(raw: JsonObject, published: PublishedSchema): Schema {
  const schema = published.resolve(raw)
  if (isObject(schema.properties)) return structOf(schema.properties, published)
  if (schema.type === 'array' && isObject(schema.items)) {
    const { items } = schema
    return {
      type: 'list',
      listType: 'atomic',
      get items() {
        return schemaOf(items, published)
      },
    }
  }
  if (isObject(schema.additionalProperties)) {
    const { additionalProperties } = schema
    return {
      type: 'map',
      get values() {
        return schemaOf(additionalProperties, published)
      },
    }
  }
  return schema.type === 'object' || schema.type === undefined
    ? { type: 'untyped' }
    : { type: 'scalar', kind: 'string' }
}

function structOf(properties: JsonObject, published: PublishedSchema): StructSchema {
  const fields = new Map<string, Field>()
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property)) continue
    const strategy = property['x-kubernetes-patch-strategy']
    const key = property['x-kubernetes-patch-merge-key']
    let known: Schema | undefined
    fields.set(name, {
      // A getter, because types are recursive.
      get schema() {
        return (known ??= schemaOf(property, published))
      },
      patchStrategy: typeof strategy === 'string' ? (strategy.split(',') as Field['patchStrategy']) : [],
      patchMergeKey: typeof key === 'string' ? key : undefined,
    })
  }
  return { type: 'struct', fields }
}
