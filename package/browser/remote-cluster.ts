import { proxy, type ProxyMarked } from 'comlink'
import type { Cluster, ClusterOptions } from '../server/cluster.ts'
import type { Fault, FaultTarget } from '../server/faults.ts'
import { createCluster } from '../server/create-cluster.ts'

/** A request of the page. The page chooses the id, with which it can abort the request. */
export interface RemoteRequest {
  readonly id: number
  readonly path: string
  readonly user: string | undefined
  readonly method: string
  readonly headers: readonly [string, string][]
  readonly body: Uint8Array<ArrayBuffer> | undefined
}

/** The head of an answer, or the message of a connection that ended without one. */
export type RemoteResponse =
  | { readonly status: number; readonly headers: [string, string][]; readonly reader: RemoteReader | undefined }
  | { readonly cut: string }

/** Reads a body; the page requests each chunk. Undefined: the body has ended. */
export interface RemoteReader extends ProxyMarked {
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>
  cancel(): Promise<void>
}

/** The worker's side of a cluster, called with Comlink. */
export class RemoteCluster {
  readonly #cluster: Cluster
  readonly #requests = new Map<number, AbortController>()

  static async create(options: ClusterOptions): Promise<RemoteCluster & ProxyMarked> {
    return proxy(new RemoteCluster(await createCluster(options)))
  }

  private constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  async request({ id, path, user, method, headers, body }: RemoteRequest): Promise<RemoteResponse> {
    const stopper = new AbortController()
    this.#requests.set(id, stopper)
    const { fetch } = user === undefined ? this.#cluster : this.#cluster.as(user)
    try {
      const response = await fetch(path, {
        method,
        headers: [...headers],
        signal: stopper.signal,
        ...(body !== undefined && { body }),
      })
      const end = (): void => void this.#requests.delete(id)
      const reader = response.body === null ? undefined : readerOf(response.body, end)
      if (reader === undefined) end()
      return { status: response.status, headers: [...response.headers], reader }
    } catch (error) {
      this.#requests.delete(id)
      if (error instanceof TypeError) return { cut: error.message }
      throw error
    }
  }

  abort(id: number): void {
    this.#requests.get(id)?.abort()
    this.#requests.delete(id)
  }

  async fork(): Promise<RemoteCluster & ProxyMarked> {
    return proxy(new RemoteCluster(await this.#cluster.fork()))
  }

  addFault(target: FaultTarget, fault: Fault): (() => void) & ProxyMarked {
    return proxy(this.#cluster.faults.on(target, fault))
  }

  clearFaults = (): void => this.#cluster.faults.clear()
  snapshot = (): ReturnType<Cluster['snapshot']> => this.#cluster.snapshot()
  advance = (ms: number): Promise<void> => this.#cluster.advance(ms)
  now = (): Date => this.#cluster.now()
  requests = (): Cluster['requests'] => this.#cluster.requests
  compact = (): void => this.#cluster.compact()
  close = (): Promise<void> => this.#cluster.close()
}

function readerOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, end: () => void): RemoteReader {
  const reader = body.getReader()
  return proxy({
    async read() {
      const { value } = await reader.read()
      if (value === undefined) end()
      return value
    },
    async cancel() {
      end()
      await reader.cancel()
    },
  })
}
