import type { ClusterInfo, ClusterStatus } from '../../worker/host/messages.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'

export type { ClusterInfo }

/** An open cluster. Everything but its name and life is asked for by HTTP. */
export interface ClusterHandle {
  readonly id: string
  readonly info: ClusterInfo
  /** `fetch` below the cluster, `/api/v1/pods?limit=5`, over a direct port: real Responses with streaming bodies. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** `<base>/clusters/<id>`: where the same API is reached by `fetch`, from any page below <base>. */
  readonly baseUrl: string
  readonly state: ClusterState
  /** Calls `listener` now and after each change; the result stops it. */
  onState(listener: (state: ClusterState) => void): () => void
  /** Lets go of the handle; the cluster stays open for others. */
  close(): void
}

export interface ClusterState {
  /** `reconnecting`: the worker ended, or another one takes over; requests wait. */
  readonly phase: ClusterStatus['phase'] | 'reconnecting'
  readonly saved: ClusterStatus['saved']
  readonly revision: number
  readonly error?: string
  /** What was found damaged when it was opened, and what may be lost. */
  readonly notice?: string
}

/** `shared`: one SharedWorker; `dedicated`: an elected worker of one page; `memory`: a worker of this page alone. */
export type WorkerMode = 'shared' | 'dedicated' | 'memory'

/** The clusters of this browser. Rejections are Errors whose message can be shown. */
export interface Clusters {
  /** The oldest first. */
  list(): Promise<ClusterInfo[]>
  open(id: string): Promise<ClusterHandle>
  create(cluster: { name?: string; dialect: DialectName }): Promise<ClusterHandle>
  rename(id: string, name: string): Promise<ClusterInfo>
  /** A copy of everything the cluster holds, opened. */
  fork(id: string, name?: string): Promise<ClusterHandle>
  delete(id: string): Promise<void>
  readonly mode: WorkerMode
  /** Calls `listener` once a newer version of the app is installed; it is used when all tabs were closed. */
  onUpdate(listener: () => void): () => void
}
