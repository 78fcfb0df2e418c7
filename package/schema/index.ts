/**
 * `tabplane/schema`: the types of Kubernetes 1.30 as data, strict decoding, and the schemas of custom resources.
 *
 * @packageDocumentation
 */
export { decode } from './decode.ts'
export { builtinType, builtinTypeNames, isBuiltinType } from '../../worker/schema/builtin/types.ts'
export {
  builtinResources,
  type BuiltinResource,
  type BuiltinSubresource,
  type BuiltinVersion,
} from '../../worker/schema/builtin/resources.ts'
export { fillDefaults } from '../../worker/schema/custom/defaulting.ts'
export type { JsonSchema, ValidationRule } from '../../worker/schema/custom/json-schema.ts'
export { prune } from '../../worker/schema/custom/pruning.ts'
export { structuralType } from '../../worker/schema/custom/structural.ts'
export { schemaValidator, type SchemaValidator, type ValidatorOptions } from '../../worker/schema/custom/validation.ts'
export type { Decoded, DecodeOptions } from '../../worker/schema/decode.ts'
export { DecodeError } from '../../worker/schema/decode-error.ts'
export type { RepeatedKey, Spelling } from '../../worker/schema/strictness.ts'
export type { FieldError, FieldErrorType } from '../../worker/api/field-error.ts'
export type { Int64 } from '../../worker/api/int64.ts'
export type { Json, JsonObject } from '../../worker/api/json.ts'
export type {
  Field,
  ListSchema,
  MapSchema,
  ScalarSchema,
  Schema,
  StructSchema,
  UntypedSchema,
} from '../../worker/schema/schema.ts'
