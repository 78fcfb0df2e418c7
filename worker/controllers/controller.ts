import type { Json } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { AccountTokens } from '../authentication/service-account/account-tokens.ts'
import type { AuthorityFiles } from '../certificates/authority.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'

/**
 * A controller watches some kinds and writes what follows from them, as any client of the API could: through the verbs,
 * never the store. `start` resolves once what was there when it began has been seen to.
 */
export interface Controller {
  /** What it works with; where a cluster does not serve that, the controller is not started. */
  readonly needs: readonly ResourceKind[]
  start(): Promise<void>
  /** Nothing is written after it; a write that is under way may still end. */
  stop(): void
}

export interface ControllerContext {
  readonly client: Client
  readonly clock: Clock
  readonly dialect: Dialect
  /** Who signs for this cluster; made with the first that asks where the host gives none. */
  readonly authority: () => Promise<AuthorityFiles>
  /** Told of what a controller could not do; it goes on with the next change. */
  readonly report: (error: unknown) => void
}

/** The API as controllers see it: one version of a resource at a time. Groups are templates of the dialect. */
export interface Client {
  /**
   * Tells of every object, first of those that are there, then of each change. It begins anew where a watch ends, so an
   * object may be told of twice.
   */
  follow(kind: ResourceKind, follower: Follower): Following
  /** Into the namespace of its metadata. `fieldManager` is a template of the dialect. */
  create(kind: ResourceKind, object: ApiObject, fieldManager: string): Promise<void>
  /** Takes the fields from whoever owns them. */
  apply(kind: ResourceKind, object: ApiObject, fieldManager: string): Promise<void>
  applyStatus(kind: ResourceKind, object: ApiObject, fieldManager: string): Promise<void>
  /** Exactly this object; resolves where it is gone. */
  delete(kind: ResourceKind, object: ApiObject): Promise<void>
  /** A PUT of `/status`: refused with Conflict where the object has changed meanwhile. */
  updateStatus(kind: ResourceKind, object: ApiObject, fieldManager: string): Promise<void>
}

export interface ResourceKind {
  readonly group: string
  readonly version: string
  readonly resource: string
}

export interface Follower {
  /** Added or changed. */
  present(object: ApiObject): Promise<void> | void
  gone(object: ApiObject): void
}

export interface Following {
  /** Resolves when the follower is done with what was there when it began. */
  readonly caughtUp: Promise<void>
  stop(): void
}

/**
 * What controllers of the manager work with: they know what there is by informers, do one thing at a time for each
 * object through a queue, and tell of it by events.
 */
export interface ManagerContext extends ControllerContext {
  readonly objects: Objects
  readonly kinds: ServedKinds
  /** For who has to know the schema of a kind. */
  readonly catalog: Catalog
  /** `--root-ca-file`: authorities by which pods know the server (PEM); empty where nobody can make one. */
  readonly rootCertificates: () => Promise<string>
  readonly accountTokens: () => Promise<AccountTokens>
  /** `objects`, written in another's name: a template of the dialect, such as `{agent}`. */
  objectsAs(writer: string): Objects
  /** Kept by one watch for all controllers that ask for the kind; the watch begins with the first that does. */
  informer(kind: ResourceKind): Informer
  /**
   * Nothing is worked on while an informer is not synced yet: open all of them before the first `await`.
   * @param sync brings one thing into its state; where it throws it is called again, later each time
   */
  queue(sync: (key: string) => Promise<void>, retries?: Retries): WorkQueue
  /**
   * @param component who speaks, such as `replicaset-controller`
   * @param speaker where it is not the manager: see `objectsAs`, and on which machine
   */
  recorder(component: string, speaker?: { readonly writer: string; readonly host?: string }): EventRecorder
}

/**
 * Objects in one version of their kind, written in the name of the manager. Each write answers the object as it is then,
 * and by that time the informer of the kind has seen it. Each is refused as the API refuses (`wasRefused` of api/status.ts).
 */
export interface Objects {
  /** As it is stored now; undefined where there is none. */
  get(kind: ResourceKind, place: Place): Promise<ApiObject | undefined>
  /** Of a kind that is scalable. Refused with NotFound where there is no such object. */
  scale(kind: ResourceKind, place: Place): Promise<ApiObject>
  /** Of a namespace, as they are stored now; empty: of all, or of the cluster. */
  list(kind: ResourceKind, namespace: string): Promise<readonly ApiObject[]>
  /** Into the namespace of its metadata. A binding is answered by a Status. */
  create(kind: ResourceKind, object: ApiObject, subresource?: 'binding'): Promise<ApiObject>
  /** Refused with Conflict where the object has another resourceVersion than the stored one. */
  update(
    kind: ResourceKind,
    object: ApiObject,
    subresource?: 'status' | 'scale' | 'finalize' | 'approval',
  ): Promise<ApiObject>
  patch(
    kind: ResourceKind,
    place: Place,
    type: 'merge' | 'strategic',
    patch: Json,
    subresource?: 'status',
  ): Promise<ApiObject>
  /** Resolves where it is gone already. Refused with Conflict where a precondition does not hold. */
  delete(kind: ResourceKind, place: Place, options?: DeletionOptions): Promise<void>
  deleteCollection(kind: ResourceKind, namespace: string, options?: DeletionOptions): Promise<void>
}

/** What the cluster serves: custom resources come and go. Groups are spelled. */
export interface ServedKinds {
  /** Each resource in the version that is preferred. */
  all(): readonly ServedKind[]
  /** What an owner reference names; undefined where nobody serves it. */
  find(apiVersion: string, kind: string): ServedKind | undefined
  /** Calls the listener after each change; the returned function ends it. */
  follow(listener: () => void): () => void
}

export interface ServedKind extends ResourceKind {
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  /** Its objects have a Scale. */
  readonly isScalable: boolean
}

export interface Place {
  /** Empty: cluster scope. */
  readonly namespace: string
  readonly name: string
}

export interface DeletionOptions {
  readonly uid?: string
  readonly resourceVersion?: string
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground'
  readonly gracePeriodSeconds?: number
}

/** Objects are shared: nobody changes them. */
export interface Informer {
  /** Resolves once handlers were told of all that was there when it began. */
  readonly synced: Promise<void>
  get(place: Place): ApiObject | undefined
  /** Of a namespace, or of all. */
  list(namespace?: string): Iterable<ApiObject>
  /** Those with an owner reference of this uid that says `controller: true`. */
  controlledBy(uid: string): Iterable<ApiObject>
  /** Tells of every object: first, at once, of those that are there, then of each change. The returned function ends it. */
  handle(handler: InformerHandler): () => void
}

export interface InformerHandler {
  added?(object: ApiObject): void
  changed?(object: ApiObject, before: ApiObject): void
  /** As it was at its end. */
  gone?(object: ApiObject): void
}

/** Each wait is twice as long as the one before it. Milliseconds: 5 and 1000 s where not given. */
export interface Retries {
  readonly first?: number
  readonly longest?: number
}

/** Keys are worked on one at a time each, several beside each other. A key that is added while it is worked on comes again. */
export interface WorkQueue {
  add(key: string): void
  /** The earliest of the times asked for counts. */
  addAfter(key: string, ms: number): void
  stop(): void
}

/** Events of one thing said again raise the count of the first, as the real recorder's do. */
export interface EventRecorder {
  /** @param fieldPath what of the object it is about: `spec.containers{web}` */
  event(about: ApiObject, type: 'Normal' | 'Warning', reason: string, message: string, fieldPath?: string): void
}
