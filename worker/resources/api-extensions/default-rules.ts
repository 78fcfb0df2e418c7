import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import { goSyntax } from '../../api/go-format.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import { embeddedMetadataFaults } from './embedded-metadata.ts'
import { hasParts } from './unsupported-parts.ts'
import { defaultRuleFaults } from './rule-evaluation.ts'
import { hasDefault } from '../../schema/custom/defaulting.ts'
import { EmbeddedError, coerceEmbedded, validateEmbedded } from '../../schema/custom/embedded.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { isEmbedded, itemsOf } from '../../schema/custom/json-schema.ts'
import { prune } from '../../schema/custom/pruning.ts'
import { schemaValidator } from '../../schema/custom/validation.ts'
import { DecodeError } from '../../schema/decode-error.ts'

/** Faults of the defaults in a schema: each default must be valid and have no unknown fields. */
export function validateDefaults(schema: JsonSchema, at: string): FieldError[] {
  return defaultsIn(schema, at, true)
}

function defaultsIn(schema: JsonSchema, at: string, isRoot: boolean): FieldError[] {
  const errors = hasDefault(schema) ? defaultFaults(schema, `${at}.default`, isRoot || isEmbedded(schema)) : []
  if (!hasParts(schema)) return errors
  const items = itemsOf(schema)
  const properties = Object.entries(schema.properties ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...errors,
    ...(items === undefined ? [] : defaultsIn(items, `${at}.items`, false)),
    ...properties.flatMap(([name, property]) => defaultsIn(property, `${at}.properties[${name}]`, false)),
  ]
}

function defaultFaults(schema: JsonSchema, at: string, isResource: boolean): FieldError[] {
  const value = structuredClone(schema.default ?? null)
  const hasUnknown = !isPruned(value, schema, isResource)
  const holder: JsonSchema = { type: 'object', properties: { default: schema } }
  const object: JsonObject = { default: value }
  let unreadable: EmbeddedError | undefined
  try {
    coerceEmbedded(object, holder)
  } catch (error) {
    if (!(error instanceof EmbeddedError)) throw error
    unreadable = error
  }
  const errors = hasUnknown ? [fieldError.invalidShown(at, goSyntax(value), 'must not have unknown fields')] : []
  if (unreadable !== undefined) {
    const field = unreadable.path.replace('default', at)
    return [...errors, { type: 'FieldValueInvalid', field, message: unreadable.problem }]
  }
  const root = isResource && !isEmbedded(schema)
  const ofResources = validateEmbedded(value, schema, { metadataRule: embeddedMetadataFaults, root, path: at })
  if (ofResources.length > 0) return [...errors, ...ofResources]
  const ofSchema = schemaValidator(schema, { intOrString: false }).validate(value, at)
  if (errors.length > 0 || ofSchema.length > 0) return [...errors, ...ofSchema]
  return defaultRuleFaults(schema, value, at, isResource)
}

function isPruned(value: Json, schema: JsonSchema, isResource: boolean): boolean {
  const marked = isResource ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema
  const holder: JsonSchema = { type: 'object', properties: { default: marked } }
  return equalJson(prune({ default: value }, holder), { default: value })
}

/** Converts the metadata in defaults of embedded objects to the stored form, in place. */
export function coerceDefaults(schema: Json | undefined): void {
  if (!isObject(schema)) return
  const { default: value } = schema
  if (isObject(value)) {
    const holder: JsonSchema = { type: 'object', properties: { default: schema } }
    try {
      coerceEmbedded(schema, holder)
    } catch (error) {
      // Validation reports the fault.
      if (!(error instanceof DecodeError)) throw error
    }
  }
  coerceDefaults(schema['items'])
  for (const property of Object.values(objectOrEmpty(schema['properties']))) coerceDefaults(property)
}
