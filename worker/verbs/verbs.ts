import type { Int64 } from '../api/int64.ts'
import type { Awaitable } from '../runtime/awaitable.ts'
import type { Json, JsonObject } from '../api/json.ts'
import type { ApiObject, ListMeta } from '../api/object.ts'
import type { StatusError } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Trace } from '../observability/trace.ts'
import type { ResourceFacts, ResourceVersion, Subresource } from '../resources/resource.ts'
import type { Spelling } from '../schema/strictness.ts'

/*
 * The verbs: the effect of a request on objects. They are independent of wire formats: bodies are decoded objects, and
 * answers are objects. An answer also has the stored bytes when these can be sent as they are.
 */

/** The object, collection or subresource that a request addresses. */
export interface Target {
  readonly resource: ResourceFacts
  readonly version: ResourceVersion
  readonly subresource: Subresource | undefined
  /** The namespace of the request. It is empty for cluster scope, and for a collection across namespaces. */
  readonly namespace: string
  /** The name of the object. It is empty for a collection. */
  readonly name: string
}

export interface Caller {
  readonly requestId: string
  readonly user: UserInfo
  readonly userAgent: string
  readonly signal: AbortSignal
  /** The value of `clock.elapsed()` at which the request times out; absent without a deadline. */
  readonly deadline?: number | undefined
  readonly trace: Trace
  /**
   * Lets other requests run between two steps, if this request has held the event loop for long; otherwise returns undefined.
   * Absent when the caller is not a request.
   */
  pause?(): Promise<void> | undefined
  /** Adds a `Warning` header to the answer. */
  warn(text: string): void
}

/** One object as an answer. `bytes` is its JSON when the stored encoding is in the requested version. */
export interface View {
  readonly object: ApiObject
  readonly bytes?: Uint8Array | undefined
  /** `bytes` plus the trailing newline, when stored that way. */
  readonly line?: Uint8Array | undefined
  /** The offset in `bytes` at which the value of `metadata` ends. */
  readonly metadataEnd?: number | undefined
  /** The object in its storage form, if that differs from the requested version. The cells of a Table are computed from it. */
  readonly hub?: ApiObject | undefined
  /** The namespace and name, available without decoding the object; absent for an object that is not stored. */
  readonly place?: { readonly namespace: string; readonly name: string }
}

/** A write's answer. */
export interface Written extends View {
  readonly created: boolean
}

export interface GetOptions {
  readonly resourceVersion: string
  /**
   * Whether the state must have exactly this version, which the real server offers for lists only. Otherwise the state may be
   * newer.
   */
  readonly isExact?: boolean
}

export interface ListOptions {
  readonly resourceVersion: string
  readonly resourceVersionMatch: string
  readonly labelSelector: string
  readonly fieldSelector: string
  /** The maximum number of objects in the answer. 0 means no limit. */
  readonly limit: Int64
  readonly continue: string
}

export interface WatchOptions {
  readonly resourceVersion: string
  readonly resourceVersionMatch: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly allowWatchBookmarks: boolean
  /** Whether the request asks for the initial events. It is undefined when the request does not have this option. */
  readonly sendInitialEvents: boolean | undefined
  /** The length of the watch, in seconds. When it is undefined or 0, the server chooses the length. */
  readonly timeoutSeconds: Int64 | undefined
  /** The number of milliseconds from the initial events to the bookmark that ends them. The default is 0. */
  readonly bookmarkDelay?: number
}

export interface WriteOptions {
  readonly dryRun: boolean
  /** When it is empty, the manager is inferred from the User-Agent. */
  readonly fieldManager: string
  /** The `fieldValidation` parameter; absent or empty when the request has none. */
  readonly validation?: string
}

export interface ApplyOptions extends WriteOptions {
  readonly force: boolean
}

export interface DeleteOptions {
  readonly dryRun: boolean
  readonly gracePeriodSeconds: Int64 | undefined
  readonly propagationPolicy: 'Orphan' | 'Background' | 'Foreground' | undefined
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string }
  /** The options as sent, for admission. */
  readonly raw: JsonObject
}

export interface ListResult {
  readonly metadata: ListMeta
  readonly items: Iterable<View>
}

/**
 * An event for a watcher. `encoded` holds the bytes already written for this change, by event type and answer form. All
 * watchers that receive the change share it.
 */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly view: View; readonly encoded: Map<string, Uint8Array> }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd: boolean }
  | { readonly type: 'ERROR'; readonly status: JsonObject }

export interface Watcher {
  event(event: WatchEvent): void
  end(): void
}

export type PatchType = 'json' | 'merge' | 'strategic'

/** The treatment of unknown and repeated fields of a body (reference/validation.md 1). */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

/** A parsed patch. */
export interface PatchDocument {
  readonly value: Json
  /** Details of the text that the value loses: repeated keys, and how numbers were written. */
  readonly spelling?: Spelling | undefined
  /** The strict reader's findings: repeated keys, unknown members. */
  readonly faults: readonly string[]
}

export interface PatchRequest {
  readonly type: PatchType
  /**
   * The parsed patch, or the refusal of an unparsable body. The refusal is thrown after the object is found, so a missing
   * object is still a 404.
   */
  readonly document: PatchDocument | StatusError
  readonly fieldValidation: FieldValidation
}

export interface ApplyRequest {
  /** The parsed body, or the refusal of an unparsable body, which is thrown as in `PatchRequest`. */
  readonly config: ApiObject | StatusError
  /** The strict reader's findings: repeated keys. */
  readonly faults: readonly string[]
  readonly fieldValidation: FieldValidation
}

/**
 * The result of DELETE. `view` is the last state of a removed object, or the current state of an object that remains.
 * `answersObject`: the answer to a removal is that object and not a Status.
 */
export type Deleted = { readonly removed: boolean; readonly view: View; readonly answersObject: boolean }

/** A verb refuses by throwing a StatusError, or by rejecting its promise with one. */
export interface Verbs {
  get(target: Target, caller: Caller, options: GetOptions): Awaitable<View>
  list(target: Target, caller: Caller, options: ListOptions): Awaitable<ListResult>
  /** Returns once the watch is set up; the returned function stops it. */
  watch(target: Target, caller: Caller, options: WatchOptions, watcher: Watcher): Promise<() => void>
  /** `body` is of the target's kind. The verb may modify the body. */
  create(target: Target, caller: Caller, body: ApiObject, options: WriteOptions): Awaitable<Written>
  update(target: Target, caller: Caller, body: ApiObject, options: WriteOptions): Awaitable<Written>
  patch(target: Target, caller: Caller, patch: PatchRequest, options: WriteOptions): Awaitable<Written>
  apply(target: Target, caller: Caller, apply: ApplyRequest, options: ApplyOptions): Awaitable<Written>
  delete(target: Target, caller: Caller, options: DeleteOptions): Awaitable<Deleted>
  deleteCollection(target: Target, caller: Caller, list: ListOptions, options: DeleteOptions): Awaitable<ListResult>
  /**
   * Checks a request for a log, a stream (`exec`, `attach`, `portforward`) or a proxy. Returns the text of a log, or undefined
   * for an empty answer. Refuses all other requests, because the nodes run no containers.
   */
  connect(target: Target, caller: Caller, options: JsonObject, how: ConnectOptions): Awaitable<string | undefined>
}

export interface ConnectOptions {
  /** Whether the request upgrades the connection from HTTP to a stream (`exec`). */
  readonly upgrade: boolean
}
