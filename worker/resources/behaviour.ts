import type { Int64 } from '../api/int64.ts'
import type { GroupResource } from '../api/group-version.ts'
import type { NameRule } from '../api/names.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { FieldError } from '../api/field-error.ts'
import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Evidence } from './evidence.ts'
import type { Findings } from './findings.ts'
import type { MetaCheck } from './object-meta.ts'

/** Facts about a kind that reads, negotiation and OpenAPI documents need. They are available before its file is loaded. */
export interface ReadTraits {
  /**
   * Whether the real server has no watch cache for the kind: a watch from a compacted version then fails with the storage's
   * error.
   */
  readonly uncached: boolean
  /** Whether DELETE returns the object instead of a Status. */
  readonly deleteAnswersObject: boolean
  /** The resource that the 404 names for every fault of reading `/scale`; default: each fault has its own error. */
  readonly missingScale?: GroupResource
  /**
   * Annotations that the real server's internal type holds as fields. Tables and metadata answers are made from that type
   * and lack these annotations.
   */
  readonly fieldAnnotations?: readonly string[]
  /** Fields of the empty object in a bookmark: optional in the API, but not in the real server's internal type. */
  readonly zeroFields?: { readonly spec?: JsonObject; readonly metadata?: JsonObject }
  /** Whether `/status` can be read as a Table. */
  readonly statusTable: boolean
  /** For objects that are computed and not stored: the health of the server's parts. */
  readonly computed?: Computed
}

/** Faults of an update: of the whole new state, by the rules of a create, or of the change. */
export interface UpdateFaults {
  readonly of: 'whole' | 'change'
  readonly faults: readonly FieldError[]
}

/**
 * The behaviour of a kind beyond the generic verbs, as data if possible. Every part is optional in a kind's file; for
 * missing required parts, `defaultTraits` applies.
 */
export interface Behaviour extends ReadTraits {
  /**
   * By version: fills fields of a decoded body in place, before ownership is tracked, so the writer owns the defaults. Parts
   * that the object shares with `settled`, an object that has its defaults, are skipped.
   */
  readonly defaults: ReadonlyMap<string, (object: ApiObject, settled?: ApiObject) => void>
  readonly nameRule: NameRule
  /** Whether `generateName` is used as the name, without random characters after it. */
  readonly keepsPrefix?: true
  /** Whether faults by the kind's rules refuse a created object before its metadata is checked. Otherwise both are reported. */
  readonly rulesFirst: boolean
  /** Fields of a created object whose faults precede the faults of the metadata. Faults of all other fields follow. */
  readonly beforeMetadata?: readonly string[]
  /** Paths whose change raises `metadata.generation`: `spec`, `metadata.annotations`; empty for a kind without a generation. */
  readonly generation: readonly string[]
  /** Whether an empty list or map in the body counts as a change, because the stored object has none. */
  readonly strictGeneration?: true
  /** For kinds without a schema, instead of the paths: whether a change raises the generation. */
  raisesGeneration?(object: ApiObject, old: ApiObject): boolean
  /** Whether a change of fields whose feature is off raises the generation, although the fields are dropped. */
  readonly countsGated?: true
  /** Whether PUT to a missing name creates the object. */
  readonly createOnUpdate: boolean
  /** Whether PUT without resourceVersion is allowed. */
  readonly unconditionalUpdate: boolean
  /**
   * The effect on dependents of a delete without `propagationPolicy`; `None`: the kind never gets a policy's
   * finalizers.
   */
  readonly defaultPropagation: 'Background' | 'Orphan' | 'None'
  /**
   * Fields of `/status`: a create clears them, a write of the object itself keeps their stored values, and a write of
   * `/status` changes only them.
   */
  readonly statusFields: readonly string[]
  /** Whether a create may set the status fields, as for nodes. */
  readonly statusOnCreate: boolean
  /** Whether a writer owns even fields that its request cannot change. */
  readonly ownsUnchanged: boolean
  /** Beside the status, stored fields that no writer owns: the spec of an immutable kind. */
  readonly unownedFields?: readonly string[]
  /** The metadata rules that run again on an update, after the generic ones. */
  readonly metadataChecks: readonly MetaCheck[]
  /** The metadata rules that run again on an update of the status or of the finalizers; default: `metadataChecks`. */
  readonly statusChecks?: readonly MetaCheck[]
  /** The number of checks of the metadata that precede the rules of a status or an approval; by default all. */
  readonly checksBeforeStatus?: number
  /**
   * Whether finalizers without a domain are valid; they still cause a warning. The default on a create is whether all of
   * `metadataChecks` are generic, and on an update false.
   */
  readonly anyFinalizer?: boolean
  /**
   * Which metadata a status write takes from its body besides managedFields. `none`: only the metadata that an update
   * compares with the stored object; `reset`: the same without the time of deletion; `stored`: none at all; `unowned`:
   * all, but the writer does not own it.
   */
  readonly statusMetadata: 'all' | 'all but labels' | 'none' | 'reset' | 'stored' | 'unowned'
  /**
   * Whether a write takes something from a pool that all objects of the kind share, so that it conflicts with every other
   * write of the kind.
   */
  readonly usesSharedPool?: true
  /** Drops fields of features that are off, before anything else is prepared; `old` is undefined on create. */
  dropGated?(object: ApiObject, old?: ApiObject): void
  /** Fills and clears fields before validation; changes `object` in place. Called on create, apply-create and PUT-create. */
  prepareCreate?(object: ApiObject, context: WriteContext): void
  /**
   * Fills, in place, defaults that the real server sets only when it reads an object back from its store. Admission of the
   * creation does not see these defaults, and the next write stores them even when it changes nothing else. Returns whether
   * something was filled.
   */
  completeNew?(object: ApiObject): boolean
  /** Does the work of `completeNew` for the result of an update. */
  completeChanged?(object: ApiObject): boolean
  /** Returns the stored object itself, or a copy with the fields that the real server stores and does not show to readers. */
  withHiddenFields?(object: ApiObject): ApiObject
  /** Called before validation of every update; may copy from `old`. */
  prepareUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): void
  /** Called before validation of a write of `/status`, after the fields that such a write may not change are restored. */
  prepareStatus?(object: ApiObject, old: ApiObject): void
  /** Awaited before an object is validated: computes faults that need asynchronous work. */
  examine?(object: ApiObject): Promise<Findings>
  validate?(object: ApiObject, evidence?: Evidence): readonly FieldError[]
  /** `subresource` is empty for a write of the object itself. */
  validateUpdate?(object: ApiObject, old: ApiObject, subresource: string, evidence?: Evidence): readonly FieldError[]
  /** The faults of an update of the object itself, in groups: the metadata is checked again between the groups. */
  updateFaults?(object: ApiObject, old: ApiObject, findings?: Findings): readonly UpdateFaults[]
  /** Texts for `Warning` headers. */
  warnings?(object: ApiObject, old: ApiObject | undefined, evidence?: Evidence): readonly string[]
  /** Columns of the Table after `Name`; without them only `Created At`. */
  readonly columns?: readonly Column[]
  /** The conditions of an object's row in a Table. */
  rowConditions?(object: ApiObject): readonly JsonObject[]
  /** The order of the rows of a Table of a list; by default the order of the list. */
  readonly rowOrder?: ((a: ApiObject, b: ApiObject) => number) | undefined
  /** Field selectors beyond metadata.name and metadata.namespace: label → value. */
  readonly fieldSelectors?: Readonly<Record<string, (object: ApiObject) => string>>
  /** The error text for any other field, for kinds with their own text. */
  unsupportedField?(label: string): string
  /** Seconds before a deleted object is removed; absent when it is removed at once. Only Pods have it. */
  gracePeriod?(object: ApiObject, requested: Int64 | undefined): Int64
  /** For kinds that a controller empties before they are removed: namespaces. */
  readonly emptied?: TwoStepDeletion
  /** The reason to refuse every delete of an object of this name; undefined when deletes are allowed. */
  keepsForever?(name: string): string | undefined
  /** Texts for `Warning` headers of a delete without a propagation policy. */
  readonly deleteWarnings?: readonly string[]
  /** Subresources that are views of the object with their own rules: `finalize`. */
  readonly subresources?: Readonly<Record<string, SubresourceRules>>
}

