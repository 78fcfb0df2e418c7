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
  /** Complete once `Catalog.load` has loaded the kind; before, it has the kind's traits only. */
  readonly behaviour: Behaviour
  /** Only custom resources: what was stored up to this revision was written under another schema. */
  readonly since?: number
  /** Aborted when nobody serves this any more: watches end then. */
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
  /** Fills fields of a decoded body in place, before ownership is tracked: what it sets belongs to the writer. */
  defaults?(object: ApiObject): void
  /** To and from the storage version; undefined where the shapes agree. */
  readonly convert?: { toStorage(object: ApiObject): ApiObject; fromStorage(object: ApiObject): ApiObject }
  /** Text of a `Warning` header for every request to this version. */
  readonly deprecation?: string
  /** base64 of eight bytes, as discovery shows it; empty where nothing is stored. */
  readonly storageVersionHash: string
  /** Only custom resources, which are read by a schema of their own; built-in types are read by their tables. */
  readonly custom?: CustomVersion
}

/** What a definition says of one version of its kind. */
export interface CustomVersion {
  /** Its versions may differ in what they do; stands for the resource's behaviour. */
  readonly behaviour: Behaviour
  /** `openAPIV3Schema`, for publication. */
  readonly document: JsonObject
  /** Where `/scale` finds its numbers: dotted paths. */
  readonly scale?: ScalePaths
  /** Brings a body or a patched object into form: pruned, with defaults. @throws DecodeError */
  read(value: JsonObject, spelling?: Spelling): Decoded
  /** The same for what an apply has merged, whose nulls are kept for validation to refuse. @throws DecodeError */
  readMerged(value: JsonObject): Decoded
  /** A stored object, of any version and schema that the kind had, as this version shows it now. */
  fromStored(object: ApiObject): ApiObject
  /** An object of another version as this one stores it; what a webhook has converted already, in its form. */
  toStored(object: ApiObject): ApiObject
  /** Only where a webhook converts between the versions. */
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
 * What a kind does beyond the generic verbs, said as data where it can be. Every part is optional in a kind's file;
 * `defaultBehaviour` fills the rest.
 */
export interface Behaviour {
  readonly nameRule: NameRule
  /** Paths whose change raises `metadata.generation`: `spec`, `metadata.annotations`; empty: the kind has no generation. */
  readonly generation: readonly string[]
  /** For kinds whose fields nobody knows: whether a change raises the generation; instead of the paths. */
  raisesGeneration?(object: ApiObject, old: ApiObject): boolean
  /** Loads rules that only writes of this kind need; undefined when they are loaded. `Catalog.load` calls it. */
  load?(): Promise<void> | undefined
  /** PUT to a missing name creates. */
  readonly createOnUpdate: boolean
  /** PUT without resourceVersion is allowed. */
  readonly unconditionalUpdate: boolean
  /** The real server keeps no recent history of it: a watch from too old a version is told so in the storage's words. */
  readonly uncached: boolean
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
  /** Finalizers need no domain, though a warning asks for one. */
  readonly anyFinalizer?: boolean
  /** Which metadata a status write takes from its body besides managedFields. */
  readonly statusMetadata: 'all' | 'all but labels' | 'none'
  /** What the answer names where a Scale is read of an object that is not there; the resource itself by default. */
  readonly missingScale?: GroupResource
  /** `/status` may be asked for as a Table. */
  readonly statusTable: boolean
  /** A write is given something that all objects of the kind share, so it fails where another of them was written since. */
  readonly sharesOut?: true
  /** Drops fields of features that are off, before anything else is prepared; `old` is undefined on create. */
  dropGated?(object: ApiObject, old?: ApiObject): void
  /** Fills and clears fields before validation; changes `object` in place. Called on create, apply-create and PUT-create. */
  prepareCreate?(object: ApiObject, context: WriteContext): void
  /**
   * Fills, in place, defaults that the real server fills only where it reads an object back from its store: admission of
   * the creation does not see them, and the first write after it is stored even where it changes nothing. False: there
   * was nothing to fill.
   */
  completeNew?(object: ApiObject): boolean
  /** A stored object, which stays as it is, with what the real server's store holds of it and its readers do not see. */
  unshown?(object: ApiObject): ApiObject
  /** Called before validation of every update; may copy from `old`. */
  prepareUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): void
  /** Called before validation of a write of `/status`, which has taken over what it may not change. */
  prepareStatus?(object: ApiObject, old: ApiObject): void
  /** Awaited before an object that is written is validated: works out what rules could not say at once. */
  examine?(object: ApiObject): Promise<Findings>
  validate?(object: ApiObject, findings?: Findings): readonly FieldError[]
  /** `subresource` is empty where the object itself is written. */
  validateUpdate?(object: ApiObject, old: ApiObject, subresource: string, findings?: Findings): readonly FieldError[]
  /** Texts for `Warning` headers. */
  warnings?(object: ApiObject, old: ApiObject | undefined): readonly string[]
  /** Columns of its Table behind `Name`; without them `Created At` alone. */
  readonly columns?: readonly Column[]
  /** What its Table says of an object as a whole. */
  rowConditions?(object: ApiObject): readonly JsonObject[]
  /** Field selectors beyond metadata.name and metadata.namespace: label → value. */
  readonly fieldSelectors?: Readonly<Record<string, (object: ApiObject) => string>>
  /** The error text of another field, for kinds that word it in their own way. */
  unsupportedField?(label: string): string
  /** Seconds that a delete gives the object; undefined: removed at once. Pods. */
  gracePeriod?(object: ApiObject, requested: number | undefined): number
  /** Objects that are not stored but known: the health of the server's parts. */
  readonly computed?: Computed
  /** Kinds that a controller empties before they go: namespaces. */
  readonly emptied?: Emptied
  /** Why an object of this name may never be deleted; undefined: it may. */
  keepsForever?(name: string): string | undefined
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
  /** Empty where the object itself is written. */
  readonly subresource: string
  /** Adds a text to the answer's warnings. */
  warn(text: string): void
  readonly clock: Clock
  readonly user: UserInfo
}

export interface Computed {
  /** In order of their names. */
  items(): readonly ApiObject[]
  /** What asking for another one answers. */
  missing(name: string): Error
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
  /** What no writer owns through it; without them what holds for the kind. */
  readonly unownedFields?: readonly string[]
  /** Fields of features that are off are not dropped. */
  readonly keepsGated?: true
  /** Called before validation; copies from `old` whatever the subresource may not change. Absent: what holds for the kind. */
  prepareUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): void
}

/** What a cluster is started with that kinds care for. */
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
  /** Nothing but custom resources: nobody registered its paths, so they answer in words of their own. */
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
  /** Undefined where that version does not serve it. */
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

/** The catalog as the room of custom resources has it. */
export interface OpenCatalog extends Catalog {
  /** Serves these beside the built-in resources, instead of those that were given before. */
  publish(resources: readonly Resource[]): void
}
