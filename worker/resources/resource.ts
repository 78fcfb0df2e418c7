import type { GroupResource, GroupVersionKind } from '../api/group-version.ts'
import type { NameRule } from '../api/names.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { FieldError } from '../api/field-error.ts'
import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Decoded } from '../schema/decode.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Spelling } from '../schema/strictness.ts'
import type { Findings } from './findings.ts'
import type { MetaCheck } from './object-meta.ts'
import type { RemoteConversion } from './remote-conversion.ts'
import type { ScalePaths } from './scale-paths.ts'
import type { GatedFields } from './notation/gated-fields.ts'
import type { Defaults } from './notation/defaults.ts'
import type { Rule } from './notation/rule.ts'

/**
 * A resource as a cluster serves it: the facts of `schema/builtin` (or of a CustomResourceDefinition) with the kind's
 * behaviour, names spelled in the cluster's dialect. Compiled once; the verbs use it and contain no rule for a single
 * kind.
 */
export interface Resource {
  readonly group: string
  /** Plural, as in paths: `deployments`. */
  readonly name: string
  readonly singular: string
  readonly kind: string
  readonly listKind: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly namespaced: boolean
  /** Served versions, preferred first. */
  readonly versions: readonly ResourceVersion[]
  /** The version objects are stored in. */
  readonly storageVersion: ResourceVersion
  /** The store's name for it, the same for every version: `apps/deployments`. */
  readonly storage: string
  /** Complete once `Catalog.load` has loaded the kind; before, it has the kind's traits only. */
  readonly behaviour: Behaviour
  /** Only custom resources: what was stored up to this revision was written under another schema. */
  readonly since?: number
  /** Aborted when the resource is no longer served, which ends its watches. */
  readonly withdrawn?: AbortSignal
  /** Its definition is being deleted: it takes no new objects. */
  readonly terminating?: boolean
}

export interface ResourceVersion {
  readonly version: string
  /** `apps/v1` */
  readonly apiVersion: string
  readonly schema: StructSchema
  readonly verbs: readonly string[]
  readonly subresources: ReadonlyMap<string, Subresource>
  /** Fills fields of a decoded body in place, before ownership is tracked: the writer owns the defaults. */
  defaults?(object: ApiObject): void
  /** To and from the storage version; undefined when the shapes are equal. */
  readonly convert?: { toStorage(object: ApiObject): ApiObject; fromStorage(object: ApiObject): ApiObject }
  /** Text of a `Warning` header for every request to this version. */
  readonly deprecation?: string
  /** base64 of eight bytes, as discovery shows it; empty when the resource is not stored. */
  readonly storageVersionHash: string
  /** Only custom resources, which are decoded by a schema of their own; built-in types are decoded by tables. */
  readonly custom?: CustomVersion
}

/** One version of a definition's kind. */
export interface CustomVersion {
  /** The versions of a kind may differ in behaviour; this replaces the resource's. */
  readonly behaviour: Behaviour
  /** `openAPIV3Schema`, for publication. */
  readonly document: JsonObject
  /** The dotted paths that `/scale` reads and writes. */
  readonly scale?: ScalePaths
  /** Decodes a body or a patched object: prunes it and sets defaults. @throws DecodeError */
  read(value: JsonObject, spelling?: Spelling): Decoded
  /** As `read`, for a merged apply, whose nulls are kept so that validation refuses them. @throws DecodeError */
  readMerged(value: JsonObject): Decoded
  /** A stored object, of any version and schema that the kind had, in the current form of this version. */
  fromStored(object: ApiObject): ApiObject
  /** An object of another version in the stored form of this one; an object that a webhook has converted is decoded. */
  toStored(object: ApiObject): ApiObject
  /** Only when a webhook converts between the versions. */
  readonly remote?: RemoteConversion
}

export interface Subresource {
  readonly name: string
  /** The kind its bodies have: the resource's own for `status`, `autoscaling/v1 Scale` for `scale`. */
  readonly kind: GroupVersionKind
  readonly verbs: readonly string[]
  readonly schema: StructSchema
  /** Older versions of the kind, of the same form, that bodies may be in: `policy/v1beta1`. */
  readonly olderVersions?: readonly string[]
}

/**
 * The behaviour of a kind beyond the generic verbs, as data if possible. Every part is optional in a kind's file;
 * `defaultBehaviour` fills the rest.
 */
