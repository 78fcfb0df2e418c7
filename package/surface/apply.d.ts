/**
 * `tabplane/apply`: server-side apply and the ownership of fields (`managedFields`) as functions over plain objects.
 *
 * @module tabplane/apply
 */
/** A JSON value. The JSON reader represents integers beyond 2^53 as `bigint`. */
type Json = string | number | bigint | boolean | null | Json[] | JsonObject;
interface JsonObject {
    [key: string]: Json | undefined;
}

/** An integer of 64 bits as the JSON reader represents it: a bigint beyond 2^53, else a number. */
type Int64 = number | bigint;

/** One entry of `metadata.managedFields` (reference/apply.md 2). */
interface ManagedFieldsEntry extends JsonObject {
    manager?: string;
    operation?: 'Apply' | 'Update';
    apiVersion?: string;
    /** The time of the manager's last change, as a text of RFC 3339 in whole seconds. */
    time?: string;
    fieldsType?: 'FieldsV1';
    fieldsV1?: JsonObject;
    subresource?: string;
}
interface OwnerReference extends JsonObject {
    apiVersion: string;
    kind: string;
    name: string;
    uid: string;
    controller?: boolean;
    blockOwnerDeletion?: boolean;
}
/**
 * Members are declared in the order in which the server writes them. An integer of 64 bits is a bigint beyond 2^53: clients can
 * write such a generation for some kinds, and such a grace period.
 */
interface ObjectMeta extends JsonObject {
    name?: string;
    generateName?: string;
    namespace?: string;
    selfLink?: string;
    uid?: string;
    resourceVersion?: string;
    generation?: Int64;
    creationTimestamp?: string | null;
    deletionTimestamp?: string;
    deletionGracePeriodSeconds?: Int64;
    labels?: {
        [key: string]: string;
    };
    annotations?: {
        [key: string]: string;
    };
    ownerReferences?: OwnerReference[];
    finalizers?: string[];
    managedFields?: ManagedFieldsEntry[];
}
/** An API object. Objects of the store and of events are shared: to change one, copy it along the path to the change. */
interface ApiObject extends JsonObject {
    kind?: string;
    apiVersion?: string;
    metadata?: ObjectMeta;
}

/**
 * One step of a field path in the notation of managedFields. `f:name` is a field or map key, `k:{"name":"x"}` a list item by
 * its keys, `v:"x"` an item of a set, `i:0` an item by index. Each element has exactly one text, so texts can be compared.
 */
type PathElement = string;

/**
 * A set of field paths as a trie. An element is a member, has members below it, or both; no other nodes exist. Sets are
 * immutable and share subtrees, so an operation that changes nothing returns its input. A set has no order: the FieldsV1
 * form (`{"f:spec":{".":{},"f:replicas":{}}}`) is sorted when it is written.
 */
type FieldSet = ReadonlyMap<PathElement, FieldNode>;
interface FieldNode {
    readonly member: boolean;
    readonly children: FieldSet;
}
type FieldPath = readonly PathElement[];
declare function union(a: FieldSet, b: FieldSet): FieldSet;
declare function intersection(a: FieldSet, b: FieldSet): FieldSet;
/** Members of `a` that are not members of `b`. Removing an element keeps the members below it. */
declare const difference: (a: FieldSet, b: FieldSet) => FieldSet;
/** Returns the difference as `difference` does, but a member of `b` removes everything below it too. */
declare const recursiveDifference: (a: FieldSet, b: FieldSet) => FieldSet;
declare function equalSets(a: FieldSet, b: FieldSet): boolean;
/** The paths of all members in the order of messages: the members of a level before everything below it. */
declare function paths(set: FieldSet, prefix?: FieldPath): Generator<FieldPath>;
declare const showPath: (path: FieldPath) => string;
/** The FieldsV1 form. Cached: the same set returns the same object. */
declare function printFields(set: FieldSet): JsonObject;
/**
 * Reads the FieldsV1 form. Elements of an unknown kind are dropped, as in the real server.
 * @throws Error for another form
 */
declare function parseFields(fields: JsonObject): FieldSet;

