/**
 * `tabplane/patch`: JSON Patch, JSON Merge Patch and strategic merge patch of Kubernetes as functions over plain values.
 *
 * @module tabplane/patch
 */
/** A JSON value. The JSON reader represents integers beyond 2^53 as `bigint`. */
type Json = string | number | bigint | boolean | null | Json[] | JsonObject;
interface JsonObject {
    [key: string]: Json | undefined;
}

/** Details of a JSON text that the parsed value loses, keyed by the objects and lists of the value. */
interface Spelling {
    readonly duplicates: ReadonlyMap<JsonObject, readonly RepeatedKey[]>;
    /** The text of numbers written with a point or an exponent, or beyond 64 bits, by key or index. */
    readonly numbers: ReadonlyMap<JsonObject | Json[], ReadonlyMap<string | number, string>>;
    /** The text of the first number beyond the range of a double; the value has an infinity in its place. */
    readonly overflow?: string | undefined;
}
/** The texts of numbers by the map or list that holds them, and by key or index. */
type SpelledNumbers = Spelling['numbers'];
interface RepeatedKey {
    readonly key: string;
    /** The number of distinct keys of the object before the repetition. */
    readonly after: number;
    /** The value that the repetition replaced. */
    readonly earlier: Json;
    /** The text of that value, when it is a number in `Spelling.numbers`. */
    readonly spelled?: string | undefined;
}

/**
 * An operation of a JSON patch (RFC 6902). The real server is more lenient than the RFC. `replace` of a missing map key adds
 * the key. `copy` of a missing key copies null. An index may be negative (from the end), signed or zero-padded. `replace` of
 * the whole document with a scalar does nothing (reference/patches.md 2 and 3).
 */
interface JsonPatchOperation {
    readonly op?: string;
    readonly path?: string;
    readonly from?: string;
    readonly value?: Json;
    /** The text of a bare number in `value`, when it is written with a point or an exponent. */
    readonly spelled?: string | undefined;
    /** The texts of such numbers inside the lists and maps of `value`. */
    readonly numbers?: SpelledNumbers | undefined;
}
/**
 * Reads a parsed document as a JSON patch; null is a patch without operations. With `checked` false, a member of the
 * wrong type counts as missing. `numbers`: number texts that the parsed value does not preserve.
 * @throws PatchError `malformed` or `too-long`
 */
declare function readJsonPatch(document: Json, checked?: boolean, numbers?: SpelledNumbers): readonly JsonPatchOperation[];
/**
 * Applies the operations in order. The document is not modified; the result shares its unchanged values.
 * @throws PatchError `inapplicable` when an operation cannot be carried out or a test fails
 */
declare function applyJsonPatch(document: Json, operations: readonly JsonPatchOperation[]): Json;

/**
 * Reads a parsed document as a merge patch of an object. With `checked` false, a list is accepted too; it replaces the
 * object.
 * @throws PatchError `malformed` (reference/patches.md 5)
 */
declare function readMergePatch(document: Json, checked?: boolean): Json;
/**
 * Applies a JSON merge patch (RFC 7386): maps merge, null removes, everything else replaces. The document is not modified; the
 * result shares its unchanged values.
 */
declare function applyMergePatch(document: Json, patch: Json): Json;
/** The merge patch that turns `before` into `after`. */
declare function createMergePatch(before: JsonObject, after: JsonObject): JsonObject;
/**
 * The patch of client-side apply: the changes from the current object to the modified configuration, and the removals
 * from the original configuration to the modified one.
 * @throws PatchError `unmergeable` when changes and removals contradict each other
 */
declare function createThreeWayMergePatch(original: JsonObject, modified: JsonObject, current: JsonObject): JsonObject;

type StatusReason = '' | 'Unauthorized' | 'Forbidden' | 'NotFound' | 'AlreadyExists' | 'Conflict' | 'Gone' | 'Expired' | 'Invalid' | 'ServerTimeout' | 'Timeout' | 'TooManyRequests' | 'BadRequest' | 'MethodNotAllowed' | 'NotAcceptable' | 'RequestEntityTooLarge' | 'UnsupportedMediaType' | 'InternalError' | 'ServiceUnavailable';
interface StatusCause extends JsonObject {
    reason?: string;
    message?: string;
    field?: string;
}
interface StatusDetails extends JsonObject {
    name?: string;
    group?: string;
    kind?: string;
    uid?: string;
    causes?: StatusCause[];
    retryAfterSeconds?: number;
}
/** The answer to most failed requests, and to deletions that return no object. */
interface Status extends JsonObject {
    kind: 'Status';
    apiVersion: 'v1';
    metadata: JsonObject;
    status: 'Success' | 'Failure';
    message?: string;
    reason?: StatusReason;
    details?: StatusDetails;
    code: number;
}
/** Thrown anywhere on the request path; the pipeline returns its `status` to the client. */
declare class StatusError extends Error {
    readonly name = "StatusError";
    readonly status: Status;
    constructor(status: Status);
    get code(): number;
    get reason(): StatusReason;
}

