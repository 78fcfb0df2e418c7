import type { GroupVersionKind, GroupVersionResource } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import type { Json, JsonObject } from '../api/json.ts'
import type { UserInfo } from '../api/user.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { WebhookCaller } from '../webhooks/backend.ts'
import type { RemoteService } from '../webhooks/remote-post.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Trace } from '../observability/trace.ts'
import type { Catalog } from '../resources/resource.ts'
import type { VersionConverter } from './webhook/version-converter.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** The operation and the resource of a request, without its caller and contents. */
export interface AdmissionScope {
  readonly operation: Operation
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly kind: GroupVersionKind
}

/** A write, or a connection such as `exec`, as plugins see it. `object` is a copy, which a mutating plugin changes in place. */
export interface AdmissionRequest extends AdmissionScope {
  readonly namespace: string
  /** The name of the object. It is empty on create with `generateName`, and on deletecollection. */
  readonly name: string
  readonly user: UserInfo
  readonly dryRun: boolean
  /** The object to be stored; undefined on DELETE. */
  readonly object: ApiObject | undefined
  /** The stored object; undefined on CREATE. */
  readonly oldObject: ApiObject | undefined
  readonly options: JsonObject
  /** Adds a `Warning` header to the answer. */
  warn(text: string): void
  readonly trace: Trace
  /** The time at which the server ends the request, in the clock's `elapsed`. */
  readonly deadline?: number | undefined
}

/**
 * One admission controller (reference/admission.md 1). `admit` runs in the mutating phase and may change `object`. `validate`
 * runs in the validating phase, after validation of the object, and may not change it. Both refuse by throwing a `StatusError`,
 * and return a promise only when they must wait. A plugin file exports a factory that takes the context and ends in `satisfies
 * AdmissionPlugin`.
 */
export interface AdmissionPlugin {
  readonly name: string
  /** Whether the plugin handles requests of this scope. Called once for each phase of a scope, and again after `changed`. */
  handles(scope: AdmissionScope): boolean
  /**
   * For plugins whose answer to `handles` can change. Called once, at the start; the plugin then calls `changed` after each
   * change of its answer.
   */
  follow?(changed: () => void): void
  admit?(request: AdmissionRequest): Promise<void> | void
  /** Whether all mutating plugins must run once more. Called after all plugins have admitted the object. */
  mustRunAgain?(request: AdmissionRequest): boolean
  validate?(request: AdmissionRequest): Promise<void> | void
}

/** Creates a plugin of a cluster. @throws Error for an unusable configuration */
export type AdmissionFactory = (context: AdmissionContext) => AdmissionPlugin

/** The context of a plugin. */
export interface AdmissionContext {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly lister: Lister
  readonly writer: Writer
  readonly authorizer: Authorizer
  readonly catalog: Pick<Catalog, 'byKind' | 'find' | 'all' | 'generation' | 'resolve'>
  readonly convert: VersionConverter
  /** The plugin's part of the file given by `--admission-control-config-file`. */
  readonly configuration: Json | undefined
  readonly tolerationSeconds: TolerationSeconds
  /** Calls the backends of webhooks; absent on a host that cannot reach any. */
  readonly callWebhook?: WebhookCaller | undefined
  /** The backend of ImagePolicyWebhook. */
  readonly imageReviewer?: RemoteService | undefined
}

/** The number of seconds that a pod stays on a node that is not ready, and on a node that is unreachable. */
export interface TolerationSeconds {
  readonly notReady: number
  readonly unreachable: number
}

/** The reads of plugins: the current objects of a resource, by storage name. */
export interface Lister {
  get(resource: string, namespace: string, name: string): ApiObject | undefined
  /** Returns the objects in order of namespace and name. Without a namespace, it returns the objects of all namespaces. */
  list(resource: string, namespace?: string): Iterable<ApiObject>
  /** Calls `changed` after each change of the resource, until the server stops. */
  follow(resource: string, changed: () => void): void
}

/** The writes of plugins, as the server itself and under every rule of the API. Resources belong to the core group. */
export interface Writer {
  create(resource: string, object: ApiObject): Promise<void>
  /** Writes the status of an object. @throws StatusError: Conflict when the object has changed since it was read */
  updateStatus(resource: string, object: ApiObject): Promise<void>
}
