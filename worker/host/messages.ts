import type { ClusterSettings } from '../api/cluster-settings.ts'
import type { DialectName } from '../dialect/dialect.ts'

/**
 * Every message between pages, the service worker and the API worker. There are three conversations:
 * - a link carries requests (`ToWorker`, `FromWorker`), over its own MessagePort or BroadcastChannel;
 * - a page and the worker it started agree on the writer (`LinkOffer`, `WorkerState`), and a page brokers ports for the
 *   service worker (`ToServiceWorker`, `FromServiceWorker`);
 * - pages and workers receive `Announcement` on the one BroadcastChannel of an installation.
 */
export type ToWorker =
  | RequestMessage
  | HeardMessage
  | AbortMessage
  | TakenMessage
  | FollowMessage
  | ControlMessage
  | OfferMessage
  | DirectMessage
  | WebhookHoldMessage
  | WebhookAnswerMessage
  | Ping
  | Pong
export type FromWorker =
  | HelloMessage
  | AcceptedMessage
  | AnswerMessage
  | ChunkMessage
  | EndMessage
  | StatusMessage
  | ControlMessage
  | WebhookMessage
  | WebhookAbortMessage
  | Ping
  | Pong

export interface RequestMessage {
  readonly type: 'request'
  readonly id: number
  readonly cluster: string
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Uint8Array | undefined
  /** Identifies a write, so that a resent write is applied once; undefined for reads. */
  readonly writeId: string | undefined
  /** Whether an ended worker had acknowledged this write: the log shows whether the write was applied. */
  readonly again?: true
  /** Set for a write through the service worker. */
  readonly fetchIdentity?: FetchIdentity
}

/**
 * Identifies a repeated fetch. A browser whose service worker ends during a fetch starts the service worker again and
 * repeats the request under another id. The server treats a write as repeated when an earlier run sent an equal write
 * and did not receive its answer.
 */
export interface FetchIdentity {
  /** Identifies the run of the service worker. */
  readonly run: string
  /** A hash of the page, the request and its body. */
  readonly hash: string
}

/** The page received the answer to a write with a `fetchIdentity`. */
export interface HeardMessage {
  readonly type: 'heard'
  readonly writeId: string
}

export interface AbortMessage {
  readonly type: 'abort'
  readonly id: number
}

/** Flow control: the reader of stream `id` consumed `bytes` more. */
export interface TakenMessage {
  readonly type: 'taken'
  readonly id: number
  readonly bytes: number
}

/** Requests a `status` message now and after each change. */
export interface FollowMessage {
  readonly type: 'follow'
  readonly cluster: string
}

/** A message of comlink, for the calls of `ClusterControl`. */
export interface ControlMessage {
  readonly type: 'control'
  readonly message: unknown
}

/**
 * Handlers of the page (webhooks of its user, ADR 0035) answer for these hosts of a cluster, such as `guard.default.svc`.
 * Replaces the page's earlier offer.
 */
export interface OfferMessage {
  readonly type: 'offer'
  readonly cluster: string
  readonly hosts: readonly string[]
}

/**
 * The page's handler of this host answers calls over `port` from now on: `webhook` and `webhook-abort` arrive there, and
 * `webhook-answer` comes back. A message without a port withdraws the earlier port. The page then answers further calls, and also
 * the calls that the earlier port has not answered.
 */
export interface DirectMessage {
  readonly type: 'direct'
  readonly cluster: string
  readonly host: string
  readonly port?: MessagePort
}

/** A webhook call to an offered host. */
export interface WebhookMessage {
  readonly type: 'webhook'
  readonly cluster: string
  readonly call: number
  readonly method: string
  readonly url: string
  readonly userAgent: string
  /** The body of the request; empty for GET. */
  readonly body: string
}

/** The server no longer waits for the answer. */
export interface WebhookAbortMessage {
  readonly type: 'webhook-abort'
  readonly call: number
}

/** The user examines the call in the page: the server waits for the answer without its own time limit. */
export interface WebhookHoldMessage {
  readonly type: 'webhook-hold'
  readonly call: number
}

export interface WebhookAnswerMessage {
  readonly type: 'webhook-answer'
  readonly call: number
  /** The answer of the handler; undefined when the handler ended without an answer. */
  readonly answer:
    | {
        readonly status: number
        readonly headers: readonly (readonly [string, string])[]
        readonly body: string
      }
    | undefined
}

export interface Ping {
  readonly type: 'ping'
}

