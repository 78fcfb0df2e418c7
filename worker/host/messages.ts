import type { DialectName } from '../dialect/dialect.ts'

/**
 * Every message between pages, the service worker and the API worker. Three conversations:
 * - a link carries requests (`ToWorker`, `FromWorker`), over a MessagePort or a BroadcastChannel of its own;
 * - a page and the worker it started speak about who writes (`ToDoor`, `FromDoor`), and a page brokers ports for the
 *   service worker (`ToServiceWorker`, `FromServiceWorker`);
 * - everybody hears `Announcement` on the one BroadcastChannel of an installation.
 */
export type ToWorker =
  RequestMessage | HeardMessage | AbortMessage | TakenMessage | FollowMessage | ControlMessage | Ping | Pong
export type FromWorker =
  | HelloMessage
  | AcceptedMessage
  | AnswerMessage
  | ChunkMessage
  | EndMessage
  | StatusMessage
  | ControlMessage
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
  /** Names a write, so that one sent twice is applied once; undefined for reads. */
  readonly writeId: string | undefined
  /** A worker that has ended since said that it received this write: whether it was applied is in the log. */
  readonly again?: true
  /** Of a write by way of the service worker. */
  readonly twin?: Twin
}

/**
 * A browser whose service worker ends during a fetch starts it anew and gives it the same request, under another id: a
 * write of another service worker's that asks for the same, and whose answer was not heard, is the same write.
 */
export interface Twin {
  /** Names the service worker's run. */
  readonly by: string
  /** Names what is asked for: the page, the request and its body. */
  readonly of: string
}

/** The answer to a write with a `twin` arrived. */
export interface HeardMessage {
  readonly type: 'heard'
  readonly writeId: string
}

export interface AbortMessage {
  readonly type: 'abort'
  readonly id: number
}

/** Flow control: the reader of stream `id` took `bytes` more. */
export interface TakenMessage {
  readonly type: 'taken'
  readonly id: number
  readonly bytes: number
}

/** Asks for a `status` message now and whenever it changes. */
export interface FollowMessage {
  readonly type: 'follow'
  readonly cluster: string
}

/** A message of comlink, for the calls of `ClusterControl`. */
export interface ControlMessage {
  readonly type: 'control'
  readonly message: unknown
}

export interface Ping {
  readonly type: 'ping'
}

export interface Pong {
  readonly type: 'pong'
}

/** The first message on a link: requests are served from here on. */
export interface HelloMessage {
  readonly type: 'hello'
  /** Grows with each worker that became the writer. */
  readonly generation: number
  readonly persistence: Persistence
}

/** A write was received and is about to be handled; sent before anything of it can be durable. */
export interface AcceptedMessage {
  readonly type: 'accepted'
  readonly id: number
}

export interface AnswerMessage {
  readonly type: 'answer'
  readonly id: number
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** The whole body, owned by the receiver; undefined: `chunk` messages and an `end` follow. */
  readonly body: Uint8Array | undefined
}

/** What a stream produced in one tick, as one piece. */
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
  /** `saving`: a commit is under way; `memory`: this cluster ends with its worker. */
  readonly saved: 'saved' | 'saving' | 'memory'
  /** The newest durable revision. */
  readonly revision: number
  /** Why it failed; while `ready`: why the last change was not saved. */
  readonly error?: string
  /** What was found damaged when it was opened, and what may be lost. */
  readonly notice?: string
}

export interface ClusterInfo {
  /** Lower-case letters and digits; stands in paths. */
  readonly id: string
  readonly name: string
  readonly dialect: DialectName
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/**
 * The calls that are about clusters rather than in one. The caller chooses a new cluster's id, so that each call can be
 * repeated after a takeover without a second effect.
 */
export interface ClusterControl {
  list(): Promise<ClusterInfo[]>
  open(id: string): Promise<ClusterInfo>
  create(cluster: { id: string; name?: string; dialect: DialectName }): Promise<ClusterInfo>
  rename(id: string, name: string): Promise<ClusterInfo>
  /** Copies a cluster's stored objects into a new one, `newId`. */
  fork(id: string, newId: string, name?: string): Promise<ClusterInfo>
  remove(id: string): Promise<void>
  /** Starts the controller manager of every cluster: of those that are open now, and of others when they are opened. */
  startControllers(): Promise<void>
}

/** With one MessagePort: serve it as a link. Only sent to a worker that said it is the writer. */
export interface ToDoor {
  readonly type: 'link'
}

export type FromDoor = RoleMessage | BrokenMessage

/** `id`: holds the Web Lock `lifeLock(id)` while it lives. */
export interface RoleMessage {
  readonly type: 'role'
  readonly role: 'writer' | 'standby'
  readonly id: string
}

/** This worker can neither write nor stand by. */
export interface BrokenMessage {
  readonly type: 'broken'
  readonly why: string
}

export type ToServiceWorker =
  /** Take control of pages that were loaded past you (first visit, hard reload). */
  | { readonly type: 'claim' }
  /** With one MessagePort: a link to the API worker, as asked for by `port-wanted`. */
  | { readonly type: 'port' }

export interface FromServiceWorker {
  readonly type: 'port-wanted'
}

export type Announcement =
  /** A worker became the writer: links of older generations are dead. */
  | { readonly type: 'writer'; readonly generation: number }
  /** A page without a port to the writer asks it to serve the BroadcastChannel `pipe`. */
  | { readonly type: 'pipe-wanted'; readonly pipe: string }

/** `base`: the path of the installation, `/tabplane/`; several on one origin do not meet. */
export const announcementChannel = (base: string): string => `tabplane:${base}`
export const writerLock = (base: string): string => `tabplane:${base}:writer`
export const lifeLock = (id: string): string => `tabplane:worker:${id}`
