import type { GroupVersionKind } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Decoded } from '../schema/decode.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Spelling } from '../schema/strictness.ts'
import type { RemoteConversion } from './remote-conversion.ts'
import type { ScalePaths } from './scale-paths.ts'
import type { GatedFields } from './notation/gated-fields.ts'
import type { Defaults } from './notation/defaults.ts'
import type { Rule } from './notation/rule.ts'
import type { Behaviour } from './behaviour.ts'

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
