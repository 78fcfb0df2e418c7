/**
 * `tabplane/schema`: the types of Kubernetes 1.30 as data, strict decoding, and the schemas of custom resources.
 *
 * @module tabplane/schema
 */
/** A JSON value. The JSON reader represents integers beyond 2^53 as `bigint`. */
type Json = string | number | bigint | boolean | null | Json[] | JsonObject;
interface JsonObject {
    [key: string]: Json | undefined;
}

/**
 * One structural model for built-in kinds and custom resources (ADR 0007). Decoding, pruning, defaulting, merging, field
 * ownership and OpenAPI use it.
 *
 * Schemas are immutable and shared. Everything derived from a schema (a decoder, a merge type) is compiled once and
 * cached by the schema (`perSchema`).
 */
type Schema = StructSchema | ListSchema | MapSchema | ScalarSchema | UntypedSchema;
/** An object with declared fields. */
interface StructSchema {
    readonly type: 'struct';
    /** The name of a built-in type, such as `api.core.v1.PodSpec`; undefined in a custom resource. */
    readonly name?: string;
    /** The declared fields, in the order in which the server writes them. */
    readonly fields: ReadonlyMap<string, Field>;
    /** Whether `x-kubernetes-map-type` is `atomic`: the value is then owned and replaced as a whole. */
    readonly atomic?: boolean;
    /** Whether undeclared fields are preserved, in custom resources. */
    readonly preserveUnknown?: boolean;
    readonly required?: readonly string[];
}
interface Field {
    /** Types may be recursive: this may be a getter, to be read only when a value needs it. */
    readonly schema: Schema;
    readonly default?: unknown;
    /** The words of `x-kubernetes-patch-strategy`. The next member is the text of `x-kubernetes-patch-merge-key`. */
    readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[];
    readonly patchMergeKey?: string;
    /** The protobuf field number. It is undefined in a custom resource. */
    readonly number?: number;
    /**
     * The protobuf field numbers of the inlined Go structs between this struct and the field, outermost first. JSON has none of
     * these structs.
     */
    readonly within?: readonly number[];
    /** Whether JSON omits an empty value (Go's `omitempty`). Other fields are always written. */
    readonly omitEmpty?: boolean;
    /** Whether the field is a Go pointer, for which null and an absent field differ from the zero value. */
    readonly pointer?: boolean;
}
interface ListSchema {
    readonly type: 'list';
    readonly items: Schema;
    readonly listType: 'atomic' | 'set' | 'map';
    /** The key fields of a list of type `map`. A key that an item omits has the default of its field. */
    readonly keys?: readonly string[];
}
/** A map with string keys. */
interface MapSchema {
    readonly type: 'map';
    readonly values: Schema;
    readonly atomic?: boolean;
}
interface ScalarSchema {
    readonly type: 'scalar';
    readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'bytes' | 'time' | 'microtime' | 'duration' | 'quantity' | 'int-or-string';
    /** Whether the scalar is a text with a format. In a custom resource, apply takes any scalar for such a text. */
    readonly formatted?: true;
    /** Bits of an integer: 32 or 64. */
    readonly bits?: 32 | 64;
    readonly enum?: readonly string[];
    /** Whether the scalar is a quantity that is rounded up to thousandths. */
    readonly milli?: true;
}
/** Any JSON value, kept unchanged: RawExtension, FieldsV1, JSON. */
interface UntypedSchema {
    readonly type: 'untyped';
    /** The name of a built-in type, such as `RawExtension`, `FieldsV1`, `JSON` or `JSONSchemaPropsOrBool`. */
    readonly name?: string;
    /**
     * The alternatives of a value such as `JSONSchemaPropsOrArray`. The first alternative that matches the JSON type decodes the
     * value. Merging and ownership treat the value as untyped.
     */
    readonly either?: readonly Schema[];
    /** The refusal of a value that matches none of `either`; without it the value is read as an empty list. */
    readonly mismatch?: string;
    /** Whether the value must be an object. */
    readonly object?: boolean;
    /** Whether the value is a whole object with `apiVersion` and `kind`. */
    readonly embedded?: boolean;
}

