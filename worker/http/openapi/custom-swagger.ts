import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, setKey } from '../../api/json.ts'

const KINDS = 'x-kubernetes-group-version-kind'
/** The fields that publishing adds to the schema of an embedded resource. */
const RESOURCE_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

const preserves = (schema: JsonObject): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true
const isEmbedded = (schema: JsonObject): boolean => schema['x-kubernetes-embedded-resource'] === true
const isNullable = (schema: Json | undefined): boolean => isObject(schema) && schema['nullable'] === true

/**
 * The published schema of a custom resource in the form that OpenAPI v2 documents have. Clients refuse fields that a schema
 * with properties does not declare. A schema that accepts undeclared fields is therefore published without its properties.
 */
export function customSwagger(schema: JsonObject): JsonObject {
  if (preserves(schema)) return { type: 'object', ...(schema[KINDS] !== undefined && { [KINDS]: schema[KINDS] }) }
  return withoutUnsupported(schema)
}

function withoutUnsupported(schema: JsonObject): JsonObject {
  const written: JsonObject = { ...schema }
  for (const key of ['anyOf', 'oneOf', 'not', 'nullable']) delete written[key]
  if (!isReference(schema['allOf'])) delete written['allOf']
  if (isNullable(schema) || preserves(schema)) {
    delete written['items']
    delete written['properties']
    if (isEmbedded(schema) && !preserves(schema)) written['properties'] = resourceFields(schema['properties'])
  }
  if (isNullable(schema)) delete written['type']
  if (written['items'] === undefined && written['type'] === 'array') delete written['type']
  if (preserves(schema) && written['type'] === 'object') delete written['type']
  const required = requiredFields(schema, written['properties'])
  if (required.length > 0) written['required'] = required
  else delete written['required']
  return withChildren(written)
}

/** Whether `allOf` is a reference to a shared type. */
const isReference = (allOf: Json | undefined): boolean =>
  Array.isArray(allOf) && isObject(allOf[0]) && allOf[0]['$ref'] !== undefined

const resourceFields = (properties: Json | undefined): JsonObject =>
  Object.fromEntries(Object.entries(objectOrEmpty(properties)).filter(([name]) => RESOURCE_FIELDS.has(name)))

function requiredFields(schema: JsonObject, properties: Json | undefined): Json[] {
  const { required, additionalProperties } = schema
  if (!Array.isArray(required) || isNullable(additionalProperties)) return []
  const fields = objectOrEmpty(properties)
  const isResource = isEmbedded(schema) && !preserves(schema)
  return required.filter((name) => {
    const field = String(name)
    if (isEmbedded(schema) && !isResource && RESOURCE_FIELDS.has(field)) return false
    return !isNullable(Object.hasOwn(fields, field) ? fields[field] : undefined)
  })
}

function withChildren(schema: JsonObject): JsonObject {
  const convert = (child: Json | undefined): Json | undefined => (isObject(child) ? withoutUnsupported(child) : child)
  const written: JsonObject = { ...schema }
  const { properties, items, additionalProperties } = schema
  if (isObject(properties)) {
    const fields: JsonObject = {}
    for (const [name, field] of Object.entries(properties)) setKey(fields, name, convert(field) ?? null)
    written['properties'] = fields
  }
  if (items !== undefined) written['items'] = convert(items)
  if (additionalProperties !== undefined) written['additionalProperties'] = convert(additionalProperties)
  return written
}
