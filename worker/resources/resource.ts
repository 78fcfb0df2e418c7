import type { GroupVersionKind } from '../api/group-version.ts'
import type { NameRule } from '../api/names.ts'
import type { ApiObject } from '../api/object.ts'
import type { FieldError } from '../api/field-error.ts'
import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { MetaCheck } from './object-meta.ts'
import type { GatedFields } from './notation/gated-fields.ts'
import type { Defaults } from './notation/defaults.ts'
import type { Rule } from './notation/rule.ts'

/**
 * A resource as a cluster serves it: the facts of `schema/builtin` (or of a CustomResourceDefinition) with the kind's
 * behaviour, names spelled in the cluster's dialect. Compiled once; the verbs read it and know no kind by name.
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
  readonly behaviour: Behaviour
}

export interface ResourceVersion {
  readonly version: string
  /** `apps/v1` */
  readonly apiVersion: string
  readonly schema: StructSchema
  readonly verbs: readonly string[]
  readonly subresources: ReadonlyMap<string, Subresource>
  /** Fills fields of a decoded body in place, before ownership is tracked: what it sets belongs to the writer. */
  defaults?(object: ApiObject): void
  /** To and from the storage version; undefined where the shapes agree. */
  readonly convert?: { toStorage(object: ApiObject): ApiObject; fromStorage(object: ApiObject): ApiObject }
  /** Text of a `Warning` header for every request to this version. */
  readonly deprecation?: string
  /** base64 of eight bytes, as discovery shows it; empty where nothing is stored. */
  readonly storageVersionHash: string
}

export interface Subresource {
  readonly name: string
  /** The kind its bodies have: the resource's own for `status`, `autoscaling/v1 Scale` for `scale`. */
  readonly kind: GroupVersionKind
  readonly verbs: readonly string[]
  readonly schema: StructSchema
}

/**
 * What a kind does beyond the generic verbs, said as data where it can be. Every part is optional in a kind's file;
 * `defaultBehaviour` fills the rest.
 */
export interface Behaviour {
  readonly nameRule: NameRule
  /** Paths whose change raises `metadata.generation`: `spec`, `metadata.annotations`; empty: the kind has no generation. */
  readonly generation: readonly string[]
  /** PUT to a missing name creates. */
  readonly createOnUpdate: boolean
  /** PUT without resourceVersion is allowed. */
  readonly unconditionalUpdate: boolean
  /** DELETE answers the object, not a Status. */
  readonly deleteAnswersObject: boolean
  /** What a delete without `propagationPolicy` does to dependents; `None`: the kind never gets a policy's finalizers. */
  readonly defaultPropagation: 'Background' | 'Orphan' | 'None'
  /**
   * Fields of `/status`: a create clears them, a main write keeps them from the stored object, a status write changes
   * nothing else of the body.
   */
  readonly statusFields: readonly string[]
  /** A create may set the status fields (nodes). */
  readonly statusOnCreate: boolean
  /** A writer owns even what its request cannot change. */
  readonly ownsUnchanged: boolean
  /** Beyond the status, what no writer owns although it is stored: the spec of what cannot change. */
  readonly unownedFields?: readonly string[]
  /** What an update's metadata is asked for by the kind, after what every object is asked. */
  readonly metadataChecks: readonly MetaCheck[]
  /** Which metadata a status write takes from its body besides managedFields. */
  readonly statusMetadata: 'all' | 'all but labels' | 'none'
  /** Drops fields of features that are off, before anything else is prepared; `old` is undefined on create. */
  dropGated?(object: ApiObject, old?: ApiObject): void
  /** Fills and clears fields before validation; changes `object` in place. Called on create, apply-create and PUT-create. */
  prepareCreate?(object: ApiObject, context: WriteContext): void
  /** Called before validation of every update; may copy from `old`. */
  prepareUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): void
  /** Called before validation of a write of `/status`, which has taken over what it may not change. */
  prepareStatus?(object: ApiObject, old: ApiObject): void
  validate?(object: ApiObject): readonly FieldError[]
  /** `subresource` is empty where the object itself is written. */
  validateUpdate?(object: ApiObject, old: ApiObject, subresource: string): readonly FieldError[]
  /** Texts for `Warning` headers. */
  warnings?(object: ApiObject, old: ApiObject | undefined): readonly string[]
  /** Columns of its Table behind `Name`; without them `Created At` alone. */
  readonly columns?: readonly Column[]
  /** Field selectors beyond metadata.name and metadata.namespace: label → value. */
  readonly fieldSelectors?: Readonly<Record<string, (object: ApiObject) => string>>
  /** The error text of another field, for kinds that word it in their own way. */
  unsupportedField?(label: string): string
  /** Seconds that a delete gives the object; undefined: removed at once. Pods. */
  gracePeriod?(object: ApiObject, requested: number | undefined): number
  /** Kinds that a controller empties before they go: namespaces. */
  readonly emptied?: Emptied
  /** Texts for `Warning` headers of a delete without a policy of its own. */
  readonly deleteWarnings?: readonly string[]
  /** Subresources that are views of the object with rules of their own: `finalize`. */
  readonly subresources?: Readonly<Record<string, SubresourceRules>>
}

