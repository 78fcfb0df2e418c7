import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import { isEmptyValue } from '../../schema/zero.ts'
import { isQuantity, type MapSchema, type Schema } from '../../schema/schema.ts'
import { compareQuantityTexts } from './quantities.ts'

/**
 * Whether two values of a schema mean the same. As in the real server, quantities are compared by value: `1Gi` equals
 * `1073741824`, and an empty list or map equals an absent one. A part without a schema is compared as JSON.
 */
export const equalValues = (schema: Schema | undefined, a: Json | undefined, b: Json | undefined): boolean =>
  equalJson(a, b) || (schema !== undefined && equalParts(schema, a, b))

/** `equalValues` for a built-in type: `api.core.v1.PodSpec`. */
export const equalSpecs = (type: string, a: Json | undefined, b: Json | undefined): boolean =>
  equalValues(builtinType(type), a, b)

/** `equalValues` for two maps from names of resources to quantities. */
export const equalAmounts = (a: JsonObject, b: JsonObject): boolean => equalValues(AMOUNTS, a, b)

const AMOUNTS: MapSchema = { type: 'map', values: { type: 'scalar', kind: 'quantity' } }

function equalParts(schema: Schema, a: Json | undefined, b: Json | undefined): boolean {
  if ((schema.type === 'list' || schema.type === 'map') && isEmptyValue(a ?? null) && isEmptyValue(b ?? null))
    return true
  if (typeof a === 'string' && typeof b === 'string') return isQuantity(schema) && compareQuantityTexts(a, b) === 0
  if (Array.isArray(a) && Array.isArray(b)) {
    const items = schema.type === 'list' ? schema.items : undefined
    return a.length === b.length && a.every((item, at) => equalValues(items, item, b[at]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => equalValues(memberOf(schema, name), ownMember(a, name), ownMember(b, name)))
}

/** The schema of a member; undefined when the schema declares none. */
function memberOf(schema: Schema, name: string): Schema | undefined {
  if (schema.type === 'struct') return schema.fields.get(name)?.schema
  return schema.type === 'map' ? schema.values : undefined
}

/** The schema at a dotted path of fields: `spec.template`; undefined when a step has none. */
export const schemaAt = (schema: Schema, path: string): Schema | undefined =>
  path.split('.').reduce<Schema | undefined>((part, name) => part && memberOf(part, name), schema)
