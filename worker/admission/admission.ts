import type { GroupVersionKind, GroupVersionResource } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import type { Json, JsonObject } from '../api/json.ts'
import type { UserInfo } from '../api/user.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { WebhookCaller } from '../webhooks/backend.ts'
import type { RemoteService } from '../webhooks/review-service.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Trace } from '../observability/trace.ts'
import type { Catalog } from '../resources/resource.ts'
import type { VersionConverter } from './webhook/forms.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** What a request is about, whoever makes it and whatever it carries. */
export interface AdmissionScope {
  readonly operation: Operation
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly kind: GroupVersionKind
}

/** What a plugin sees of a write. `object` is a copy of its own: a mutating plugin changes it in place. */
export interface AdmissionRequest extends AdmissionScope {
  readonly namespace: string
  /** Empty on create with `generateName`, and on deletecollection. */
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
  /** When the server stops working on the request, by the clock's `elapsed`. */
  readonly deadline?: number | undefined
}

/**
 * One admission controller (reference/admission.md 1). `admit` runs in the mutating phase and may change `object`;
 * `validate` runs after validation of the object, in the validating phase, and may not. Both refuse by throwing a
 * `StatusError`, and answer a promise only where they have to wait. A plugin file exports a factory that takes what it
 * needs and ends in `satisfies AdmissionPlugin`.
 */
export interface AdmissionPlugin {
  readonly name: string
  /** Whether it cares for requests of this scope at all; asked once, when the first of them comes. */
  handles(scope: AdmissionScope): boolean
  /** For plugins whose answer to `handles` may change: `changed` tells that it has. Called once, at the start. */
  follow?(changed: () => void): void
  admit?(request: AdmissionRequest): Promise<void> | void
  /** After all plugins admitted: whether each of them has to look at the object once more. */
  again?(request: AdmissionRequest): boolean
  validate?(request: AdmissionRequest): Promise<void> | void
}

/** Makes a plugin of a cluster. @throws Error where its configuration is unusable. */
export type AdmissionFactory = (context: AdmissionContext) => AdmissionPlugin

/** What plugins are made with. */
export interface AdmissionContext {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly lister: Lister
  readonly writer: Writer
  readonly authorizer: Authorizer
  readonly catalog: Pick<Catalog, 'byKind' | 'find' | 'all' | 'generation'>
  readonly convert: VersionConverter
  /** The plugin's part of the file given by `--admission-control-config-file`. */
  readonly configuration: Json | undefined
  readonly tolerationSeconds: TolerationSeconds
  /** The host's way to the backends of webhooks; absent where it reaches none. */
  readonly callWebhook?: WebhookCaller | undefined
  /** Whom ImagePolicyWebhook asks. */
  readonly imageReviewer?: RemoteService | undefined
}

/** Seconds that a pod stays on a node that is not ready, or cannot be reached. */
export interface TolerationSeconds {
  readonly notReady: number
  readonly unreachable: number
}

/** What plugins may read: the current objects of a resource, by storage name. */
export interface Lister {
  get(resource: string, namespace: string, name: string): ApiObject | undefined
  /** In order of namespace and name. */
  list(resource: string, namespace?: string): Iterable<ApiObject>
  /** Calls `changed` after each change of the resource, as long as the server runs. */
  follow(resource: string, changed: () => void): void
}

/** What plugins may write, in the server's own name and through every rule of the API. Resources are of the core group. */
export interface Writer {
  create(resource: string, object: ApiObject): Promise<void>
  /** @throws StatusError, Conflict where the object has changed since it was read. */
  updateStatus(resource: string, object: ApiObject): Promise<void>
}
