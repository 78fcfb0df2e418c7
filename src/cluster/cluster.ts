import type { ClusterInfo, ClusterStatus, FromWorker, NewCluster, ToWorker } from '../../worker/host/messages.ts'

export type { ClusterInfo }

/** An open cluster. Clients read and write its objects over HTTP; this interface holds the cluster's name and state. */
export interface ClusterHandle {
  readonly id: string
  readonly info: ClusterInfo
  /** `fetch` below the cluster, `/api/v1/pods?limit=5`, over a direct port: real Responses with streaming bodies. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** `<base>/clusters/<id>`: the address of the same API for `fetch`. Any page below <base> can use it. */
  readonly baseUrl: string
  readonly state: ClusterState
  /** Calls `listener` now and after each change. The returned function unsubscribes. */
  onState(listener: (state: ClusterState) => void): () => void
  readonly link: ClusterLink
  /** Releases the handle; other handles of the cluster stay open. */
  close(): void
}

/** The messages between this page and the API worker, for the calls of webhooks. */
export interface ClusterLink {
  /** `port`: the port in the message. */
  send(message: ToWorker, port?: MessagePort): void
  /** Called with each message of the worker that does not answer a request. */
  listener?: (message: FromWorker) => void
}

export interface ClusterState {
  /** `reconnecting`: the worker has ended, or another one takes over. Requests wait meanwhile. */
  readonly phase: ClusterStatus['phase'] | 'reconnecting'
  readonly saved: ClusterStatus['saved']
  readonly revision: number
  readonly error?: string
  /** The damage found when the store was opened, and what may be lost. */
  readonly notice?: string
  /** Whether the browser promised to keep the stored data even when it needs space. Undefined until the browser has answered. */
  readonly isLasting?: boolean | undefined
}

/**
 * `shared`: one SharedWorker for all pages; `dedicated`: the worker of one page, which the pages elect; `memory`: a
 * worker that serves only this page.
 */
export type WorkerMode = 'shared' | 'dedicated' | 'memory'

/** The clusters of this browser. Methods reject with Errors whose messages are shown to the user. */
export interface Clusters {
  /** Oldest first. */
  list(): Promise<ClusterInfo[]>
  open(id: string): Promise<ClusterHandle>
  create(cluster: Omit<NewCluster, 'id'>): Promise<ClusterHandle>
  rename(id: string, name: string): Promise<ClusterInfo>
  /** Copies all objects of the cluster to a new cluster. Returns the id of the copy, which is not opened. */
  fork(id: string, name?: string): Promise<string>
  delete(id: string): Promise<void>
  /** A direct port to this page's worker, for a page that starts none; undefined while this page's worker is not the writer. */
  lend(): MessagePort | undefined
  readonly mode: WorkerMode
  /** Calls `listener` when a newer version of the app is installed. The newer version starts after all tabs were closed. */
  onUpdate(listener: () => void): () => void
}