/** Details of a JSON text that the parsed value loses, keyed by the objects and lists of the value. */
interface Spelling {
    readonly duplicates: ReadonlyMap<JsonObject, readonly RepeatedKey[]>;
    /** The text of numbers written with a point or an exponent, or beyond 64 bits, by key or index. */
    readonly numbers: ReadonlyMap<JsonObject | Json[], ReadonlyMap<string | number, string>>;
    /** The text of the first number beyond the range of a double; the value has an infinity in its place. */
    readonly overflow?: string | undefined;
}
interface RepeatedKey {
    readonly key: string;
    /** The number of distinct keys of the object before the repetition. */
    readonly after: number;
    /** The value that the repetition replaced. */
    readonly earlier: Json;
    /** The text of that value, when it is a number in `Spelling.numbers`. */
    readonly spelled?: string | undefined;
}

interface Decoded {
    /**
     * The object in canonical form: the server's field order, sorted maps, and empty values that are omitted or written as the
     * type requires. Empty lists and maps that the document contains and this form omits are recorded (`noteEmpty`).
     */
    readonly object: JsonObject;
    /** Faults such as `unknown field "spec.bogus"` and `duplicate field "spec.replicas"`, in document order. */
    readonly faults: readonly string[];
}
interface DecodeOptions {
    /** The strict JSON reader's findings about the value. */
    readonly spelling?: Spelling | undefined;
    /**
     * A decoded object of the same type, such as the object before a patch. Fields that the value shares with it
     * (`spec`, `status`) are not read, and the result shares them too.
     */
    readonly decoded?: JsonObject | undefined;
}

/**
 * Reads a value as the real server's typed decoding does: field names are case-sensitive, null is the zero value, and types are
 * strict. Unknown fields are dropped and reported.
 * @throws DecodeError when a value does not match its type
 */
declare function decode(schema: StructSchema, value: Json, options?: DecodeOptions): Decoded;

/** The names of all built-in types, published or not: `api.core.v1.PodSpec`. Names with a domain are templates. */
declare function builtinTypeNames(): readonly string[];
/** The schema of a built-in struct, built at the first call for its name. @throws Error for an unknown type */
declare function builtinType(name: string): StructSchema;
/** Whether `builtinType` has a schema for the name. */
declare function isBuiltinType(name: string): boolean;

/** The discovery data of a built-in resource. Groups are templates of the dialect. */
interface BuiltinResource {
    /** The group, such as `apps` or `rbac.authorization.{domain}`; empty for the core group. */
    readonly group: string;
    readonly name: string;
    readonly singular: string;
    readonly kind: string;
    readonly listKind: string;
    readonly shortNames: readonly string[];
    readonly categories: readonly string[];
    readonly namespaced: boolean;
    /** The versions in the order of discovery, the preferred version first. */
    readonly versions: readonly BuiltinVersion[];
    /** The version in which objects are stored; one of `versions`. */
    readonly storageVersion: string;
}
interface BuiltinVersion {
    readonly version: string;
    /** Whether the version is served without `--runtime-config`. */
    readonly byDefault: boolean;
    readonly verbs: readonly string[];
    /** The name of the schema, such as `api.apps.v1.Deployment`. */
    readonly type: string;
    /** The name of the schema of lists; empty for a resource without lists. */
    readonly listType: string;
    readonly subresources: readonly BuiltinSubresource[];
    /** base64 of eight bytes, as published by the real server; empty for a resource that is not stored. */
    readonly storageVersionHash: string;
}
interface BuiltinSubresource {
    readonly name: string;
    /** Group, version and kind of the bodies: `autoscaling`, `v1`, `Scale` for `scale`. */
    readonly group: string;
    readonly version: string;
    readonly kind: string;
    readonly verbs: readonly string[];
    readonly type: string;
}
/** The resources, in discovery order of their groups and by name within a group. */
declare function builtinResources(): readonly BuiltinResource[];

/** An integer of 64 bits as the JSON reader represents it: a bigint beyond 2^53, else a number. */
type Int64 = number | bigint;

/**
 * The decoded OpenAPI v3 schema of a CustomResourceDefinition. It is used directly; everything derived from a schema is
 * compiled once and cached by it.
 */