/** What a kind's rules may use of the request. */
export interface WriteContext {
  /** What is stored of a resource in all namespaces, by storage name: for kinds that share something out. */
  list(storage: string): Iterable<ApiObject>
  readonly dryRun: boolean
  /** Adds a text to the answer's warnings. */
  warn(text: string): void
  readonly clock: Clock
  readonly user: UserInfo
}

/** A deletion in two steps: the first request only marks the object, and it goes when nothing holds it any more. */
export interface Emptied {
  /** Changes the object when the first delete arrives. */
  mark(object: ApiObject): void
  /** Something beyond `metadata.finalizers` still holds it. */
  held(object: ApiObject): boolean
}

/** A subresource whose body is the whole object, of which it writes only a part. */
export interface SubresourceRules {
  /** Called before validation; copies from `old` whatever the subresource may not change. */
  prepareUpdate(object: ApiObject, old: ApiObject, context: WriteContext): void
}

/** What a cluster is started with that kinds care for. */
export interface KindSettings {
  /** Ranges of service addresses, one a family, the preferred one first: `--service-cluster-ip-range`. */
  readonly serviceRanges: readonly string[]
  /** Whether a feature is on: `--feature-gates`. */
  isOn(gate: string): boolean
}

/** One file per kind or close family exports such a value; `kinds.ts` lists them. */
export interface Kind {
  /** `pods`, `apps/deployments`; templates are spelled by the catalog. */
  readonly resource: string
  /** What every version fills in; `versionDefaults` has the versions that differ. */
  readonly defaults?: Defaults
  readonly versionDefaults?: Readonly<Record<string, Defaults>>
  /** Fields of features that are off are dropped. */
  readonly gated?: GatedFields
  /** Of a new object, in the order of the errors. */
  readonly rules?: readonly Rule[]
  /** Of an update; without them `rules` again. */
  readonly updates?: readonly Rule[]
  /** Of an update of a subresource: `status`. */
  readonly subresourceRules?: Readonly<Record<string, readonly Rule[]>>
  /** What is good enough but worth a word: rules whose checks `warn`. */
  readonly warnings?: readonly Rule[]
  behaviour?(dialect: Dialect, settings: KindSettings): Partial<Behaviour>
}

export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description: string
  /** 0 is always shown; 1 only in wide output. */
  readonly priority: number
  /** A cell value; ages are computed from `now` (ms). */
  cell(object: ApiObject, now: number): string | number | boolean | null
}

/** Every resource of a cluster. Custom resources come and go while it runs. */
export interface Catalog {
  /** Undefined where that version does not serve it. */
  find(group: string, version: string, resource: string): { resource: Resource; version: ResourceVersion } | undefined
  /** By storage name, `apps/deployments`. */
  stored(storage: string): Resource | undefined
  byKind(gvk: GroupVersionKind): { resource: Resource; version: ResourceVersion } | undefined
  /** In discovery order: groups by priority, then names. */
  all(): readonly Resource[]
  /** Group names in discovery order, each with its served versions, preferred first. */
  groups(): readonly { group: string; versions: readonly string[] }[]
  /** Counts up on every change; discovery documents are cached under it. */
  readonly generation: number
}
