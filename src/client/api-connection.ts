import type { DialectName } from '../../worker/dialect/dialect.ts'

/** An API server as its clients see it. An open cluster of the page is one (cluster/cluster.ts). */
export interface ApiConnection {
  /** `fetch` below the address of the server: `/api/v1/pods?limit=5`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  readonly info: { readonly dialect: DialectName }
}
