import { proxy, type ProxyMarked } from 'comlink'
import manifest from '../../package.json' with { type: 'json' }
import type { Cluster, ClusterOptions } from '../server/cluster.ts'
import type { Fault, FaultTarget } from '../server/faults.ts'
import { createCluster } from '../server/create-cluster.ts'

const { version } = manifest

/** A request of the page. The page chooses the id, with which it can abort the request. */
export interface RemoteRequest {
  readonly id: number
  readonly path: string
  readonly user: string | undefined
  readonly method: string
  readonly headers: readonly [string, string][]
  readonly body: Uint8Array<ArrayBuffer> | undefined
}

/** The head of an answer, or the message of a connection that ended before its answer began. */
export type RemoteResponse =
  | { readonly status: number; readonly headers: [string, string][]; readonly hasBody: boolean }
  | { readonly cut: string }

/** A request until its body has ended. */
interface OpenRequest {
  readonly stopper: AbortController
  reader?: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
}

/** The worker's side of a cluster, called with Comlink. */
export class RemoteCluster {
  readonly #cluster: Cluster
  readonly #requests = new Map<number, OpenRequest>()

  /**
   * @param page the version of the package that the page has
   * @throws Error for another version than the worker's
   */
  static async create(options: ClusterOptions, page: string): Promise<RemoteCluster & ProxyMarked> {
    if (page !== version)
      throw new Error(`the worker is of version ${version} of tabplane, its page of version ${page}; build both again`)
    return proxy(new RemoteCluster(await createCluster(options)))
  }

  private constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  async request({ id, path, user, method, headers, body }: RemoteRequest): Promise<RemoteResponse> {
    const open: OpenRequest = { stopper: new AbortController() }
    this.#requests.set(id, open)
    try {
      const { fetch } = user === undefined ? this.#cluster : this.#cluster.as(user)
      const response = await fetch(path, {
        method,
        headers: [...headers],
        signal: open.stopper.signal,
        ...(body !== undefined && { body }),
      })
      // Comlink makes proxies of whole results only, so the page reads the body by the id.
      if (response.body === null) this.#requests.delete(id)
      else open.reader = response.body.getReader()
      return { status: response.status, headers: [...response.headers], hasBody: response.body !== null }
    } catch (error) {
      this.#requests.delete(id)
      if (error instanceof TypeError) return { cut: error.message }
      throw error
    }
  }

  /** The next chunk of a body. Undefined when the body has ended. */
  async read(id: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      const chunk = await this.#requests.get(id)?.reader?.read()
      if (chunk?.value === undefined) this.#requests.delete(id)
      return chunk?.value
    } catch (error) {
      this.#requests.delete(id)
      throw error
    }
  }

  /** Ends a request, or the body of its answer. */
  async abort(id: number): Promise<void> {
    const open = this.#requests.get(id)
    this.#requests.delete(id)
    open?.stopper.abort()
    // The signal has ended the body of a watch already, with an error.
    await open?.reader?.cancel().catch(() => undefined)
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