export interface Behaviour {
  readonly nameRule: NameRule
  /** Paths whose change raises `metadata.generation`: `spec`, `metadata.annotations`; empty: the kind has no generation. */
  readonly generation: readonly string[]
  /** For kinds without a schema, instead of the paths: whether a change raises the generation. */
  raisesGeneration?(object: ApiObject, old: ApiObject): boolean
  /** Loads rules that only writes of this kind need; undefined when they are loaded. `Catalog.load` calls it. */
  load?(): Promise<void> | undefined
  /** PUT to a missing name creates. */
  readonly createOnUpdate: boolean
  /** PUT without resourceVersion is allowed. */
  readonly unconditionalUpdate: boolean
  /** The real server keeps no recent history of it: a watch from a compacted version gets the error of the storage. */
  readonly uncached: boolean
  /** DELETE answers the object, not a Status. */
  readonly deleteAnswersObject: boolean
  /**
   * The effect on dependents of a delete without `propagationPolicy`; `None`: the kind never gets a policy's
   * finalizers.
   */
  readonly defaultPropagation: 'Background' | 'Orphan' | 'None'
  /**
   * Fields of `/status`: a create clears them, a main write keeps them from the stored object, a status write changes
   * nothing else of the body.
   */
  readonly statusFields: readonly string[]
  /** A create may set the status fields (nodes). */
  readonly statusOnCreate: boolean
  /** A writer owns even fields that its request cannot change. */
  readonly ownsUnchanged: boolean
  /** Beside the status, stored fields that no writer owns: the spec of an immutable kind. */
  readonly unownedFields?: readonly string[]
  /** The metadata rules that run again on an update, after the generic ones. */
  readonly metadataChecks: readonly MetaCheck[]
  /** Finalizers need no domain, though a warning asks for one. */
  readonly anyFinalizer?: boolean
  /** Which metadata a status write takes from its body besides managedFields. */
  readonly statusMetadata: 'all' | 'all but labels' | 'none'
  /** The resource that the error names when `/scale` is read for a missing object; default: the resource itself. */
  readonly missingScale?: GroupResource
  /** `/status` can be read as a Table. */
  readonly statusTable: boolean
  /**
   * A write takes something from a pool that all objects of the kind share, so it conflicts with every other write of
   * the kind.
   */
  readonly sharesOut?: true
  /** Drops fields of features that are off, before anything else is prepared; `old` is undefined on create. */
  dropGated?(object: ApiObject, old?: ApiObject): void
  /** Fills and clears fields before validation; changes `object` in place. Called on create, apply-create and PUT-create. */
  prepareCreate?(object: ApiObject, context: WriteContext): void
  /**
   * Fills, in place, defaults that the real server sets only when it reads an object back from its store: admission of
   * the creation does not see them, and the next write stores them even when it changes nothing else. False when
   * nothing was filled.
   */
  completeNew?(object: ApiObject): boolean
  /** A stored object, unchanged, or a copy with the fields that the real server stores and readers do not see. */
  unshown?(object: ApiObject): ApiObject
  /** Called before validation of every update; may copy from `old`. */
  prepareUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): void
  /** Called before validation of a write of `/status`, after the fields that it may not change are restored. */
  prepareStatus?(object: ApiObject, old: ApiObject): void
  /** Awaited before an object is validated: computes faults that need asynchronous work. */
  examine?(object: ApiObject): Promise<Findings>
  validate?(object: ApiObject, findings?: Findings): readonly FieldError[]
  /** `subresource` is empty for a write of the object itself. */
  validateUpdate?(object: ApiObject, old: ApiObject, subresource: string, findings?: Findings): readonly FieldError[]
  /** Texts for `Warning` headers. */
  warnings?(object: ApiObject, old: ApiObject | undefined): readonly string[]
  /** Columns of its Table after `Name`; without them only `Created At`. */
  readonly columns?: readonly Column[]
  /** The conditions of an object's row in a Table. */
  rowConditions?(object: ApiObject): readonly JsonObject[]
  /** Field selectors beyond metadata.name and metadata.namespace: label → value. */
  readonly fieldSelectors?: Readonly<Record<string, (object: ApiObject) => string>>
  /** The error text for any other field, for kinds with their own text. */
  unsupportedField?(label: string): string
  /** Seconds before a deleted object is removed; undefined: removed at once. Pods only. */
  gracePeriod?(object: ApiObject, requested: number | undefined): number
  /** For objects that are computed and not stored: the health of the server's parts. */
  readonly computed?: Computed
  /** For kinds that a controller empties before they are removed: namespaces. */
  readonly emptied?: Emptied
  /** The reason to refuse every delete of an object of this name; undefined: none. */
  keepsForever?(name: string): string | undefined
  /** Texts for `Warning` headers of a delete without a propagation policy. */
  readonly deleteWarnings?: readonly string[]
  /** Subresources that are views of the object with rules of their own: `finalize`. */
  readonly subresources?: Readonly<Record<string, SubresourceRules>>
}