/**
 * The reason of a failed patch:
 *
 * - `malformed`: not a patch of its type
 * - `too-long`: more operations than allowed
 * - `inapplicable`: a JSON patch that does not apply to this document
 * - `unmergeable`: a strategic merge patch that does not match this document or its type
 */
type PatchFault = 'malformed' | 'too-long' | 'inapplicable' | 'unmergeable';
/**
 * Thrown when a patch fails. The message comes from the real server's libraries; not every answer contains it (`patchStatus`).
 */
declare class PatchError extends Error {
    readonly name = "PatchError";
    readonly kind: PatchFault;
    constructor(kind: PatchFault, message: string);
}
/** The answer to a request whose patch failed (reference/patches.md 4 to 9). */
declare function patchStatus(error: PatchError): StatusError;

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

/**
 * The strategic merge patch that turns `before` into `after`.
 * @throws PatchError when an object does not match the schema
 */
declare const createStrategicMergePatch: (before: JsonObject, after: JsonObject, schema: Schema) => JsonObject;
/** The three inputs of client-side apply. */
interface ThreeWayInput {
    /** The configuration of the last apply. */
    readonly original: JsonObject;
    /** The configuration of this apply. */
    readonly modified: JsonObject;
    /** The live object. */
    readonly current: JsonObject;
}
/**
 * The patch of client-side apply: the deletions from the original configuration to the modified one, merged with the
 * changes from the current object to the modified configuration. With `overwrite` false, a conflict with a change from
 * the original configuration to the current object is an error.
 * @throws PatchError for a conflict, and when an object does not match the schema
 */
declare function createThreeWayStrategicMergePatch({ original, modified, current }: ThreeWayInput, schema: Schema, { overwrite }?: {
    overwrite?: boolean | undefined;
}): JsonObject;

/**
 * Reads a parsed document as a strategic merge patch; null is an empty patch.
 * @throws PatchError `malformed`
 */
declare function readStrategicMergePatch(document: Json): JsonObject;
/**
 * Applies a strategic merge patch: a merge patch in which lists with the `merge` strategy merge item by item, and
 * `$`-directives replace, delete and order. The document is not modified; the result shares its unchanged values.
 * @throws PatchError `unmergeable` or `malformed` (reference/patches.md 9)
 */
declare const applyStrategicMergePatch: (document: JsonObject, patch: JsonObject, schema: Schema) => JsonObject;

interface Decoded {
    /**
     * The object in canonical form: the server's field order, sorted maps, and empty values that are omitted or written as the
     * type requires. Empty lists and maps that the document contains and this form omits are recorded (`noteEmpty`).
     */
    readonly object: JsonObject;
    /** Faults such as `unknown field "spec.bogus"` and `duplicate field "spec.replicas"`, in document order. */
    readonly faults: readonly string[];
}

/**
 * Reads the result of a strategic merge patch or an apply like the real server's converter from unstructured maps: a float
 * without a fraction is an integer, integers wrap around, errors have other messages than in `decode`, and the keys of raw
 * extensions are sorted.
 * @param decoded as in `decode`
 * @param numbers the texts of numbers that are written as floats
 * @throws DecodeError
 */
declare function decodeUnstructured(schema: StructSchema, value: Json, decoded?: JsonObject, numbers?: SpelledNumbers): Decoded;

export { PatchError, StatusError, applyJsonPatch, applyMergePatch, applyStrategicMergePatch, createMergePatch, createStrategicMergePatch, createThreeWayMergePatch, createThreeWayStrategicMergePatch, decodeUnstructured, patchStatus, readJsonPatch, readMergePatch, readStrategicMergePatch };
export type { Decoded, Field, Json, JsonObject, JsonPatchOperation, ListSchema, MapSchema, PatchFault, ScalarSchema, Schema, Status, StatusCause, StatusDetails, StatusReason, StructSchema, ThreeWayInput, UntypedSchema };
