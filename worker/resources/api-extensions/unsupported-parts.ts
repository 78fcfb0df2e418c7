import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { itemsOf, valuesOf } from '../../schema/custom/json-schema.ts'

const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref']
const EMPTY_IS_NONE: ReadonlySet<string> = new Set(['id', 'patternProperties', 'definitions'])

const isEmpty = (value: Json): boolean => value === '' || (isObject(value) && Object.keys(value).length === 0)

/**
 * The keywords of a schema that belong to other forms of JSON schema, in the order in which the real server names them.
 */
export function unsupportedParts(schema: JsonSchema): readonly string[] {
  const given: ReadonlyMap<string, Json> = new Map(Object.entries(schema))
  return UNSUPPORTED.filter((name) => {
    const value = given.get(name)
    return value !== undefined && value !== null && !(isEmpty(value) && EMPTY_IS_NONE.has(name))
  })
}

/**
 * Whether a schema has only keywords of structural schemas; otherwise the unsupported ones are its only faults of
 * structure.
 */
export function isSupported(schema: JsonSchema): boolean {
  if (Array.isArray(schema.items) || unsupportedParts(schema).length > 0) return false
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) return false
  const { allOf = [], anyOf = [], oneOf = [], not, properties = {} } = schema
  const parts = [...Object.values(properties), ...allOf, ...anyOf, ...oneOf]
  return [...parts, itemsOf(schema), valuesOf(schema), not].every((part) => part === undefined || isSupported(part))
}

/** No schema may name its form of JSON schema; the real server reports this only for a schema without other faults. */
export function namesDialect(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) return schema.some(namesDialect)
  if (!isObject(schema)) return false
  const { $schema: dialect } = schema
  return (typeof dialect === 'string' && dialect !== '') || Object.values(schema).some(namesDialect)
}
