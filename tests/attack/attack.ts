/** One attack: a few requests to a server that stores objects of other users, and the required result. */
export interface Attack {
  readonly name: string
  /** The result of `run` when the attack does not succeed. */
  readonly expected: string
  /** Whether the attack is many requests, so that the heap is measured after a garbage collection. */
  readonly isSeries?: boolean
  run(target: Target): Promise<string>
}

/** The attacked server: RBAC, an administrator, and the user `mallory`, who may read config maps in `default`. */
export interface Target {
  readonly base: string
  send(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** Sends the text over a new connection and returns the answer's first line. */
  raw(text: string): Promise<string>
}

export interface RequestOptions {
  /** The caller, `admin` by default. `none` sends no token. */
  readonly as?: 'admin' | 'mallory' | 'none'
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: string | Uint8Array | object
}

export interface Answer {
  readonly status: number
  readonly text: string
}

export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** An object with a name; no other attack uses the name. */
export const named = (name: string, object: object = {}): object => ({ metadata: { name }, ...object })

/** `refused` when the status blames the request, not the server. */
export const refused = ({ status }: Answer): string => (status >= 400 && status < 500 ? 'refused' : `status ${status}`)

/** The size of the largest body that the server reads, in bytes. */
export const BODY_BYTES = 3 * 1024 * 1024
