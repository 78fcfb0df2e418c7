import type { DialectName } from '../../worker/dialect/dialect.ts'

/** The connection of a client to an API server. An open cluster of the page implements it (cluster/cluster.ts). */
export interface ApiConnection {
  /** `fetch` below the address of the server: `/api/v1/pods?limit=5`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  readonly info: { readonly dialect: DialectName }
}
