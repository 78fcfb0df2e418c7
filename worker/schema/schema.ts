/**
 * One structural model for built-in kinds and custom resources (ADR 0007). Decoding, pruning, defaulting, merging, field
 * ownership and OpenAPI use it.
 *
 * Schemas are immutable and shared. Everything derived from a schema (a decoder, a merge type) is compiled once and
 * cached by the schema (`perSchema`).
 */
export type Schema = StructSchema | ListSchema | MapSchema | ScalarSchema | UntypedSchema

/** An object with declared fields. */
export interface StructSchema {
  readonly type: 'struct'
  /** The name of a built-in type, such as `api.core.v1.PodSpec`; undefined in a custom resource. */
  readonly name?: string
  /** The declared fields, in the order in which the server writes them. */
  readonly fields: ReadonlyMap<string, Field>
  /** Whether `x-kubernetes-map-type` is `atomic`: the value is then owned and replaced as a whole. */
  readonly atomic?: boolean
  /** Whether undeclared fields are preserved, in custom resources. */
  readonly preserveUnknown?: boolean
  readonly required?: readonly string[]
}

export interface Field {
  /** Types may be recursive: this may be a getter, to be read only when a value needs it. */
  readonly schema: Schema
  readonly default?: unknown
  /** The words of `x-kubernetes-patch-strategy`. The next member is the text of `x-kubernetes-patch-merge-key`. */
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[]
  readonly patchMergeKey?: string
  /** The protobuf field number. It is undefined in a custom resource. */
  readonly number?: number
  /**
   * The protobuf field numbers of the inlined Go structs between this struct and the field, outermost first. JSON has none of
   * these structs.
   */
  readonly within?: readonly number[]
  /** Whether JSON omits an empty value (Go's `omitempty`). Other fields are always written. */
  readonly omitEmpty?: boolean
  /** Whether the field is a Go pointer, for which null and an absent field differ from the zero value. */
  readonly pointer?: boolean
}

export interface ListSchema {
  readonly type: 'list'
  readonly items: Schema
  readonly listType: 'atomic' | 'set' | 'map'
  /** The key fields of a list of type `map`. A key that an item omits has the default of its field. */
  readonly keys?: readonly string[]
}

/** A map with string keys. */
export interface MapSchema {
  readonly type: 'map'
  readonly values: Schema
  readonly atomic?: boolean
}

export interface ScalarSchema {
  readonly type: 'scalar'
  readonly kind:
    | 'string'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'bytes'
    | 'time'
    | 'microtime'
    | 'duration'
    | 'quantity'
    | 'int-or-string'
  /** Whether the scalar is a text with a format. In a custom resource, apply takes any scalar for such a text. */
  readonly formatted?: true
  /** Bits of an integer: 32 or 64. */
  readonly bits?: 32 | 64
  readonly enum?: readonly string[]
  /** Whether the scalar is a quantity that is rounded up to thousandths. */
  readonly milli?: true
}

/** Any JSON value, kept unchanged: RawExtension, FieldsV1, JSON. */
export interface UntypedSchema {
  readonly type: 'untyped'
  /** The name of a built-in type, such as `RawExtension`, `FieldsV1`, `JSON` or `JSONSchemaPropsOrBool`. */
  readonly name?: string
  /**
   * The alternatives of a value such as `JSONSchemaPropsOrArray`. The first alternative that matches the JSON type decodes the
   * value. Merging and ownership treat the value as untyped.
   */
  readonly either?: readonly Schema[]
  /** The refusal of a value that matches none of `either`; without it the value is read as an empty list. */
  readonly mismatch?: string
  /** Whether the value must be an object. */
  readonly object?: boolean
  /** Whether the value is a whole object with `apiVersion` and `kind`. */
  readonly embedded?: boolean
}

export const isQuantity = (schema: Schema): schema is ScalarSchema & { kind: 'quantity' } =>
  schema.type === 'scalar' && schema.kind === 'quantity'

/** Whether decoding may change the text of a value: a quantity or a time. It then records the written text (`noteWritten`). */
export const isRespelled = (schema: Schema): boolean =>
  isQuantity(schema) || (schema.type === 'scalar' && schema.kind.endsWith('time'))
