import type { Int64 } from '../../api/int64.ts'
import type { Json } from '../../api/json.ts'

/**
 * The decoded OpenAPI v3 schema of a CustomResourceDefinition. It is used directly; everything derived from a schema is
 * compiled once and cached by it.
 */
export interface JsonSchema {
  readonly description?: string
  readonly type?: string
  readonly format?: string
  readonly title?: string
  readonly default?: Json
  readonly maximum?: number
  readonly exclusiveMaximum?: boolean
  readonly minimum?: number
  readonly exclusiveMinimum?: boolean
  readonly maxLength?: Int64
  readonly minLength?: Int64
  readonly pattern?: string
  readonly maxItems?: Int64
  readonly minItems?: Int64
  readonly uniqueItems?: boolean
  readonly multipleOf?: number
  readonly enum?: readonly Json[]
  readonly maxProperties?: Int64
  readonly minProperties?: Int64
  readonly required?: readonly string[]
  readonly items?: JsonSchema | readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly not?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly nullable?: boolean
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly 'x-kubernetes-embedded-resource'?: boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-map-type'?: string
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[]
}

/** A CEL rule. */
export interface ValidationRule {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}

const OWN = Object.prototype.hasOwnProperty

/** The schema of a declared property. Inherited names (`constructor`) are not declared. */
export function propertyOf({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  return properties !== undefined && OWN.call(properties, name) ? properties[name] : undefined
}

/** The schema of all items; undefined for a list of schemas, which is not structural. */
export function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return isSchemaList(items) ? undefined : items
}

const isSchemaList = (items: JsonSchema['items']): items is readonly JsonSchema[] => Array.isArray(items)

/** The schema of undeclared properties; undefined for a missing or boolean `additionalProperties`. */
export function valuesOf({ additionalProperties }: JsonSchema): JsonSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** Whether undeclared properties are entries of a map. `additionalProperties: true` has no schema for them. */
export const isMap = ({ additionalProperties }: JsonSchema): boolean => additionalProperties !== undefined

/** The fields that every object has besides the declared ones. */
export const TYPE_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

export const preservesUnknown = (schema: JsonSchema | undefined): boolean =>
  schema?.['x-kubernetes-preserve-unknown-fields'] === true

export const isEmbedded = (schema: JsonSchema | undefined): boolean =>
  schema?.['x-kubernetes-embedded-resource'] === true
