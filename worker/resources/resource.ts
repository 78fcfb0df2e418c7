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
import type { Awaitable } from '../runtime/awaitable.ts'
import type { Behaviour, ReadTraits } from './behaviour.ts'

/**
 * A resource that a cluster serves: the facts of `schema/builtin` or of a CustomResourceDefinition, with names spelled in
 * the cluster's dialect. They suffice for routes, reads and OpenAPI documents; `Catalog.resolve` adds the behaviour.
 */
export interface ResourceFacts {
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
  /** Only custom resources: versions of the definition that are not served. Field owners may have written in them earlier. */
  readonly unserved?: readonly ResourceVersion[]
  /** The version in which objects are stored. */
  readonly storageVersion: ResourceVersion
  /** The name of the resource in the store, the same for every version: `apps/deployments`. */
  readonly storage: string
  readonly traits: ReadTraits
  /** Only custom resources: objects stored up to this revision were written under another schema. */
  readonly otherSchemaUpTo?: number
  /** Aborted when the resource is no longer served, which ends its watches. */
  readonly withdrawn?: AbortSignal
  /** Whether the objects of a custom resource are being deleted with its definition, so new objects are refused. */
  readonly terminating?: boolean
}

/**
 * A resource with its behaviour. Writes, Tables and field selectors need the behaviour; the verbs contain no rule for a
 * single kind.
 */
export interface Resource extends ResourceFacts {
  readonly behaviour: Behaviour
}

/** How objects of a version are converted to and from the storage version. */
export interface Conversion {
  toStorage(object: ApiObject): ApiObject
  fromStorage(object: ApiObject): ApiObject
  /** Whether an object may differ after a conversion and back. A request then converts it only once. */
  readonly isLossy?: boolean
}

export interface ResourceVersion {
  readonly version: string
  /** The group and version as objects spell them, such as `apps/v1`. */
  readonly apiVersion: string
  readonly schema: StructSchema
  readonly verbs: readonly string[]
  readonly subresources: ReadonlyMap<string, Subresource>
  /** Converts to and from the storage version; undefined when the shapes are equal. */
  readonly convert?: Conversion
  /** Text of a `Warning` header for every request to this version. */
  readonly deprecation?: string
  /** base64 of eight bytes, as discovery shows it; empty when the resource is not stored. */
  readonly storageVersionHash: string
  /** Only custom resources, which are decoded by their own schema; built-in types are decoded by tables. */
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
  /**
   * Decodes the merged object of an apply like `read`, with two differences: nulls remain, so that validation refuses them,
   * and unreadable metadata is dropped.
   * @throws DecodeError
   */
  readMerged(value: JsonObject): Decoded
  /** Converts a stored object, of any version and schema that the kind had, to the current form of this version. */
  fromStored(object: ApiObject): ApiObject
  /**
   * Converts an object of another version, or an object that a mutating webhook has changed, to the stored form of this version.
   * An object that a conversion webhook has converted is only decoded.
   */
  toStored(object: ApiObject): ApiObject
  /**
   * Decodes an object that a mutating webhook has changed: sets defaults. Fields that the schema does not have stay until
   * `toStored`.
   */
  mutated(value: JsonObject): ApiObject
  /** Only when a webhook converts between the versions. */
  readonly remote?: RemoteConversion
}

export interface Subresource {
  readonly name: string
  /** The kind of the bodies: the resource's own for `status`, `autoscaling/v1 Scale` for `scale`. */
  readonly kind: GroupVersionKind
  readonly verbs: readonly string[]
  readonly schema: StructSchema
  /** Older versions of the kind, of the same form, that bodies may be in: `policy/v1beta1`. */
  readonly olderVersions?: readonly string[]
}

/** The first and the last port. */
export type PortRange = readonly [number, number]

/** The settings of a cluster that kinds depend on. */
export interface KindSettings {
  /** Ranges of service addresses, one for each IP family, the preferred one first: `--service-cluster-ip-range`. */
  readonly serviceRanges: readonly string[]
  /** `--service-node-port-range`; the real server's default when absent. */
  readonly nodePorts?: PortRange | undefined
  /** Whether pods may have privileged containers: `--allow-privileged`; true when absent. */
  readonly allowsPrivileged?: boolean | undefined
  /** Whether a feature is on: `--feature-gates`. */
  isOn(gate: string): boolean
}

/**
 * The rules of one kind. Each file about a kind or about related kinds exports such values; `kinds.ts` and `first-kinds.ts`
 * list them.
 */
export interface Kind {
  /** `pods`, `apps/deployments`; templates are spelled by the catalog. */
  readonly resource: string
  /** The defaults of the versions that are not in `versionDefaults`. */
  readonly defaults?: Defaults
  readonly versionDefaults?: Readonly<Record<string, Defaults>>
  /** The fields of features. They are dropped while their feature is off. */
  readonly gated?: GatedFields
  /** By feature: the members that replace others while the feature is off. */
  readonly without?: Readonly<Record<string, Pick<Kind, 'rules' | 'updates'>>>
  /** The rules of a new object, in the order of the errors. */
  readonly rules?: readonly Rule[]
  /** The rules of an update; default: `rules`. */
  readonly updates?: readonly Rule[]
  /** The rules of an update of a subresource: `status`. */
  readonly subresourceRules?: Readonly<Record<string, readonly Rule[]>>
  /** Rules whose checks `warn` about valid objects. */
  readonly warnings?: readonly Rule[]
  behaviour?(dialect: Dialect, settings: KindSettings): Partial<Omit<Behaviour, keyof ReadTraits | 'defaults'>>
  /** By version: the conversion of a version whose shape differs from the storage version. */
  readonly conversions?: Readonly<Record<string, (dialect: Dialect) => NonNullable<ResourceVersion['convert']>>>
  /** The members that are loaded separately, because they need a large module: the expression language. */
  rest?(): Promise<Partial<Kind>>
}

export interface ServedGroup {
  readonly group: string
  readonly versions: readonly string[]
  /** Whether this is a group of custom resources, whose paths are routed dynamically and have other error texts. */
  readonly custom?: boolean
}

/** A served resource in one of its versions. */
export interface ServedVersion {
  readonly resource: ResourceFacts
  readonly version: ResourceVersion
}

/** Every resource of a cluster. Custom resources are added and removed while the cluster runs. */
export interface Catalog {
  /**
   * The resource with its behaviour. The files of most kinds are loaded with the first request that needs them (ADR
   * 0018); the result is a promise only then. Custom resources are whole already.
   */
  resolve(resource: ResourceFacts): Awaitable<Resource>
  /** A resource in one version; undefined when the version does not serve it. */
  find(group: string, version: string, resource: string): ServedVersion | undefined
  /** The resource with a storage name, such as `apps/deployments`. */
  stored(storage: string): ResourceFacts | undefined
  byKind(gvk: GroupVersionKind): ServedVersion | undefined
  /** The resources in discovery order: groups by priority, then names. */
  all(): readonly ResourceFacts[]
  /** Group names in discovery order, each with its served versions, preferred first. */
  groups(): readonly ServedGroup[]
  /** Counts up on every change; discovery documents are cached under this number. */
  readonly generation: number
  /** Calls the listener after every change; the returned function removes the listener. */
  subscribe(listener: () => void): () => void
}

/** The catalog as `apiextensions` uses it. */
export interface OpenCatalog extends Catalog {
  /**
   * The built-in resources for another cluster with the same settings. Both catalogs share the kinds that either has
   * loaded.
   */
  forAnother(): OpenCatalog
  /** Serves these resources together with the built-in ones, in place of the resources of the last call. */
  publish(resources: readonly Resource[]): void
}
