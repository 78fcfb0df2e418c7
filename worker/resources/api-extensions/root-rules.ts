import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { JsonObject } from '../../api/json.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { goSource } from '../go-diff/go-syntax.ts'
import { hasCollections } from './unsupported-parts.ts'

/** The fields that the root may have, with the names and in the order of the real server's type. */
const AT_ROOT = [
  'Description',
  'Type',
  'Format',
  'Title',
  'Maximum',
  'ExclusiveMaximum',
  'Minimum',
  'ExclusiveMinimum',
  'MaxLength',
  'MinLength',
  'Pattern',
  'MaxItems',
  'MinItems',
  'UniqueItems',
  'MultipleOf',
  'Required',
  'Items',
  'Properties',
  'ExternalDocs',
  'Example',
  'XPreserveUnknownFields',
  'XValidations',
]
const ALLOWED_AT_ROOT: ReadonlySet<string> = new Set([
  ...AT_ROOT.map((name) => (name.charAt(0).toLowerCase() + name.slice(1)).replace(/^x[A-Z].*/, '')),
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
])

/**
 * The members before `Type` in the real server's struct. The real server reports only the first fault in the order of the
 * struct.
 */
const BEFORE_TYPE = ['id', '$schema', '$ref']

/**
 * Faults of the root of a schema when the status subresource is enabled. A write of `/status` is validated only by the schema
 * of the field `status`, so other keywords of the root would not apply to it.
 */
export function rootFaults(schema: JsonSchema & JsonObject, at: string): FieldError[] {
  const precedesType = BEFORE_TYPE.some((key) => schema[key] !== undefined && schema[key] !== '')
  if (schema.type !== undefined && schema.type !== 'object' && !precedesType) {
    const why = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
    return [fieldError.invalid(`${at}.type`, schema.type, why)]
  }
  const isAllowed = (key: string): boolean => schema[key] === undefined || ALLOWED_AT_ROOT.has(key)
  if (!hasCollections(schema) && Object.keys(schema).every(isAllowed)) return []
  const why = `only [${AT_ROOT.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`
  return [fieldError.invalidShown(at, goSource('apiextensions.JSONSchemaProps', schema), why)]
}