/** A group and version: `{ group: 'apps', version: 'v1' }`; the core group is the empty string. */
interface GroupVersion {
    readonly group: string;
    readonly version: string;
}
interface GroupVersionKind extends GroupVersion {
    readonly kind: string;
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

/**
 * A type for merging and ownership: whether a value may be a scalar, a list or a map, and how lists and maps merge.
 * Structs are maps with declared fields. An untyped value may be all three (reference/apply.md 21).
 */
interface MergeType {
    readonly scalar?: 'numeric' | 'string' | 'boolean' | 'untyped';
    readonly list?: MergeList;
    readonly map?: MergeMap;
}
interface MergeList {
    readonly items: MergeType;
    /** Whether items have an identity: their keys, or in a set the item itself. When false, the list is one value. */
    readonly associative: boolean;
    /** The names of the keys, in byte order; none in a set. */
    readonly keys: readonly string[];
}
interface MergeMap {
    readonly fields: ReadonlyMap<string, MergeField>;
    /** The type of undeclared fields; undefined when undeclared fields are not allowed. */
    readonly elements: MergeType | undefined;
    /** Whether the map is one value. */
    readonly atomic: boolean;
    /** Whether no schema describes the content; a change of the schema then cannot change the ownership of the content. */
    readonly deduced: boolean;
}
interface MergeField {
    readonly type: MergeType;
    readonly default?: Json;
}
/** The merge type of a schema, compiled once. Types may be recursive, so getters compile their parts lazily. */
declare const mergeTypeOf: (schema: Schema) => MergeType;

/** The differences between two objects. Only an item that a list contained twice can be in two of the sets. */
interface Comparison {
    readonly added: FieldSet;
    readonly modified: FieldSet;
    readonly removed: FieldSet;
}
/**
 * Compares two values of a type, field by field. Identical references are equal without a comparison.
 * @throws TypedError for a list item without identity
 */
declare function compareTyped(type: MergeType, before: Json | undefined, after: Json | undefined): Comparison;

/**
 * The rules of field ownership of one resource in one API version: everything that a write needs besides the objects. They are made
 * once for each API version of a resource, and for each of its subresources.
 */
interface OwnershipRules {
    readonly schema: Schema;
    readonly kind: GroupVersionKind;
    /** The name of the subresource, or the empty string for the resource itself. */
    readonly subresource: string;
    /**
     * Fields that a request cannot set here (status on the resource, spec on `/status`), by version. By default, a request can set
     * every field.
     */
    readonly resetFields?: (apiVersion: string) => FieldSet | undefined;
    /** Returns the object in another served version, or undefined for an unserved version. By default, all versions are alike. */
    readonly convert?: (object: ApiObject, apiVersion: string) => {
        schema: Schema;
        object: ApiObject;
    } | undefined;
    /** The error of an apply that needs a conversion of an object of this kind. Absent when the real server can convert such objects. */
    readonly conversionError?: string;
}
interface ManagerWrite {
    /** The field manager; empty means `unknown`. */
    readonly manager: string;
    /** RFC 3339, whole seconds, UTC. */
    readonly time: string;
}

/**
 * The fields that a manager applied and still owns, as a configuration to change and apply again. Undefined when the manager
 * applied nothing in the version of the object and the subresource of `rules`.
 */
declare function extractApplied(rules: OwnershipRules, object: ApiObject, manager: string): ApiObject | undefined;

interface Update extends ManagerWrite {
    /** The stored object, in the version of the request; undefined for a create. */
    readonly live: ApiObject | undefined;
    /**
     * The object to store, in the same version, with the managedFields of the request. `updateManagedFields` modifies its
     * metadata, unless `live` shares it.
     */
    readonly next: ApiObject;
    /** Whether `managedFields: []` resets ownership as `[{}]` does (reference/apply.md 18). */
    readonly emptyListResets: boolean;
    /**
     * Whether the writer of a reset owns the fields that it changes (reference/apply.md 19). When false, as in the real server, the
     * object has no owners until the next apply. Default: false.
     */
    readonly resetAddsWriter?: boolean;
}
/**
 * The object of a create, update or patch with its new managedFields. Call it once for each request, on the decoded object with
 * defaults, before admission and allocation. As in the real server, the writer then owns neither fields that a plugin sets
 * (`spec.priority`) nor allocated fields (`spec.clusterIP`).
 */
declare function updateManagedFields(rules: OwnershipRules, update: Update): ApiObject;

/**
 * Client-side apply stores its last configuration in an annotation. When the manager of client-side apply begins to use
 * server-side apply, it owns the fields that still have the values of that configuration, and the annotation is updated
 * (reference/apply.md 23).
 */
interface LastApplied {
    /** The manager of client-side apply. */
    readonly manager: string;
    readonly annotation: string;
}

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

interface Apply extends ManagerWrite {
    /** The stored object, in the version of the request; undefined when the apply creates it. */
    readonly live: ApiObject | undefined;
    /** The request's body. */
    readonly config: ApiObject;
    readonly force: boolean;
    /** The annotation of client-side apply; undefined when it is ignored. */
    readonly lastApplied?: LastApplied;
}
interface ApplyResult {
    /** The merged object with its managedFields. The caller sets defaults. */
    readonly object: ApiObject;
    /** Whether a value changed. The ownership may have changed without one. */
    readonly changed: boolean;
}
/**
 * Server-side apply (reference/apply.md 6 to 14).
 * @throws StatusError 400 for a body of another kind or with managedFields; 409 with a cause for each conflict; 500
 * for a body that does not match the schema
 */
declare function serverSideApply(rules: OwnershipRules, apply: Apply): ApplyResult;

/**
 * The fields in an object: leaves, list items, map entries and empty containers. An applier owns the fields in its
 * configuration. Cached by object.
 */
declare function setFromObject(type: MergeType, object: Json): FieldSet;

/**
 * Merges an applied configuration into the live value. Leaves of the configuration win; nothing is removed. Items of the
 * configuration are in its order, with the other items of the live list between them. Neither input is modified; the
 * result shares unchanged values with the live value.
 */
declare function mergeTyped(type: MergeType | undefined, live: Json, config: Json): Json;

/**
 * Checks a value before merging: undeclared fields, wrong kinds, list items without identity, and two items with the same
 * identity (reference/apply.md 10).
 * @throws TypedError with the real server's message for each fault. A list or map is not checked further after
 * `MAX_FIELD_ERRORS` faults.
 */
declare function validateTyped(type: MergeType, value: Json, allowDuplicates?: boolean): void;

export { StatusError, compareTyped, difference, equalSets, extractApplied, intersection, mergeTypeOf, mergeTyped, parseFields, paths, printFields, recursiveDifference, serverSideApply, setFromObject, showPath, union, updateManagedFields, validateTyped };
export type { ApiObject, Apply, ApplyResult, Comparison, Field, FieldNode, FieldPath, FieldSet, GroupVersion, GroupVersionKind, Int64, Json, JsonObject, LastApplied, ListSchema, ManagedFieldsEntry, ManagerWrite, MapSchema, MergeField, MergeList, MergeMap, MergeType, ObjectMeta, OwnerReference, OwnershipRules, PathElement, ScalarSchema, Schema, Status, StatusCause, StatusDetails, StatusReason, StructSchema, UntypedSchema, Update };