/** The parts of a request that a kind's rules may use. */
export interface WriteContext {
  /** The stored objects of a resource in all namespaces, by storage name: for kinds that share a pool. */
  list(storage: string): Iterable<ApiObject>
  readonly dryRun: boolean
  /** The subresource of the write; empty for a write of the object itself. */
  readonly subresource: string
  /** Adds a text to the answer's warnings. */
  warn(text: string): void
  readonly clock: Clock
  readonly user: UserInfo
}

export interface Computed {
  /** The objects in the order of their names. */
  items(): readonly ApiObject[]
  /** The error for any other name. */
  missing(name: string): Error
}

/** A deletion in two steps: the first request only marks the object. The object is removed when nothing holds it any more. */
export interface TwoStepDeletion {
  /** Whether the first request adds the finalizer of its propagation policy. */
  readonly takesPolicy?: true
  /** Changes the object when the first delete arrives. */
  mark(object: ApiObject): void
  /** Whether anything besides `metadata.finalizers` still holds the object. */
  held(object: ApiObject): boolean
}

/** A subresource whose body is the whole object, although a request writes only a part of the object. */
export interface SubresourceRules {
  /** The fields that no writer owns through this subresource; default: the fields of the kind. */
  readonly unownedFields?: readonly string[]
  /** Whether fields of features that are off are kept. */
  readonly keepsGated?: true
  /**
   * Called before validation; copies from `old` the fields that the subresource may not change. When absent, the
   * function of the kind is called.
   */
  prepareUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): void
}

/** A cell of a Table; a bigint is an integer beyond 2^53. */
export type CellValue = string | number | bigint | boolean | null

export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description: string
  /** 0 is always shown; 1 only in wide output. */
  readonly priority: number
  /** A cell value; ages are computed from `now` (ms). */
  cell(object: ApiObject, now: number): CellValue
  /** Whether the Table has no definition of the column, although its rows have a cell for it. */
  readonly isUndescribed?: true
}
