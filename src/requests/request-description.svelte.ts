import type { RequestDescription } from '../../worker/http/debug/request-description.ts'
import { getJson } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

/** One request with the details of its stages, its headers and its bodies, read once. */
export class Description {
  #value = $state.raw<RequestDescription>()
  #error = $state.raw<Error>()

  constructor(cluster: ClusterHandle, id: string) {
    void getJson<RequestDescription>(cluster, `/debug/requests?id=${encodeURIComponent(id)}`).then(
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