/** The parts of a request that a kind's rules may use. */
export interface WriteContext {
  /** The stored objects of a resource in all namespaces, by storage name: for kinds that share a pool. */
  list(storage: string): Iterable<ApiObject>
  readonly dryRun: boolean
  /** Empty for a write of the object itself. */
  readonly subresource: string
  /** Adds a text to the answer's warnings. */
  warn(text: string): void
  readonly clock: Clock
  readonly user: UserInfo
}

export interface Computed {
  /** In order of their names. */
  items(): readonly ApiObject[]
  /** The error for any other name. */
  missing(name: string): Error
}

/**
 * A deletion in two steps: the first request only marks the object, which is removed when nothing holds it any more.
 */
export interface Emptied {
  /** Changes the object when the first delete arrives. */
  mark(object: ApiObject): void
  /** Whether anything beside `metadata.finalizers` still holds the object. */
  held(object: ApiObject): boolean
}

/** A subresource whose body is the whole object, of which it writes only a part. */
export interface SubresourceRules {
  /** The fields that no writer owns through it; default: those of the kind. */
  readonly unownedFields?: readonly string[]
  /** Fields of features that are off are not dropped. */
  readonly keepsGated?: true
  /**
   * Called before validation; copies from `old` the fields that the subresource may not change. Absent: the kind's
   * function is called.
   */
  prepareUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): void
}

/** The settings of a cluster that kinds depend on. */
export interface KindSettings {
  /** Ranges of service addresses, one a family, the preferred one first: `--service-cluster-ip-range`. */
  readonly serviceRanges: readonly string[]
  /** Whether a feature is on: `--feature-gates`. */
  isOn(gate: string): boolean
}

/** One file per kind or close family exports such a value; `kinds.ts` and `first-kinds.ts` list them. */
export interface Kind {
  /** `pods`, `apps/deployments`; templates are spelled by the catalog. */
  readonly resource: string
  /** The defaults of every version; `versionDefaults` has those of single versions. */
  readonly defaults?: Defaults
  readonly versionDefaults?: Readonly<Record<string, Defaults>>
  /** Fields of features that are off are dropped. */
  readonly gated?: GatedFields
  /** The rules of a new object, in the order of the errors. */
  readonly rules?: readonly Rule[]
  /** The rules of an update; default: `rules`. */
  readonly updates?: readonly Rule[]
  /** The rules of an update of a subresource: `status`. */
  readonly subresourceRules?: Readonly<Record<string, readonly Rule[]>>
  /** Rules whose checks `warn` about valid objects. */
  readonly warnings?: readonly Rule[]
  behaviour?(dialect: Dialect, settings: KindSettings): Partial<Behaviour>
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
}

export interface ServedGroup {
  readonly group: string
  readonly versions: readonly string[]
  /** Only custom resources: their paths are routed dynamically and have other error texts. */
  readonly custom?: boolean
}

/** `kind`: the file of the kind, with its columns and field selectors. `rules`: also the rules that only writes need. */
export type LoadedPart = 'kind' | 'rules'

/** Every resource of a cluster. Custom resources come and go while it runs. */
export interface Catalog {
  /**
   * Loads a part of a resource; undefined when it is loaded. Most kinds are loaded with the first request that needs
   * their file (docs/decisions/0018-worker-parts.md). A read by name or of a whole collection needs no part; every other
   * use of a resource loads the part first.
   */
  load(resource: Resource, needed: LoadedPart): Promise<void> | undefined
  /** Undefined when the version does not serve the resource. */
  find(group: string, version: string, resource: string): { resource: Resource; version: ResourceVersion } | undefined
  /** By storage name, `apps/deployments`. */
  stored(storage: string): Resource | undefined
  byKind(gvk: GroupVersionKind): { resource: Resource; version: ResourceVersion } | undefined
  /** In discovery order: groups by priority, then names. */
  all(): readonly Resource[]
  /** Group names in discovery order, each with its served versions, preferred first. */
  groups(): readonly ServedGroup[]
  /** Counts up on every change; discovery documents are cached under it. */
  readonly generation: number
  /** Calls the listener after every change; the returned function ends it. */
  follow(listener: () => void): () => void
}

/** The catalog as `apiextensions` uses it. */
export interface OpenCatalog extends Catalog {
  /** Serves these beside the built-in resources, and replaces those of the last call. */
  publish(resources: readonly Resource[]): void
}