export interface Pong {
  readonly type: 'pong'
}

/** The first message on a link: the worker serves requests from now on. */
export interface HelloMessage {
  readonly type: 'hello'
  /** The number of the worker among all workers that became the writer. */
  readonly generation: number
  readonly persistence: Persistence
}

/** A write was received; sent before it can become durable. */
export interface AcceptedMessage {
  readonly type: 'accepted'
  readonly id: number
}

export interface AnswerMessage {
  readonly type: 'answer'
  readonly id: number
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** The whole body, transferred to the receiver; undefined when `chunk` messages and an `end` follow. */
  readonly body: Uint8Array | undefined
}

/** The joined output of a stream in one tick. */
export interface ChunkMessage {
  readonly type: 'chunk'
  readonly id: number
  readonly bytes: Uint8Array
}

export interface EndMessage {
  readonly type: 'end'
  readonly id: number
}

export interface StatusMessage extends ClusterStatus {
  readonly type: 'status'
}

export type Persistence = 'indexeddb' | 'memory'

export interface ClusterStatus {
  readonly cluster: string
  readonly phase: 'opening' | 'ready' | 'failed'
  /** `saving`: a commit is in progress; `memory`: the cluster is not stored and ends with its worker. */
  readonly saved: 'saved' | 'saving' | 'memory'
  /** The newest durable revision. */
  readonly revision: number
  /** The error of the start; while `ready`, the error of the last commit. */
  readonly error?: string
  /** Damage found when the log was opened, and the possible loss. */
  readonly notice?: string
}

export interface ClusterInfo {
  /** Lower-case letters, digits and hyphens; part of paths. */
  readonly id: string
  readonly name: string
  readonly dialect: DialectName
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** The settings of the cluster; undefined for the settings of a new cluster of the playground. */
  readonly settings?: ClusterSettings
  /**
   * The moment at which the cluster's time was `settings.startTime`; a copy keeps the moment of its source. Default:
   * `createdAt`.
   */
  readonly epoch?: number
}

/** A cluster to create, under an id that the caller chose. */
export interface NewCluster {
  readonly id: string
  readonly name?: string
  readonly dialect: DialectName
  readonly settings?: ClusterSettings
}

/**
 * Calls that create, list and remove clusters. The caller chooses the id of a new cluster, so that each call is
 * idempotent after a takeover.
 */
export interface ClusterControl {
  list(): Promise<ClusterInfo[]>
  open(id: string): Promise<ClusterInfo>
  create(cluster: NewCluster): Promise<ClusterInfo>
  rename(id: string, name: string): Promise<ClusterInfo>
  /** Copies a cluster's stored objects into a new one, `newId`. */
  fork(id: string, newId: string, name?: string): Promise<ClusterInfo>
  remove(id: string): Promise<void>
  /** Starts the controller managers of all open clusters, and of other clusters when they are opened. */
  startControllers(): Promise<void>
}

/** A message with one MessagePort, which the worker serves as a link. It is sent to the writer only. */
export interface LinkOffer {
  readonly type: 'link'
}

export type WorkerState = RoleMessage | BrokenMessage

/** The worker holds the Web Lock `livenessLock(id)` until it ends. */
export interface RoleMessage {
  readonly type: 'role'
  readonly role: 'writer' | 'standby'
  readonly id: string
}

/** This worker can become neither the writer nor a standby. */
export interface BrokenMessage {
  readonly type: 'broken'
  readonly why: string
}

export type ToServiceWorker =
  /**
   * Requests that the service worker takes control of pages that were loaded without the service worker (first visit, hard
   * reload).
   */
  | { readonly type: 'claim' }
  /** The answer to `port-wanted`, with one MessagePort, a link to the API worker. */
  | { readonly type: 'port' }

export interface FromServiceWorker {
  readonly type: 'port-wanted'
}

export type Announcement =
  /** A worker became the writer: links of older generations are dead. */
  | { readonly type: 'writer'; readonly generation: number }
  /** A page without a port to the writer requests a link over the BroadcastChannel `pipe`. */
  | { readonly type: 'pipe-wanted'; readonly pipe: string }

/** `base`: the path of the installation, `/tabplane/`; installations on one origin are separate. */
export const announcementChannel = (base: string): string => `tabplane:${base}`
export const writerLock = (base: string): string => `tabplane:${base}:writer`
export const livenessLock = (id: string): string => `tabplane:worker:${id}`
