import type { RequestDescription } from '../../worker/http/debug/request-description.ts'
import { getJson } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

/** One request with the details of its stages, its headers and its bodies. */
export class Description {
  #value = $state.raw<RequestDescription>()
  #error = $state.raw<Error>()

  readonly #cluster: ClusterHandle
  readonly #id: string

  constructor(cluster: ClusterHandle, id: string) {
    this.#cluster = cluster
    this.#id = id
    this.#read('')
  }

  /** Reads the request again, with the values of its Secret. */
  showValues(): void {
    this.#read('&values=true')
  }

  #read(query: string): void {
    const path = `/debug/requests?id=${encodeURIComponent(this.#id)}${query}`
    void getJson<RequestDescription>(this.#cluster, path).then(
      (value) => (this.#value = value),
      (error: unknown) => (this.#error = error instanceof Error ? error : new Error(String(error))),
    )
  }

  get value(): RequestDescription | undefined {
    return this.#value
  }

  get error(): Error | undefined {
    return this.#error
  }
}
