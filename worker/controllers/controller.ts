import type { ApiObject } from '../api/object.ts'
import type { AuthorityFiles } from '../certificates/authority.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'

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