interface JsonSchema {
    readonly description?: string;
    readonly type?: string;
    readonly format?: string;
    readonly title?: string;
    readonly default?: Json;
    readonly maximum?: number;
    readonly exclusiveMaximum?: boolean;
    readonly minimum?: number;
    readonly exclusiveMinimum?: boolean;
    readonly maxLength?: Int64;
    readonly minLength?: Int64;
    readonly pattern?: string;
    readonly maxItems?: Int64;
    readonly minItems?: Int64;
    readonly uniqueItems?: boolean;
    readonly multipleOf?: number;
    readonly enum?: readonly Json[];
    readonly maxProperties?: Int64;
    readonly minProperties?: Int64;
    readonly required?: readonly string[];
    readonly items?: JsonSchema | readonly JsonSchema[];
    readonly allOf?: readonly JsonSchema[];
    readonly oneOf?: readonly JsonSchema[];
    readonly anyOf?: readonly JsonSchema[];
    readonly not?: JsonSchema;
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly additionalProperties?: JsonSchema | boolean;
    readonly nullable?: boolean;
    readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
    readonly 'x-kubernetes-embedded-resource'?: boolean;
    readonly 'x-kubernetes-int-or-string'?: boolean;
    readonly 'x-kubernetes-list-map-keys'?: readonly string[];
    readonly 'x-kubernetes-list-type'?: string;
    readonly 'x-kubernetes-map-type'?: string;
    readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}
/** A CEL rule. */
interface ValidationRule {
    readonly rule: string;
    readonly message?: string;
    readonly messageExpression?: string;
    readonly reason?: string;
    readonly fieldPath?: string;
    readonly optionalOldSelf?: boolean;
}

/** Sets the defaults of missing fields and of fields that are null but not nullable. It works in place, outer fields first. */
declare function fillDefaults(value: Json | undefined, schema: JsonSchema | undefined): void;

/**
 * Returns a copy of a custom object without the fields that its schema does not declare. Declared parts of an object or a list
 * with `x-kubernetes-preserve-unknown-fields` are pruned by their own schemas; the items of such a list keep their unknown
 * fields. `dropped` collects the paths of the other fields, such as `spec.l[0].x`.
 */
declare function prune(object: JsonObject, schema: JsonSchema, dropped?: string[]): JsonObject;

/** The schema of a custom resource in the model of built-in types (ADR 0007), for merging, ownership and canonical form. */
declare function structuralType(schema: JsonSchema): StructSchema;

/** The reason of the fault, as the causes of a 422 name it. */
type FieldErrorType = 'FieldValueNotFound' | 'FieldValueRequired' | 'FieldValueDuplicate' | 'FieldValueInvalid' | 'FieldValueNotSupported' | 'FieldValueForbidden' | 'FieldValueTooLong' | 'FieldValueTooMany' | 'InternalError' | 'FieldValueTypeInvalid';
interface FieldError {
    readonly type: FieldErrorType;
    /** The path, such as `spec.containers[0].name`; `<nil>` for a fault without a path. */
    readonly field: string;
    /** Type, bad value and detail: `Required value: name or generateName is required`. */
    readonly message: string;
}

/**
 * Checks values against a schema with the checks of the real server in the same order, so errors are equal. Properties
 * are checked in sorted order; in the real server their order is random.
 */
interface SchemaValidator {
    /**
     * The faults of a value.
     * @param prefix precedes the paths of errors; an error of the whole value has the prefix as its path
     * @param old the stored value; unchanged parts are not checked again (`CRDValidationRatcheting`)
     */
    validate(value: Json, prefix?: string, old?: Json): FieldError[];
}
interface ValidatorOptions {
    /** Whether `x-kubernetes-int-or-string` counts as a type. False for defaults, for which the real server ignores it. */
    readonly intOrString: boolean;
}
/** The validator of a schema, which is compiled once, at its first validation. */
declare function schemaValidator(schema: JsonSchema, options?: ValidatorOptions): SchemaValidator;

/** Thrown for a value of a wrong type. The answer names the kind before `message`: `cannot be handled as a Pod: …`. */
declare class DecodeError extends Error {
    readonly name = "DecodeError";
    /** The path of the value, such as `spec.replicas`; empty for the whole document. */
    readonly path: string;
    constructor(path: string, message: string);
}

export { DecodeError, builtinResources, builtinType, builtinTypeNames, decode, fillDefaults, isBuiltinType, prune, schemaValidator, structuralType };
export type { BuiltinResource, BuiltinSubresource, BuiltinVersion, DecodeOptions, Decoded, Field, FieldError, FieldErrorType, Int64, Json, JsonObject, JsonSchema, ListSchema, MapSchema, RepeatedKey, ScalarSchema, Schema, SchemaValidator, Spelling, StructSchema, UntypedSchema, ValidationRule, ValidatorOptions };
