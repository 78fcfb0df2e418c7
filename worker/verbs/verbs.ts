import type { Awaitable } from '../runtime/awaitable.ts'
import type { Json, JsonObject } from '../api/json.ts'
import type { ApiObject, ListMeta } from '../api/object.ts'
import type { StatusError } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Trace } from '../observability/trace.ts'
import type { Resource, ResourceVersion, Subresource } from '../resources/resource.ts'
import type { Spelling } from '../schema/strictness.ts'

/**
 * The verbs: what a request does to objects. They know no wire format: bodies come decoded, answers leave as objects
 * with the stored bytes beside them where those are the very answer.
 */
export interface Target {
  readonly resource: Resource
  readonly version: ResourceVersion
  readonly subresource: Subresource | undefined
  /** Empty for cluster scope, and for a collection across namespaces. */
  readonly namespace: string
  /** Empty for a collection. */
  readonly name: string
}

export interface Caller {
  readonly requestId: string
  readonly user: UserInfo
  readonly userAgent: string
  readonly signal: AbortSignal
  /** By the clock's `elapsed`; absent: none. */
  readonly deadline?: number | undefined
  readonly trace: Trace
  /** Adds a `Warning` header to the answer. */
  warn(text: string): void
}

/** One object as an answer. `bytes` is its JSON where the stored encoding is what the caller asked for. */
export interface View {
  readonly object: ApiObject
  readonly bytes?: Uint8Array | undefined
  /** The same with the line feed that an answer ends in, where they lie so. */
  readonly line?: Uint8Array | undefined
  /** Where in `bytes` the value of `metadata` ends. */
  readonly metadataEnd?: number | undefined
  /** In the shape of the store, where that is another one: what the columns of a Table read. */
  readonly hub?: ApiObject | undefined
  /** Where it lies, known without it; absent for what is not stored. */
  readonly place?: { readonly namespace: string; readonly name: string }
}

/** A write's answer. */
export interface Written extends View {
  readonly created: boolean
}

export interface GetOptions {
  readonly resourceVersion: string
  /** `Exact`: as it was at the version; the real server knows this of lists only. Anything else: not older than it. */
  readonly resourceVersionMatch?: string
}

export interface ListOptions {
  readonly resourceVersion: string
  readonly resourceVersionMatch: string
  readonly labelSelector: string
  readonly fieldSelector: string
  /** 0: no limit. */
  readonly limit: number
  readonly continue: string
}

export interface WatchOptions {
  readonly resourceVersion: string
  readonly resourceVersionMatch: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly allowWatchBookmarks: boolean
  /** Undefined: not given. */
  readonly sendInitialEvents: boolean | undefined
  /** Seconds; undefined: the server chooses. */
  readonly timeoutSeconds: number | undefined
}

export interface WriteOptions {
  readonly dryRun: boolean
  /** Empty: inferred from the User-Agent. */
  readonly fieldManager: string
  /** `fieldValidation` as it was asked for; absent or empty: it was not. */
  readonly validation?: string
}

export interface ApplyOptions extends WriteOptions {
  readonly force: boolean
}

export interface DeleteOptions {
  readonly dryRun: boolean
  readonly gracePeriodSeconds: number | undefined
  readonly propagationPolicy: 'Orphan' | 'Background' | 'Foreground' | undefined
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string }
  /** As sent, for admission. */
  readonly raw: JsonObject
}

export interface ListResult {
  readonly metadata: ListMeta
  readonly items: Iterable<View>
}

/** What a watcher gets, in order. `encoded` is shared by all watchers of a change, keyed by form. */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly view: View; readonly encoded: Map<string, Uint8Array> }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd: boolean }
  | { readonly type: 'ERROR'; readonly status: JsonObject }

export interface Watcher {
  event(event: WatchEvent): void
  end(): void
}

export type PatchType = 'json' | 'merge' | 'strategic'

/** What happens to unknown and repeated fields of a body (reference/validation.md 1). */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

/** A parsed patch. */
export interface PatchDocument {
  readonly value: Json
  /** How the text spells what the value does not keep. */
  readonly spelling?: Spelling | undefined
  /** The strict reader's findings: repeated keys, unknown members. */
  readonly faults: readonly string[]
}

export interface PatchRequest {
  readonly type: PatchType
  /** A body that cannot be parsed is its refusal, which is thrown once the object is found: a missing object is 404. */
  readonly document: PatchDocument | StatusError
  readonly fieldValidation: FieldValidation
}

export interface ApplyRequest {
  /** A body that cannot be parsed is its refusal, as in a patch. */
  readonly config: ApiObject | StatusError
  /** The strict reader's findings: repeated keys. */
  readonly faults: readonly string[]
  readonly fieldValidation: FieldValidation
}

/** DELETE answers the object as it was (or as it now is, while finalizers hold it), or a Status about it. */
export type Deleted = { readonly removed: boolean; readonly view: View; readonly answersObject: boolean }

/** Each refuses by throwing a StatusError: at once, or where it had to wait, through its promise. */
export interface Verbs {
  get(target: Target, caller: Caller, options: GetOptions): Awaitable<View>
  list(target: Target, caller: Caller, options: ListOptions): Awaitable<ListResult>
  /** Returns once the watch is set up; the returned function stops it. */
  watch(target: Target, caller: Caller, options: WatchOptions, watcher: Watcher): Promise<() => void>
  /** `body` is of the target's kind, and from now on the verb's to change. */
  create(target: Target, caller: Caller, body: ApiObject, options: WriteOptions): Awaitable<Written>
  update(target: Target, caller: Caller, body: ApiObject, options: WriteOptions): Awaitable<Written>
  patch(target: Target, caller: Caller, patch: PatchRequest, options: WriteOptions): Awaitable<Written>
  apply(target: Target, caller: Caller, apply: ApplyRequest, options: ApplyOptions): Awaitable<Written>
  delete(target: Target, caller: Caller, options: DeleteOptions): Awaitable<Deleted>
  deleteCollection(target: Target, caller: Caller, list: ListOptions, options: DeleteOptions): Awaitable<ListResult>
  /** Reaches what lies behind an object: a container's log, a shell, an address. Returns where there is nothing to say. */
  connect(target: Target, caller: Caller, options: JsonObject, how: ConnectOptions): Awaitable<void>
}

export interface ConnectOptions {
  /** The request asks to leave HTTP for a stream of its own (`exec`). */
  readonly upgrade: boolean
}
