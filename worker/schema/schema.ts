/**
 * One structural model for built-in kinds and custom resources (ADR 0007). Everything that needs to know
 * the shape of an object reads it: decoding, pruning, defaulting, merging by markers, field ownership, OpenAPI.
 *
 * Schemas are immutable and shared; whatever is derived from one (a decoder, a merge plan) is compiled once and kept
 * under it (`perSchema`).
 */
export type Schema = StructSchema | ListSchema | MapSchema | ScalarSchema | UntypedSchema

/** An object with declared fields. */
export interface StructSchema {
  readonly type: 'struct'
  /** `api.core.v1.PodSpec` for a built-in type; undefined in a custom resource. */
  readonly name?: string
  /** In the order the server writes them. */
  readonly fields: ReadonlyMap<string, Field>
  /** `x-kubernetes-map-type: atomic`: owned and replaced as a whole. */
  readonly atomic?: boolean
  /** Keeps fields that are not declared (custom resources). */
  readonly preserveUnknown?: boolean
  readonly required?: readonly string[]
}

export interface Field {
  /** A getter where types are recursive: read it late. */
  readonly schema: Schema
  readonly default?: unknown
  /** Merge markers stand at the field (`x-kubernetes-patch-strategy`, `-merge-key`). */
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[]
  readonly patchMergeKey?: string
  /** Protobuf field number; undefined in a custom resource. */
  readonly number?: number
  /** Numbers of the protobuf messages that hold the field although JSON shows it here (Go's inlined structs), outermost first. */
  readonly within?: readonly number[]
  /** JSON omits the field where its value is empty (Go's `omitempty`); fields without it are always written. */
  readonly omitEmpty?: boolean
  /** Null and absent differ from the zero value (a Go pointer). */
  readonly pointer?: boolean
}

export interface ListSchema {
  readonly type: 'list'
  readonly items: Schema
  readonly listType: 'atomic' | 'set' | 'map'
  /** For `map`; a key that an item leaves out takes the default of the item's field. */
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
  /** Bits of an integer: 32 or 64. */
  readonly bits?: 32 | 64
  readonly enum?: readonly string[]
  /** A quantity that is kept in thousandths at the finest. */
  readonly milli?: true
}

/** Any JSON value, kept as it is: RawExtension, FieldsV1, JSON. */
export interface UntypedSchema {
  readonly type: 'untyped'
  /** `RawExtension`, `FieldsV1`, `JSON`, `JSONSchemaPropsOrBool` ... for a built-in type. */
  readonly name?: string
  /**
   * Decoded as the first of these that fits the value's JSON type (`JSONSchemaPropsOrArray`); to merging and ownership
   * the value stays untyped.
   */
  readonly either?: readonly Schema[]
  /** Only an object is allowed. */
  readonly object?: boolean
  /** Holds a whole object with `apiVersion` and `kind`. */
  readonly embedded?: boolean
}
