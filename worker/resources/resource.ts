import type { GroupVersionKind } from '../api/group-version.ts'
import type { NameRule } from '../api/names.ts'
import type { ApiObject } from '../api/object.ts'
import type { FieldError } from '../api/field-error.ts'
import type { StructSchema } from '../schema/schema.ts'

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
  /** To and from the storage version; undefined where the shapes agree. */
  readonly convert?: { toStorage(object: ApiObject): ApiObject; fromStorage(object: ApiObject): ApiObject }
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
  /** Top-level parts whose change raises `metadata.generation`; empty: the kind has no generation. */
  readonly generation: readonly string[]
  /** PUT to a missing name creates. */
  readonly createOnUpdate: boolean
  /** PUT without resourceVersion is allowed. */
  readonly unconditionalUpdate: boolean
  /** DELETE answers the object, not a Status. */
  readonly deleteAnswersObject: boolean
  /** What a delete without `propagationPolicy` does to dependents. */
  readonly defaultPropagation: 'Background' | 'Orphan'
  /** Fields of `/status`: a main write keeps them from the stored object, a status write changes nothing else of the body. */
  readonly statusFields: readonly string[]
  /** Fills and clears fields before validation; changes `object` in place. Called on create, apply-create and PUT-create. */
  prepareCreate?(object: ApiObject): void
  /** Called before validation of every update; may copy from `old`. */
  prepareUpdate?(object: ApiObject, old: ApiObject): void
  validate?(object: ApiObject): readonly FieldError[]
  validateUpdate?(object: ApiObject, old: ApiObject): readonly FieldError[]
  /** Texts for `Warning` headers. */
  warnings?(object: ApiObject, old: ApiObject | undefined): readonly string[]
  /** Columns of its Table behind `Name`; without them `Created At` alone. */
  readonly columns?: readonly Column[]
  /** Field selectors beyond metadata.name and metadata.namespace: label → value. */
  readonly fieldSelectors?: Readonly<Record<string, (object: ApiObject) => string>>
  /** Seconds that a delete gives the object; undefined: removed at once. Pods. */
  gracePeriod?(object: ApiObject, requested: number | undefined): number
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
