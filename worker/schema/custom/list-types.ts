import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../api/json.ts'
import type { JsonSchema } from './json-schema.ts'
import { itemsOf, propertyOf, valuesOf } from './json-schema.ts'
import { shown } from './outcome.ts'
import { canonicalText } from './canonical-text.ts'

/**
 * The faults of lists with unique items (`x-kubernetes-list-type: set`, `map`): one for each repeated value. In a list of type
 * `map`, an item that is not an object is reported instead of the repeated values.
 */
export function validateListTypes(value: Json | undefined, schema: JsonSchema | undefined, path = ''): FieldError[] {
  if (schema === undefined) return []
  if (Array.isArray(value)) return validateList(value, schema, path)
  if (!isObject(value)) return []
  const values = valuesOf(schema)
  return Object.keys(value)
    .sort()
    .flatMap((key) => {
      const property = propertyOf(schema, key)
      return property === undefined
        ? validateListTypes(value[key], values, `${path}[${key}]`)
        : validateListTypes(value[key], property, path === '' ? key : `${path}.${key}`)
    })
}

function validateList(list: readonly Json[], schema: JsonSchema, path: string): FieldError[] {
  const type = schema['x-kubernetes-list-type']
  let errors: FieldError[] = type === 'set' ? repeated(list, path) : []
  if (type === 'map') {
    const keys = schema['x-kubernetes-list-map-keys'] ?? []
    const index = list.findIndex((item) => item !== null && !isObject(item))
    const why = 'must be an object for an array of list-type map'
    const identities = list.map((item) => identity(item, keys))
    errors =
      index < 0
        ? repeated(identities, path)
        : [fieldError.invalidShown(`${path}[${index}]`, shown(list[index] ?? null), why)]
  }
  const items = itemsOf(schema)
  return [...errors, ...list.flatMap((item, index) => validateListTypes(item, items, `${path}[${index}]`))]
}

function identity(item: Json, keys: readonly string[]): JsonObject {
  const given = objectOrEmpty(item)
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = ownMember(given, key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

function repeated(values: readonly Json[], path: string): FieldError[] {
  const seen = new Map<string, number>()
  return values.flatMap((value, index) => {
    const text = canonicalText(value)
    const times = seen.get(text) ?? 0
    seen.set(text, times + 1)
    return times === 1 ? [fieldError.duplicateShown(`${path}[${index}]`, shown(value))] : []
  })
}
